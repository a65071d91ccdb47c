import { NumberInput, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'

/** One of the values that a command is given, as the protocol declares it. */
export function CommandField({ field, value, onChange }: Props) {
  const { t } = useTranslation()
  const { name, type, minimum = 0, maximum = 0, max_length, optional } = field
  const label = t(`tracking:commands.fields.${name as 'output'}`)
  if (type === 'boolean') {
    return (
      <Switch
        label={label}
        checked={value !== false}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  }
  if (type === 'integer') {
    return (
      <NumberInput
        label={label}
        description={t('tracking:commands.range', { minimum, maximum })}
        value={typeof value === 'number' ? value : ''}
        allowDecimal={false}
        hideControls
        min={minimum}
        max={maximum}
        onChange={(next) => onChange(next === '' ? '' : Number(next))}
        maw={240}
      />
    )
  }
  return (
    <TextInput
      label={label}
      {...(optional && { description: t('tracking:commands.optional') })}
      value={typeof value === 'string' ? value : ''}
      maxLength={max_length}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type Field = DataOf<'GET trackercommand/catalogue'>[number]['fields'][number]
type Props = {
  field: Field
  value: string | number | boolean | undefined
  onChange: (value: string | number | boolean) => void
}
