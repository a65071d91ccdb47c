import { ReferencePicker } from '../reference/ReferencePicker.tsx'
import type { Reference } from '../reference/reference.ts'
import type { Shared } from './shared.ts'

/** The id of another row, which the server finds by what is typed. */
export function ReferenceField({ reference, value, onChange, ...shared }: Props) {
  return (
    <ReferencePicker
      {...shared}
      reference={reference}
      value={value}
      onChange={onChange}
      clearable={!shared.withAsterisk}
      maxWidth={320}
    />
  )
}

type Props = Shared & { reference: Reference; value: number | null; onChange: (id: number | null) => void }
