import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { ImportKind, WholeLine, Wrote } from '../../crud/imports/kind.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkAdministrator, todayOf } from '../access.ts'
import { ensureBooks } from '../books/defaults.ts'
import { concernNewcomer } from '../prices/concerned.ts'
import { agreed, findProduct } from '../subscriptions/begin.ts'
import { linkPeople } from '../subscriptions/link_people.ts'
import { subscription } from '../subscriptions/subscription.ts'
import { memberColumns } from './columns.ts'
import { contactFor } from './contact_for.ts'
import { dayIn } from './opening.ts'
import { paidPeriodOf } from './paid_period.ts'

/** Memberships that were paid in the books before: they renew here. */
export const members: ImportKind = {
  resource: subscription,
  key: ['name', 'product'],
  columns: memberColumns,
  same: ({ name = '', email = '', product = '' }) => [name, email, product].join('\n').toLowerCase(),
  whole: {
    prepare: (db, organisation_id) => ensureBooks(db, [organisation_id]),
    write: writeMember,
    finish: (trx, { organisation_id }) => linkPeople(trx, { organisation_id }),
    undo: removeMember,
  },
}

async function writeMember(trx: Trx, line: WholeLine): Promise<Wrote> {
  const { viewer, organisation_id, values, date_order, creates_missing: create } = line
  checkAdministrator(viewer, organisation_id)
  checkNotImpersonating(viewer)
  const product = await productOf(trx, organisation_id, values.product!)
  const { period } = product
  if (period === 'none') throw wrong('product', `${product.name} is for good: nothing is paid until a day.`)
  const until = dayIn(values, 'paid_until', date_order)
  const contact = await contactFor(trx, {
    organisation_id,
    name: values.name!,
    email: values.email,
    column: 'name',
    create,
  })
  const known = await findKnown(trx, contact, product.id)
  if (known.some(({ brought_until }) => brought_until === until)) return unchanged(known[0]!.id)
  const live = known.find(({ is_live }) => is_live)
  if (live) throw wrong('product', `this member has it here already, until ${live.period_ends_on ?? 'further notice'}.`)
  const today = await todayOf(trx, organisation_id)
  const paid = paidPeriodOf(until, { ...product, period }, today)
  const began_on = values.began_on ? dayIn(values, 'began_on', date_order) : paid.period_began_on
  if (began_on > until) throw wrong('began_on', 'is after paid_until.')
  const { id } = await trx
    .insertInto('subscription')
    .values({
      ...agreed(product),
      ...paid,
      organisation_id,
      contact_id: contact.id,
      user_id: contact.user_id,
      opening: product.opening,
      began_on,
      brought_until: until,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (paid.state === 'active') await concernNewcomer(trx, id)
  return { is: 'created', id, before: null, shown_once: null }
}

/** By its code, or its name. */
async function productOf(trx: Trx, organisation_id: number, text: string) {
  const { rows } = await sql<{
    id: number
  }>`select id::float8 as id from product where organisation_id = ${organisation_id}
    and kind = 'membership' and (lower(code) = ${text.toLowerCase()} or lower(name) = ${text.toLowerCase()})
    order by lower(code) = ${text.toLowerCase()} desc, active desc, id limit 1`.execute(trx)
  if (!rows[0]) throw wrong('product', `there is no membership ${text.slice(0, 60)} among the products.`)
  return findProduct(trx, organisation_id, rows[0].id)
}

async function findKnown(trx: Trx, contact: { id: number; user_id: number | null }, product_id: number) {
  const { rows } = await sql<Existing>`
    select id::float8 as id, brought_until, period_ends_on, state in ('trial', 'active', 'grace') as is_live
    from subscription where product_id = ${product_id}
      and (contact_id = ${contact.id} or user_id = ${contact.user_id}::bigint)
    order by id desc`.execute(trx)
  return rows
}

/** @throws {AppError} not_possible where it was invoiced, changed to another product or reminded of since */
async function removeMember(trx: Trx, { viewer, organisation_id, id }: Undone): Promise<void> {
  checkAdministrator(viewer, organisation_id)
  const row = await trx
    .selectFrom('subscription')
    .select(['period_ends_on', 'brought_until'])
    .where('id', '=', id)
    .where('organisation_id', '=', organisation_id)
    .where('brought_until', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such membership.', 'id')
  const { rows: used } = await sql`select 1 where exists (select from invoice where subscription_id = ${id})
    or exists (select from subscription_reminder where subscription_id = ${id})`.execute(trx)
  if (used.length > 0 || row.period_ends_on !== row.brought_until) {
    throw new AppError('not_possible', 'This membership has been invoiced or reminded of by now: cancel it instead.')
  }
  await trx.deleteFrom('subscription').where('id', '=', id).execute()
}

const unchanged = (id: number): Wrote => ({ is: 'same', id, before: null, shown_once: null })

type Undone = { viewer: WholeLine['viewer']; organisation_id: number; id: number }
type Existing = { id: number; brought_until: string | null; period_ends_on: string | null; is_live: boolean }
