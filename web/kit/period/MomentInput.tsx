import type { TextInputProps } from '@mantine/core'
import { usePreferences } from '../../core/usePreferences.ts'
import { DateInput } from '../dates/DateInput.tsx'
import { fromLocal, toLocal } from '../format/zoned.ts'

/** Date and time in the person's time zone; its value is ISO 8601 in UTC. */
export function MomentInput({ value, onChange, ...input }: Props) {
  const { timezone } = usePreferences()
  return (
    <DateInput
      {...input}
      with_time
      value={value === null ? '' : toLocal(value, timezone)}
      max="9999-12-31T23:59"
      onChange={(local) => onChange(local === '' ? null : fromLocal(local, timezone))}
    />
  )
}

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> & {
  value: string | null
  onChange: (moment: string | null) => void
}
