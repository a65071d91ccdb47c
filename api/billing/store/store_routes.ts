import { sql } from 'kysely'
import { Type } from 'typebox'
import { Amount, DiscountText } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { admit } from '../../crud/roles/limit.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { reloadViewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { wrong } from '../../http/errors.ts'
import { checkBilling, todayOf, withBilling } from '../access.ts'
import { ensureBooks } from '../books/defaults.ts'
import { invoice } from '../invoices/invoice.ts'
import { begin } from '../subscriptions/begin.ts'
import { subscription } from '../subscriptions/subscription.ts'
import { joinByProduct } from './join.ts'
import { readStore, Store } from './read_store.ts'
import { visibleProduct } from './visible.ts'

const tags = ['subscriptionStore']

export const listSellers = defineAction({
  method: 'GET',
  path: 'subscriptionStore/organisations',
  public: true,
  tags,
  summary: 'List the organisations with public prices',
  answer: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  async run({ context: { db } }) {
    const { rows } = await sql<{ id: number; name: string }>`
      select o.id, o.name from organisation o join organisation_config c on c.organisation_id = o.id
      where 'billing' = any(c.features) and exists (select from product p where p.organisation_id = o.id
        and p.public and p.active and p.kind = 'membership') order by o.name limit 1000`.execute(db)
    return rows
  },
})

/** The store: prices for everyone where a product is public. */
export const readSubscriptionStore = defineAction({
  method: 'GET',
  path: 'subscriptionStore',
  public: true,
  tags,
  summary: 'Read what can be subscribed to; guests see what is public',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Store,
  run({ context: { db }, viewer, query }) {
    const organisation_id = query.organisation_id ?? (viewer && withBilling(viewer).memberships[0]?.organisation_id)
    if (!organisation_id) throw wrong('organisation_id', 'please name the organisation.')
    return readStore(db, viewer, organisation_id)
  },
})

/** The way into a membership. */
export const subscribe = defineAction({
  method: 'POST',
  path: 'subscriptionStore/subscribe',
  tags,
  summary: 'Subscribe to a product: once, however often it is sent. By a public product one joins its organisation',
  body: Type.Object(
    {
      product_id: Id,
      trial: Type.Optional(Type.Boolean()),
      discount_code: Type.Optional(DiscountText),
      first_gross: Type.Optional({ ...Amount, description: 'what was shown to pay first: 409 if it is another' }),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({ subscription: subscription.row, invoice: Nullable(invoice.row) }),
  status: [201, 200],
  config: { idempotent: true },
  async run({ context, viewer, request, body: { product_id, ...wanted } }) {
    const { db } = context
    checkNotImpersonating(viewer)
    const product = await visibleProduct(db, viewer, product_id)
    const { organisation_id } = product
    await checkBilling(db, organisation_id)
    await ensureBooks(db, [organisation_id])
    await takeAttempt(db, 'subscribe', viewer.user_id)
    if (wanted.discount_code) {
      await takeAttempt(db, 'discount_code', viewer.user_id)
      await takeAttempt(db, 'discount_code_address', request.ip)
    }
    const { id, created } = await transact(context, async (trx) => {
      await joinByProduct(trx, viewer, product)
      const today = await todayOf(trx, organisation_id)
      const by_person = !viewer.api_key
      const wish = { organisation_id, user_id: viewer.user_id, product_id, ...wanted, by_person, today }
      const begun = await begin(trx, wish)
      if (begun.created) {
        const about = { organisation_id, entity: 'subscription', entity_id: begun.id }
        const details = wanted.discount_code ? { discount_code: wanted.discount_code } : {}
        await audit(trx, viewer, 'subscription.create', { ...about, details })
      }
      return begun
    })
    // As a member, from now on.
    const reloaded = await reloadViewer(db, viewer)
    const member = reloaded ? admit(reloaded, 'billing', 'write') : viewer
    const data = await read(db, subscription, member, id)
    const own = data.invoice_id === null ? null : await read(db, invoice, member, data.invoice_id)
    const welcome = `Welcome. Your membership ${data.is_open ? 'has begun' : 'opens when it is paid'}.`
    const message = created ? welcome : 'You have this membership already.'
    return answerWith({ subscription: data, invoice: own }, { message, status: created ? 201 : 200 })
  },
})
