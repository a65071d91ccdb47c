import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choiceOf } from './labels.ts'
import { MomentInput } from './MomentInput.tsx'
import { choicesOf, kindOf, type Schema, unwrap } from './schema.ts'
import type { FieldValue } from './values.ts'

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
        inputMode={unwrap(schema).schema.type === 'number' ? 'decimal' : 'numeric'}
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
  if (kind === 'maybe') {
    const answers = ['yes', 'no'] as const
    return (
      <NativeSelect
        {...shared}
        value={value === null ? '' : value ? 'yes' : 'no'}
        data={[
          { value: '', label: t('form.inherited') },
          ...answers.map((answer) => ({ value: answer, label: choiceOf(t, answer) })),
        ]}
        onChange={({ currentTarget: { value: chosen } }) => onChange(chosen ? chosen === 'yes' : null)}
        maw={320}
      />
    )
  }
  if (kind === 'moment') return <MomentInput {...shared} value={value as string} onChange={onChange} />
  if (kind === 'long') {
    return (
      <Textarea
        {...shared}
        value={value as string}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={20}
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
      type={isPhone(name) ? 'tel' : isAddress(name) ? 'url' : kind}
      value={value as string}
      onChange={(event) => onChange(event.currentTarget.value)}
      spellCheck={false}
      autoCapitalize={kind === 'email' || isAddress(name) ? 'none' : undefined}
    />
  )
}

/** Only what keyboard a phone shows: what is right is the schema's to say. */
const isPhone = (name: string) => /(^|_)(phone|mobile|fax)(_|$)/.test(name)
const isAddress = (name: string) => name.endsWith('_url')

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
