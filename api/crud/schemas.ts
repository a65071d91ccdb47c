import { type TSchema, Type } from 'typebox'
import { type ErrorCode, errors } from '../http/errors.ts'
import { PAGE_BYTES } from './pages/bytes.ts'
import { COUNTED } from './pages/totals.ts'

/** The `info` of a page of a list. */
export const ListInfo = Type.Object({
  total: Type.Integer({
    description: `Total number of rows: counted up to ${COUNTED}, beyond that an estimate by the database`,
  }),
  total_is_estimated: Type.Optional(Type.Literal(true, { description: 'Present if `total` is an estimate' })),
  limit: Type.Integer(),
  offset: Type.Integer(),
  is_cut: Type.Optional(
    Type.Literal(true, {
      description: `Present if the page ends before its limit, since rows have ${PAGE_BYTES / 2 ** 20} MB; \`next\` continues`,
    }),
  ),
  sums: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
      description: 'Of all rows that match, if the query has `sums`',
    }),
  ),
  next: Type.Optional(Type.String({ description: 'The `after` of the next page; missing on the last one' })),
})
const Message = Type.Optional(Type.String({ description: 'A sentence for people' }))

/** Response schemas by status, each in its envelope, with the errors that any route may answer. */
export function answers(data: Record<number, TSchema>, info?: TSchema): Record<number, TSchema> {
  const answer: Record<number, TSchema> = { ...errorAnswers }
  for (const [status, schema] of Object.entries(data)) {
    answer[Number(status)] = Type.Object({ data: schema, ...(info && { info }), message: Message })
  }
  return answer
}

const errorAnswers = Object.fromEntries(
  Map.groupBy(Object.entries(errors), ([, [status]]) => status)
    .entries()
    .map(([status, entries]) => [
      status,
      Type.Object(
        {
          message: Type.String({ description: 'A sentence for people' }),
          code: Type.String({ enum: entries.map(([code]) => code as ErrorCode) }),
          field: Type.Optional(Type.String({ description: 'The invalid field' })),
        },
        { description: entries.map(([, [, sentence]]) => sentence).join(' ') },
      ),
    ]),
)
