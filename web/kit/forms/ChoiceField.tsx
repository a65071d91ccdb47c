import { MultiSelect, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choiceOf } from './labels.ts'
import { choicesOf, itemsOf, type Schema, titleOf, unwrap } from './schema.ts'
import type { Shared } from './shared.ts'

/** One of a few words. */
export function ChoiceField({ schema, value, onChange, ...shared }: Props<string | null>) {
  const { t } = useTranslation()
  const none = value === null || unwrap(schema).nullable ? [{ value: '', label: t('form.none') }] : []
  return (
    <NativeSelect
      {...shared}
      value={value ?? ''}
      data={[
        ...none,
        ...choicesOf(schema).map((choice) => ({
          value: choice,
          label: titleOf(schema, choice) ?? choiceOf(t, choice),
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      maw={320}
    />
  )
}

/** Several of a few words. */
export function ChoicesField({ schema, value, onChange, ...shared }: Props<string[]>) {
  const { t } = useTranslation()
  return (
    <MultiSelect
      {...shared}
      value={value}
      data={choicesOf(itemsOf(schema)).map((choice) => ({
        value: choice,
        label: titleOf(itemsOf(schema), choice) ?? choiceOf(t, choice),
      }))}
      onChange={onChange}
      maw={320}
    />
  )
}

/** Yes, no, or what null means: as set elsewhere, or not said. */
export function MaybeField({ schema, value, onChange, ...shared }: Props<boolean | null>) {
  const { t } = useTranslation()
  const answers = ['yes', 'no'] as const
  return (
    <NativeSelect
      {...shared}
      value={value === null ? '' : value ? 'yes' : 'no'}
      data={[
        { value: '', label: t(`form.${schema['x-null'] ?? 'inherited'}`) },
        ...answers.map((answer) => ({ value: answer, label: choiceOf(t, answer) })),
      ]}
      onChange={({ currentTarget: { value: selected } }) => onChange(selected ? selected === 'yes' : null)}
      maw={320}
    />
  )
}

type Props<Value> = Shared & { schema: Schema; value: Value; onChange: (value: Value) => void }
