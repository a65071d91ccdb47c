import { Filter } from '../lists/Filter.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'
import { type Reference, useLabels } from './reference.ts'

/** A list filter by a row that the server finds. */
export function ReferenceFilter({ value, onChange, ...picker }: Props) {
  const named = useLabels(picker.reference, value === null ? [] : [value])
  return (
    <Filter label={picker.label} value={value === null ? null : named(value)} clear={() => onChange(null)}>
      <ReferencePicker {...picker} value={value} onChange={onChange} withinPortal={false} />
    </Filter>
  )
}

type Props = {
  reference: Reference
  label: string
  placeholder: string
  value: number | null
  onChange: (id: number | null) => void
}
