import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { digitsOf } from '../books/checks.ts'
import { dateText } from '../documents/texts.ts'
import { giveInstalments } from '../instalments/plan.ts'
import { authorise } from '../invoices/authorise.ts'
import { writeDraft } from '../invoices/invoice.ts'
import { allocate } from '../ledger/record.ts'
import { toMajor } from '../money/document.ts'
import type { Part } from '../money/years.ts'

/**
 * Writes and authorises the invoice of a period, as it was agreed; what the person has as credit is used for it. A free
 * membership has none, nor has one of which all is taken off.
 *
 * @param of.due_on without it, as the billing settings say
 */
export async function issue(trx: Trx, id: number, of: Issue): Promise<Issued | null> {
  const sub = await trx.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const amount = of.amount ?? sub.unit_amount
  if (amount === (of.off?.amount ?? 0) || sub.contact_id === null) return null
  const digits = await digitsOf(trx, sub.currency)
  const { organisation_id, contact_id, currency, amounts_are } = sub
  const line = {
    item_code: sub.product_code,
    quantity: '1',
    ...(await accountOf(trx, sub)),
    tax_rate_id: await taxRateOf(trx, organisation_id, sub.tax_code),
  }
  const { id: invoice_id } = await writeDraft(
    trx,
    {
      organisation_id,
      contact_id,
      currency,
      amounts_are,
      subscription_id: id,
      issued_on: of.today,
      ...(of.due_on && { due_on: later(of.due_on, of.today) }),
      client_key: await freeKey(trx, organisation_id, `subscription ${id} ${of.key ?? of.begins_on}`),
    },
    [
      {
        ...line,
        description: of.description ?? `${sub.product_name}${periodText(of)}${partText(of.part)}`,
        unit_price: toMajor(amount, digits),
      },
      ...(of.off ? [{ ...line, description: of.off.description, unit_price: toMajor(-of.off.amount, digits) }] : []),
    ],
  )
  const { due_on } = await trx
    .selectFrom('invoice')
    .select('due_on')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const first_on = of.at_once
    ? null
    : await giveInstalments(trx, invoice_id, sub, { first_on: due_on, before: of.ends_on })
  await authorise(trx, invoice_id)
  await applyCredit(trx, invoice_id, { organisation_id, contact_id, currency })
  return { id: invoice_id, due_on: first_on ?? due_on }
}

/** A period is invoiced once; again only after its invoice was voided, such as by a cancellation that is taken back. */
async function freeKey(trx: Trx, organisation_id: number, key: string): Promise<string> {
  const { rows } = await sql<{ voided: number }>`select count(*)::int as voided from invoice
    where organisation_id = ${organisation_id} and state = 'void'
      and (client_key = ${key} or starts_with(client_key, ${`${key} again `}))`.execute(trx)
  const { voided } = rows[0]!
  return voided === 0 ? key : `${key} again ${voided}`
}

/** Uses the open credit notes of the contact, oldest first. */
export async function applyCredit(trx: Trx, invoice_id: number, of: Contact): Promise<void> {
  const notes = await trx
    .selectFrom('invoice')
    .select('id')
    .where('organisation_id', '=', of.organisation_id)
    .where('contact_id', '=', of.contact_id)
    .where('currency', '=', of.currency)
    .where('type', '=', 'credit_note')
    .where('state', '=', 'authorised')
    .orderBy('id')
    .execute()
  for (const note of notes) await allocate(trx, note.id, invoice_id)
}

/** The rate of the agreed tax; a newer one of the same tax, where that is in force now, is found by the line. */
export async function taxRateOf(trx: Trx, organisation_id: number, code: string): Promise<number | null> {
  if (code === '') return null
  const found = await trx
    .selectFrom('tax_rate')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .orderBy('active', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return found?.id ?? null
}

/** The account as agreed; that of the settings where it is gone. */
async function accountOf(
  trx: Trx,
  { organisation_id, account_code }: { organisation_id: number; account_code: string },
) {
  const found = await trx
    .selectFrom('account')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('code', '=', account_code)
    .executeTakeFirst()
  return found ? { account_code } : {}
}

const later = (a: string, b: string) => [a, b].sort()[1]!

const periodText = ({ begins_on, ends_on }: Issue) =>
  ends_on === null ? `, from ${dateText(begins_on)}` : `, ${dateText(begins_on)} to ${dateText(ends_on)}`

/** `, 243 of 365 days`; nothing for all. */
const partText = (part?: Part) =>
  part?.unit && part.part !== part.of ? `, ${part.part} of ${part.of} ${part.unit}` : ''

type Issue = {
  begins_on: string
  ends_on: string | null
  today: string
  due_on?: string
  /** Instead of the agreed amount and words, for a part of a period. */
  amount?: number
  description?: string
  /** What is taken off, as a line of its own. */
  off?: { amount: number; description: string }
  /** Which part of a common year it is. */
  part?: Part
  key?: string
  /** Whether it is paid in one sum, though the membership is paid in instalments. */
  at_once?: boolean
}
type Contact = { organisation_id: number; contact_id: number; currency: string }
/** `due_on` is the day of the first instalment, where it is paid in such. */
export type Issued = { id: number; due_on: string }
