import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choicesOf, kindOf, type Schema, unwrap } from './schema.ts'
import type { FieldValue } from './values.ts'
import { choiceOf } from './words.ts'

/** One field, by what its schema says it is. */
export function Field({ name, schema, label, hint, required, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const kind = kindOf(schema)
  const shared = { name, label, description: hint, error, withAsterisk: required }
  if (kind === 'switch') {
    return (
      <Switch
        {...{ name, label, description: hint, error }}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (kind === 'number') {
    return (
      <NumberInput
        {...shared}
        value={value as number | string}
        onChange={(number) => onChange(number === '' ? '' : Number(number))}
        clampBehavior="none"
        allowDecimal={unwrap(schema).schema.type === 'number'}
        hideControls
        inputMode="numeric"
        styles={{ wrapper: { maxWidth: 240 } }}
      />
    )
  }
  if (kind === 'choice') {
    const none = value === null || unwrap(schema).nullable ? [{ value: '', label: t('form.none') }] : []
    return (
      <NativeSelect
        {...shared}
        value={(value as string | null) ?? ''}
        data={[...none, ...choicesOf(schema).map((choice) => ({ value: choice, label: choiceOf(t, choice) }))]}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        maw={320}
      />
    )
  }
  if (kind === 'texts') {
    return (
      <TextInput
        {...shared}
        description={[hint, t('form.commas')].filter(Boolean).join(' ')}
        value={(value as string[]).join(', ')}
        onChange={(event) => onChange(event.currentTarget.value.split(/,\s*/))}
        onBlur={() => onChange((value as string[]).map((each) => each.trim()).filter(Boolean))}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      type={kind}
      value={value as string}
      onChange={(event) => onChange(event.currentTarget.value)}
      spellCheck={false}
    />
  )
}

type Props = {
  name: string
  schema: Schema
  label: string
  hint: string | undefined
  required: boolean
  value: FieldValue
  error: string | undefined
  onChange: (value: FieldValue) => void
}
