import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DocumentKind, documentKinds, Series } from '#db/tables/billing/values.ts'
import { Id } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { wrong } from '../../http/errors.ts'
import { billingAdministered, todayOf } from '../access.ts'
import { LARGEST, nextNumber, patternOf } from './next.ts'
import { type Kind, seriesOf } from './pattern.ts'

const NextNumber = Type.Object({
  type: DocumentKind,
  series: Series,
  number: Type.Integer(),
  document_number: Type.String({ description: 'As it would be printed' }),
})

export const readNextNumbers = defineAction({
  method: 'GET',
  path: 'invoicing/numbers',
  tags: ['invoices'],
  summary: 'Read which number the next invoice, credit note and quote of today will have',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Array(NextNumber),
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await billingAdministered(db, viewer, query.organisation_id)
    const day = await todayOf(db, organisation_id)
    const numbers = documentKinds.map(async (type) => ({
      type,
      ...(await nextNumber(db, { organisation_id, type, day })),
    }))
    return Promise.all(numbers)
  },
})

/** For who moves in from other books. */
export const startNumbers = defineAction({
  method: 'POST',
  path: 'invoicing/number',
  tags: ['invoices'],
  summary: 'Set the next number of invoices, credit notes or quotes: never one that is below a number in use',
  body: Type.Object(
    { organisation_id: Type.Optional(Id), type: DocumentKind, number: Type.Integer({ minimum: 1, maximum: LARGEST }) },
    { additionalProperties: false },
  ),
  answer: NextNumber,
  status: 261,
  async run({ context, viewer, body: { type, number, ...body } }) {
    checkNotImpersonating(viewer)
    const organisation_id = await billingAdministered(context.db, viewer, body.organisation_id)
    const data = await transact(context, async (trx) => {
      const rules = await patternOf(trx, organisation_id, type, { locks: true })
      const day = await todayOf(trx, organisation_id)
      const series = seriesOf(rules, day)
      const largest = await largestOf(trx, { organisation_id, type, series })
      if (number <= largest) {
        throw wrong('number', `${largest} is in use, so the next one is ${largest + 1} or more.`)
      }
      await sql`insert into document_counter (organisation_id, type, series, last)
        values (${organisation_id}, ${type}, ${series}, ${number - 1})
        on conflict (organisation_id, type, series) do update set last = excluded.last`.execute(trx)
      const details = { type, series, number }
      await audit(trx, viewer, 'billingconfig.number', { organisation_id, entity: 'billingconfig', details })
      return { type, ...(await nextNumber(trx, { organisation_id, type, day })) }
    })
    return answerWith(data, { message: `The next one is ${data.document_number}.` })
  },
})

/** The largest number that a document of a series has; 0 before the first. */
async function largestOf(trx: Db, of: { organisation_id: number; type: Kind; series: number }) {
  const { organisation_id, type, series } = of
  const { rows } = await (type === 'quote'
    ? sql<{ largest: number }>`select coalesce(max(number), 0) as largest from quote
        where organisation_id = ${organisation_id} and series = ${series}`
    : sql<{ largest: number }>`select coalesce(max(number), 0) as largest from invoice
        where organisation_id = ${organisation_id} and type = ${type} and series = ${series}`
  ).execute(trx)
  return rows[0]!.largest
}
