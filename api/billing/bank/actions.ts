import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { LARGEST_AMOUNT } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { billingAdministered, checkAdministrator } from '../access.ts'
import { payableOn } from '../instalments/due.ts'
import { bankline } from './bankline.ts'
import { confirmLine, ignoreLine, undoLine } from './confirm.ts'
import { MOST as MOST_MATCHES, type Movement, matcherOf, type OpenDocument, type Reason, reasons } from './match.ts'
import { openPayouts, payoutMatcherOf } from './payouts.ts'

const tags = ['bankstatements']
const closed = { additionalProperties: false }
const MOST = 100
const Amount = Type.Integer({ minimum: 1, maximum: LARGEST_AMOUNT, description: 'Minor units' })

const Match = Type.Object({
  confidence: Type.Integer({ description: 'In per cent' }),
  reasons: Type.Array(Type.Unsafe<Reason>(Type.String({ enum: [...reasons] }))),
  parts: Type.Array(
    Type.Object({
      payout_id: Nullable(Id),
      arrives_on: Nullable(DateOnly),
      invoice_id: Nullable(Id),
      document_number: Nullable(Type.String()),
      contact_id: Nullable(Id),
      contact_name: Type.String({ description: 'Of a payout its provider' }),
      amount: Amount,
      document_amount: Nullable(Amount),
      document_currency: Nullable(Type.String({ description: 'Of a document in another currency than the line' })),
    }),
  ),
})
const Suggested = Type.Array(Type.Object({ line: bankline.row, matches: Type.Array(Match) }))

export const suggestMatches = defineAction({
  method: 'GET',
  path: 'banklines/matches',
  tags,
  summary: `List open lines, the oldest ${MOST} after an id, with what each may be for, the likeliest first`,
  query: Type.Object({ organisation_id: Type.Optional(Id), after: Type.Optional(Id) }, closed),
  answer: Suggested,
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await billingAdministered(db, viewer, query.organisation_id)
    return suggest(db, organisation_id, query.after ?? 0)
  },
})

export const confirmLines = defineAction({
  method: 'POST',
  path: 'bankline/confirm',
  tags,
  summary:
    'Write lines of the bank to the ledger, all of them or none: as payments of invoices, or credit of contacts; a line of a payout confirms that',
  body: Type.Object(
    {
      lines: Type.Array(
        Type.Object(
          {
            id: Id,
            parts: Type.Array(
              Type.Object(
                {
                  invoice_id: Type.Optional(Id),
                  contact_id: Type.Optional(Id),
                  payout_id: Type.Optional(Id),
                  amount: Amount,
                  document_amount: Type.Optional({
                    ...Amount,
                    description:
                      'Of an invoice in another currency than the home currency of the line: what of it is paid',
                  } as typeof Amount),
                },
                closed,
              ),
              {
                minItems: 1,
                maxItems: 50,
                description: 'Each of an invoice, or of a contact; they add up to the line. A payout is the whole line',
              },
            ),
          },
          closed,
        ),
        { minItems: 1, maxItems: MOST },
      ),
    },
    closed,
  ),
  answer: Type.Object({ confirmed: Type.Integer() }),
  status: 261,
  message: 'The lines have been confirmed.',
  config: { idempotent: true },
  async run({ context, viewer, body: { lines } }) {
    const organisations = new Map<number, number>()
    for (const { id } of lines) organisations.set(id, await administered(context, viewer, id))
    await transact(context, async (trx) => {
      // In one order: two treasurers who confirm at once wait for each other, and do not block each other.
      const ordered = [...lines.entries()].sort(([, a], [, b]) => a.id - b.id)
      for (const [i, { id, parts }] of ordered) {
        await confirmLine(trx, id, parts, { user_id: viewer.user_id, field: `lines.${i}` })
        await note(trx, viewer, 'confirm', organisations.get(id)!, id)
      }
    })
    return { confirmed: lines.length }
  },
})

export const undoBankLine = step('undo', {
  summary: 'Take back what a line has written to the ledger, by reversals, or that it was set aside',
  message: 'The line is open again.',
  work: (trx, id, user_id) => undoLine(trx, id, { user_id }),
})

export const ignoreBankLine = step('ignore', {
  summary: 'Set a line aside that is not of these books, such as a fee of the bank',
  message: 'The line has been set aside.',
  work: (trx, id) => ignoreLine(trx, id),
})

function step<const Name extends string>(name: Name, { summary, message, work }: Step) {
  return defineAction({
    method: 'POST',
    path: `bankline/${name}` as const,
    tags,
    summary,
    body: IdQuery,
    answer: bankline.row,
    status: 261,
    message,
    async run({ context, viewer, body: { id } }) {
      const organisation_id = await administered(context, viewer, id)
      await transact(context, async (trx) => {
        await work(trx, id, viewer.user_id)
        await note(trx, viewer, name, organisation_id, id)
      })
      return read(context.db, bankline, viewer, id)
    },
  })
}

async function administered({ db }: ApiContext, viewer: Viewer, id: number): Promise<number> {
  const { organisation_id } = await read(db, bankline, viewer, id)
  checkAdministrator(viewer, organisation_id)
  return organisation_id
}

const note = (trx: Trx, viewer: Viewer, name: string, organisation_id: number, entity_id: number) =>
  audit(trx, viewer, `bankline.${name}`, { organisation_id, entity: 'bankline', entity_id })

async function suggest(db: Db, organisation_id: number, after: number): Promise<Static<typeof Suggested>> {
  const { rows: lines } = await sql<Static<typeof bankline.row> & { bank_key?: string }>`
    select l.*, c.digits from bank_line l join currency c on c.code = l.currency
    where l.organisation_id = ${organisation_id} and l.state = 'open' and l.id > ${after} order by l.id limit ${MOST}`.execute(
    db,
  )
  if (lines.length === 0) return []
  const match = matcherOf(await openDocuments(db, organisation_id))
  const matchPayout = payoutMatcherOf(await openPayouts(db, organisation_id))
  return lines.map(({ bank_key: _, ...line }) => {
    const matches = [...matchPayout(line), ...match(line as Movement)].sort((a, b) => b.confidence - a.confidence)
    return { line, matches: matches.slice(0, MOST_MATCHES) }
  })
}

/** What is open, and what was voided for a membership that has lapsed: people pay that late. */
async function openDocuments(db: Db, organisation_id: number): Promise<OpenDocument[]> {
  const { rows } = await sql<OpenDocument>`
    select i.id, i.type, i.document_number, i.contact_id, i.currency,
      case when i.is_opening then i.reference end as former_number,
      case i.state when 'authorised' then i.gross - i.paid else 0 end::float8 as open,
      (${payableOn('i', sql`current_date`)})::float8 as payable,
      array_remove(array[k.name, nullif(k.company, '')], null) as contact_names,
      case when b.currency <> i.currency and i.exchange_rate is not null then json_build_object('currency', b.currency,
        'rate', i.exchange_rate::text, 'digits', c.digits, 'home_digits', h.digits) end as home
    from invoice i join contact k on k.id = i.contact_id join currency c on c.code = i.currency
      left join billing_config b on b.organisation_id = i.organisation_id left join currency h on h.code = b.currency
    where i.organisation_id = ${organisation_id} and (i.state = 'authorised' and i.gross > i.paid
      or i.state = 'void' and i.type = 'invoice' and exists (select from subscription s where s.invoice_id = i.id
        and s.state = 'lapsed' and s.ended_on > current_date - 400))
    order by i.due_on, i.id limit 20000`.execute(db)
  return rows
}

type Step = { summary: string; message: string; work(trx: Trx, id: number, user_id: number): Promise<void> }
