import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { lockAccount } from '../ledger/account.ts'
import { inHome } from '../ledger/home.ts'

/** Credit that a contact had in the books before, as credit on account. The connected books have it. */
export async function writeCredit(trx: Trx, to: To, credit: Credit) {
  const { organisation_id, contact_id, user_id, currency, by: created_by } = to
  const key = credit.key.slice(0, 180)
  const written = await trx
    .selectFrom('transaction as t')
    .leftJoin('transaction as r', 'r.reverses_transaction_id', 't.id')
    .select(['t.id', 't.amount', 't.contact_id', 't.currency', 'r.id as reversal_id'])
    .where('t.organisation_id', '=', organisation_id)
    .where('t.provider', '=', PROVIDER)
    .where(sql<boolean>`(t.provider_id = ${key} or starts_with(t.provider_id, ${`${key} again `}))`)
    .execute()
  const known = written.find(({ reversal_id }) => reversal_id === null)
  if (known) {
    const is_same = known.contact_id === contact_id && known.currency === currency && -known.amount === credit.amount
    if (is_same) return { id: known.id, is: 'same' as const }
    throw wrong('number', `${credit.number} is here already as credit, with another amount or contact.`)
  }
  const again = written.length === 0 ? '' : ` again ${written.length}`
  const line = { organisation_id, contact_id, user_id, currency, kind: 'payment' as const, amount: -credit.amount }
  const home = await inHome(trx, { ...line, invoice_id: null })
  const { id } = await trx
    .insertInto('transaction')
    .values({
      ...line,
      ...home,
      created_by,
      at: sql<string>`(select ${credit.issued_on}::timestamp at time zone o.timezone from organisation o
        where o.id = ${organisation_id})`,
      reference: referenceOf(credit),
      provider: PROVIDER,
      provider_id: key + again,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, is: 'created' as const }
}

/** @throws {AppError} not_possible where it has been used */
export async function undoCredit(trx: Trx, { organisation_id, id, by }: Undoing): Promise<void> {
  const row = await trx
    .selectFrom('transaction')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisation_id)
    .where('provider', '=', PROVIDER)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such credit.', 'id')
  const { contact_id, user_id, currency, at, kind, amount } = row
  if (contact_id !== null && (await lockAccount(trx, { contact_id, currency })) < -amount) {
    throw new AppError('not_possible', 'This credit has been used: reverse what followed first.')
  }
  const known = await trx
    .selectFrom('transaction')
    .select('id')
    .where('reverses_transaction_id', '=', id)
    .executeTakeFirst()
  if (known) throw new AppError('not_possible', 'This has been undone already.')
  // On the same day: it was never there.
  const reversal = { reverses_transaction_id: id, amount: -amount, reference: 'The import was undone', created_by: by }
  const line = { organisation_id, contact_id, user_id, currency, kind }
  const home = await inHome(trx, { ...line, ...reversal, invoice_id: null })
  await trx
    .insertInto('transaction')
    .values({ ...line, ...home, at, ...reversal })
    .execute()
}

const PROVIDER = 'opening'
const referenceOf = ({ number }: Credit) => `Credit brought forward${number ? `: ${number}` : ''}`.slice(0, 500)

/** Whose books, and which contact. `by`: the person who imports. */
export type To = { organisation_id: number; contact_id: number; user_id: number | null; currency: string; by: number }
type Credit = { key: string; number: string; issued_on: string; amount: number }
type Undoing = { organisation_id: number; id: number; by: number }
