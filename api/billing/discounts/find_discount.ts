import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { dateText } from '../documents/texts.ts'
import type { FoundDiscount } from './terms.ts'

/**
 * The discount of a code for a person and a product, today. Capital and small letters are the same.
 *
 * @param wish.locks in a transaction that uses the code: the one who takes the last keeps others waiting
 * @throws {AppError} not_found for a code that is switched off or another organisation's; not_possible where it is not
 * valid today, not for the product, or used up
 */
export async function findDiscount(db: Db, { locks = false, ...wish }: DiscountWish): Promise<FoundDiscount> {
  const { organisation_id, product, user_id, today } = wish
  const lock = locks ? sql`for update` : sql``
  const { rows } =
    await sql<Row>`select id, code, percent::text, amount::float8, currency, every_product, valid_from, valid_to,
      most_uses, most_per_person, every_period
    from discount_code where organisation_id = ${organisation_id} and lower(code) = lower(${wish.code.trim()}) and active
    ${lock}`.execute(db)
  const found = rows[0]
  if (!found) throw new AppError('not_found', 'There is no such code.', FIELD)
  const refuse = (reason: string): never => {
    throw new AppError('not_possible', reason, FIELD)
  }
  // Counted once the lock is held: a statement that waits for it counts what was there before.
  const { rows: counts } = await sql<{ all: number; own: number; is_for: boolean }>`
    select count(*)::int as all, count(*) filter (where user_id = ${user_id})::int as own,
      exists (select from discount_product where discount_code_id = ${found.id} and product_id = ${product.id}) as is_for
    from subscription where discount_code_id = ${found.id}`.execute(db)
  const { all, own, is_for } = counts[0]!
  if (today < (found.valid_from ?? today)) refuse(`${found.code} is valid from ${dateText(found.valid_from!)}.`)
  if (today > (found.valid_to ?? today)) refuse(`${found.code} was valid until ${dateText(found.valid_to!)}.`)
  if (!found.every_product && !is_for) refuse(`${found.code} is not for ${product.name}.`)
  if (found.amount !== null && found.currency !== product.currency) {
    refuse(`${found.code} is in ${found.currency}, ${product.name} in ${product.currency}.`)
  }
  if (all >= (found.most_uses ?? Infinity)) refuse(`${found.code} has been used as often as it may be.`)
  if (own >= (found.most_per_person ?? Infinity)) refuse(`You have used ${found.code} already.`)
  return found
}

const FIELD = 'discount_code'

export type DiscountWish = {
  organisation_id: number
  code: string
  product: { id: number; name: string; currency: string }
  user_id: number
  today: string
  locks?: boolean
}
type Row = FoundDiscount & {
  currency: string
  every_product: boolean
  valid_from: string | null
  valid_to: string | null
  most_uses: number | null
  most_per_person: number | null
}
