import { usePreferences } from '../../core/usePreferences.ts'
import { MomentInput } from '../period/MomentInput.tsx'
import type { Shared } from './shared.ts'

/** A moment in a form, with the time zone it is in. Its value is ISO 8601 in UTC, or ''. */
export function MomentField({ value, onChange, description, ...shared }: Props) {
  const { timezone } = usePreferences()
  return (
    <MomentInput
      {...shared}
      description={[description, timezone].filter(Boolean).join(' ')}
      value={value || null}
      onChange={(moment) => onChange(moment ?? '')}
      maw={320}
    />
  )
}

type Props = Shared & { value: string; onChange: (value: string) => void }
