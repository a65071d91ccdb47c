import { TextInput } from '@mantine/core'
import { usePreferences } from '../../core/usePreferences.ts'
import { fromLocal, toLocal } from '../format/zoned.ts'
import type { Shared } from './shared.ts'

/** A moment, as the clocks of the person's timezone show it. Its value is ISO 8601 in UTC, or nothing. */
export function MomentInput({ value, onChange, description, ...shared }: Props) {
  const { timezone } = usePreferences()
  return (
    <TextInput
      {...shared}
      type="datetime-local"
      description={[description, timezone].filter(Boolean).join(' ')}
      value={value && toLocal(value, timezone)}
      onChange={(event) => onChange(fromLocal(event.currentTarget.value, timezone) ?? '')}
      maw={320}
    />
  )
}

type Props = Shared & { value: string; onChange: (value: string) => void }
