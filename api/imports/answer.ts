import { type Static, Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'

const Fault = Type.Object({ line: Type.Integer(), field: Type.Optional(Type.String()), message: Type.String() })
const Row = Type.Object({
  line: Type.Integer(),
  id: Id,
  key: Type.String({ description: 'What the line calls it, such as the number of a tracker' }),
  is: Type.Union([Type.Literal('created'), Type.Literal('updated')]),
  modified_at: Nullable(Type.String()),
  /** Values that were changed, as they were before: what undoes the import. */
  before: Nullable(Type.Record(Type.String(), Type.Unknown())),
  /** Such as the token of a new device. */
  shown_once: Nullable(Type.Record(Type.String(), Type.Unknown())),
  /** Which of several sorts it is, such as an invoice or credit; as `import/undo` takes it. */
  what: Type.Optional(Type.String()),
})
const Sum = Type.Object({
  what: Type.String({ description: 'Such as invoice, or credit' }),
  amount: Type.Integer({ description: 'Minor units' }),
  currency: Type.String(),
  digits: Type.Integer({ description: 'Places of the currency' }),
})
export const Answer = Type.Object({
  columns: Type.Array(
    Type.Object({ name: Type.String(), samples: Type.Array(Type.String()), field: Nullable(Type.String()) }),
  ),
  /** What a column may be. */
  fields: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean() })),
  lines: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  /** Lines whose rows are as they say already. */
  same: Type.Integer(),
  faults: Type.Array(Fault),
  /** What was written; empty in a dry run. */
  rows: Type.Array(Row),
  /** Where the next request continues; null at the end. */
  next: Nullable(Type.Integer()),
  /** Of money that a file brings along, to compare with the books that it is from. */
  sums: Type.Array(Sum),
})

export type ImportAnswer = Static<typeof Answer>
