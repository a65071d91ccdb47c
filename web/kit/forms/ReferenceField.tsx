import { ReferencePicker } from '../reference/ReferencePicker.tsx'
import { ReferencesPicker } from '../reference/ReferencesPicker.tsx'
import type { Reference } from '../reference/reference.ts'
import { kindOf, type Schema, unwrap } from './schema.ts'
import type { Shared } from './shared.ts'
import type { FieldValue } from './values.ts'

/** The id of another row, or ids of several, which the server finds by what is typed. */
export function AnyReferenceField({ schema, reference, value, onChange, ...shared }: Props) {
  if (kindOf(schema) === 'texts') {
    return (
      <ReferencesPicker
        label={shared.label}
        description={shared.description}
        reference={reference}
        placeholder={reference.texts?.none ?? ''}
        max={unwrap(schema).schema.maxItems ?? 100}
        // Arrays of a form are of texts, or of ids where the field refers to rows.
        value={value as FieldValue & number[]}
        onChange={(ids) => onChange(ids as unknown as string[])}
      />
    )
  }
  return <ReferenceField {...shared} reference={reference} value={Number(value) || null} onChange={onChange} />
}

export function ReferenceField({ reference, value, onChange, ...shared }: OneProps) {
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

type Props = Shared & { schema: Schema; reference: Reference; value: FieldValue; onChange: (value: FieldValue) => void }
type OneProps = Shared & { reference: Reference; value: number | null; onChange: (id: number | null) => void }
