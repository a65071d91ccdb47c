import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { InvoiceLine } from '#db/tables/billing/invoice_line.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { digitsOf } from '../books/checks.ts'
import { type AmountsAre, computeDocument, MoneyError, toMajor } from '../money/document.ts'

const { item_code, description, quantity, unit_price, discount, account_code } = InvoiceLine.columns
const optional = { item_code, description, quantity, unit_price, discount, account_code, tax_rate_id: Nullable(Id) }

/** A line as people write it: what is missing is that of the item, else of the billing settings. */
export const LineBody = Type.Object(
  Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof typeof optional]: ReturnType<typeof Type.Optional<(typeof optional)[K]>>
  },
  { additionalProperties: false },
)
export const Lines = Type.Array(LineBody, { minItems: 1, maxItems: 200 })

/**
 * Replaces the lines of a draft, and computes its amounts.
 *
 * @throws {AppError} bad_request that names the field, such as `lines.0.quantity`
 */
export async function writeLines(trx: Trx, draft: Draft, lines: LineBody[]): Promise<void> {
  const digits = await digitsOf(trx, draft.currency)
  const complete = await completeLines(trx, draft, lines, digits)
  const { net, tax, gross, lines: amounts } = compute(draft.amounts_are, digits, complete)
  await trx.deleteFrom('invoice_line').where('invoice_id', '=', draft.id).execute()
  const of = { organisation_id: draft.organisation_id, invoice_id: draft.id }
  const rows = complete.map((line, i) => ({ ...of, ...line, ...amounts[i]!, position: i + 1 }))
  await trx.insertInto('invoice_line').values(rows).execute()
  await trx.updateTable('invoice').set({ net, tax, gross }).where('id', '=', draft.id).execute()
}

/** Copies the lines of a document to a draft, with their taxes and amounts as they were. */
export async function copyLines(trx: Trx, from_id: number, draft: { id: number }): Promise<void> {
  await sql`insert into invoice_line (organisation_id, invoice_id, position, item_code, description, quantity, unit_price,
      discount, account_code, tax_rate_id, tax_code, tax_name, tax_rate, net, tax, gross)
    select organisation_id, ${draft.id}, position, item_code, description, quantity, unit_price, discount, account_code,
      tax_rate_id, tax_code, tax_name, tax_rate, net, tax, gross from invoice_line where invoice_id = ${from_id}`.execute(
    trx,
  )
  await sql`update invoice d set net = i.net, tax = i.tax, gross = i.gross from invoice i
    where d.id = ${draft.id} and i.id = ${from_id}`.execute(trx)
}

/** The stored lines of a document, in order. */
export const linesOf = (trx: Trx, invoice_id: number) =>
  trx.selectFrom('invoice_line').selectAll().where('invoice_id', '=', invoice_id).orderBy('position').execute()

/** Stored lines of an invoice or a quote as a body, to write them again with their own prices. */
export const asBody = (lines: readonly StoredLine[]): LineBody[] =>
  lines.map(({ item_code, description, quantity, unit_price, discount, account_code, tax_rate_id }) => ({
    item_code,
    description,
    quantity,
    unit_price,
    discount,
    account_code,
    tax_rate_id,
  }))

export function compute(
  amounts_are: AmountsAre,
  digits: number,
  lines: Parameters<typeof computeDocument>[0]['lines'],
) {
  try {
    return computeDocument({ amounts_are, digits, lines })
  } catch (error) {
    if (error instanceof MoneyError) throw new AppError('bad_request', error.message, error.field)
    throw error
  }
}

async function completeLines(trx: Trx, draft: Draft, lines: LineBody[], digits: number) {
  const { organisation_id } = draft
  const ofOrganisation = <T extends 'product' | 'tax_rate' | 'account'>(table: T) =>
    trx.selectFrom(table as 'product').where('organisation_id', '=', organisation_id)
  const config = await trx
    .selectFrom('billing_config')
    .select(['tax_rate_id', 'account_code'])
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  const taxes = (await ofOrganisation('tax_rate').selectAll().execute()) as unknown as TaxRow[]
  const accounts = new Set((await ofOrganisation('account').select('code').execute()).map(({ code }) => code))
  const codes = lines.map(({ item_code }) => item_code).filter((code) => code !== undefined && code !== '') as string[]
  const products =
    codes.length > 0 ? await ofOrganisation('product').selectAll().where('code', 'in', codes).execute() : []
  return lines.map((line, i) => {
    const item = products.find(({ code }) => code === line.item_code)
    const tax = taxOf(taxes, draft, i, pick(line.tax_rate_id, item?.tax_rate_id, config.tax_rate_id))
    const account_code = line.account_code || item?.account_code || config.account_code
    if (!accounts.has(account_code)) refuse(i, 'account_code', `there is no account ${account_code}`)
    return {
      item_code: line.item_code ?? '',
      description: line.description ?? item?.name ?? '',
      quantity: line.quantity ?? '1',
      unit_price: line.unit_price ?? (item ? priceOf(item, tax, draft.amounts_are, digits) : '0'),
      discount: line.discount ?? '0',
      account_code,
      ...tax,
    }
  })
}

/** The tax of a line, copied: a later change of the rate changes no document. */
function taxOf(taxes: TaxRow[], { amounts_are, issued_on, tax_on = issued_on }: Draft, i: number, id: number | null) {
  if (id === null || amounts_are === 'no_tax') return { tax_rate_id: null, tax_code: '', tax_name: '', tax_rate: '0' }
  const named = taxes.find((tax) => tax.id === id)
  if (!named) return refuse(i, 'tax_rate_id', 'there is no such tax rate')
  // A product or setting names a rate that may have been replaced by a newer one of the same tax.
  const tax = isInForce(named, tax_on)
    ? named
    : taxes.find(({ code, active, ...of }) => active && code === named.code && isInForce(of, tax_on))
  if (!tax) return refuse(i, 'tax_rate_id', `${named.name} is not in force on ${tax_on}`)
  return { tax_rate_id: tax.id, tax_code: tax.code, tax_name: tax.name, tax_rate: tax.rate }
}

export const isInForce = (tax: Pick<TaxRow, 'effective_from' | 'effective_to'>, day: string) =>
  (tax.effective_from ?? day) <= day && day <= (tax.effective_to ?? day)

/** The price of an item in a document whose amounts are with or without tax, as the item's may be the other way round. */
function priceOf(item: Item, { tax_rate }: { tax_rate: string }, amounts_are: AmountsAre, digits: number): string {
  const unit_price = toMajor(item.unit_amount, digits)
  if (item.amounts_are === amounts_are || item.amounts_are === 'no_tax') return unit_price
  const { net, gross } = compute(item.amounts_are, digits, [{ unit_price, tax_rate }])
  return toMajor(amounts_are === 'inclusive' ? gross : net, digits)
}

function refuse(i: number, name: string, reason: string): never {
  throw wrong(`lines.${i}.${name}`, `${reason}.`)
}

/** The first value that is not undefined. Null counts as a value: no tax rate. */
const pick = (...all: (number | null | undefined)[]) => all.find((one) => one !== undefined) ?? null

export type LineBody = Static<typeof LineBody>
export type Draft = {
  id: number
  organisation_id: number
  currency: string
  amounts_are: AmountsAre
  issued_on: string
  /** The day whose rates apply: of a credit note that of its invoice. */
  tax_on?: string | undefined
}
type TaxRow = {
  id: number
  code: string
  name: string
  rate: string
  active: boolean
  effective_from: string | null
  effective_to: string | null
}
type Item = { unit_amount: number; amounts_are: AmountsAre }

type StoredLine = Pick<
  RowOf<typeof InvoiceLine>,
  'item_code' | 'description' | 'quantity' | 'unit_price' | 'discount' | 'account_code' | 'tax_rate_id'
>
