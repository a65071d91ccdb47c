import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Amount, AmountsAre, Opening, Opens, Percent, Period } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { isMember } from '../../crud/belonging.ts'
import { read } from '../../crud/crud.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { reloadViewer, type Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { joinedOrganisation } from '../../people/joined.ts'
import { checkBilling, todayOf, withBilling } from '../access.ts'
import { ensureBooks } from '../books/defaults.ts'
import { invoice } from '../invoices/invoice.ts'
import { begin } from '../subscriptions/begin.ts'
import { subscription } from '../subscriptions/subscription.ts'
import { readStore } from './read_store.ts'

const Query = Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false })
const SubscribeBody = Type.Object(
  { product_id: Id, trial: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
const Offered = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  description: Type.String(),
  period: Period,
  trial_days: Type.Integer(),
  net: Amount,
  tax: Amount,
  gross: Amount,
  currency: Type.String(),
  digits: Type.Integer(),
  amounts_are: AmountsAre,
  tax_name: Type.String(),
  tax_rate: Percent,
  opens: Opens,
  opening: Opening,
  public: Type.Boolean(),
  trial_available: Type.Boolean(),
  subscription: Nullable(subscription.row),
})
const Store = Type.Object({
  organisation: Type.Object({ id: Id, name: Type.String() }),
  is_member: Type.Boolean(),
  products: Type.Array(Offered),
})
const Seller = Type.Object({ id: Id, name: Type.String() })

/** The store: prices for everyone where a product is public, and the way into a membership. */
export function addStore(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['subscriptionStore']

  app.get('/subscriptionStore/organisations', {
    schema: {
      tags,
      summary: 'List the organisations with public prices',
      response: answers({ 200: Type.Array(Seller), 260: Type.Array(Seller) }),
      security: [],
    },
    async handler(_request, reply) {
      const { rows } = await sql<{ id: number; name: string }>`
        select o.id, o.name from organisation o join organisation_config c on c.organisation_id = o.id
        where 'billing' = any(c.features) and exists (select from product p where p.organisation_id = o.id
          and p.public and p.active and p.kind = 'membership') order by o.name limit 1000`.execute(db)
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows })
    },
  })

  app.get('/subscriptionStore', {
    schema: {
      tags,
      summary: 'Read what can be subscribed to; guests see what is public',
      querystring: Query,
      response: answers({ 200: Store }),
      security: [],
    },
    async handler(request) {
      const { viewer } = request
      const organisation_id =
        request.query.organisation_id ?? (viewer && withBilling(viewer).memberships[0]?.organisation_id)
      if (!organisation_id) throw wrong('organisation_id', 'please name the organisation.')
      return { data: (await readStore(db, viewer, organisation_id)) as never }
    },
  })

  app.post('/subscriptionStore/subscribe', {
    config: { idempotent: true },
    schema: {
      tags,
      summary: 'Subscribe to a product: once, however often it is sent. By a public product one joins its organisation',
      body: SubscribeBody,
      response: answers({
        200: Type.Object({ subscription: subscription.row, invoice: Nullable(invoice.row) }),
        201: Type.Object({ subscription: subscription.row, invoice: Nullable(invoice.row) }),
      }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const { product_id, trial } = request.body
      const product = await visibleProduct(context, viewer, product_id)
      const { organisation_id } = product
      await checkBilling(db, organisation_id)
      await ensureBooks(db, [organisation_id])
      await takeAttempt(db, 'subscribe', viewer.user_id)
      const { id, created } = await transact(context, async (trx) => {
        await join(trx, viewer, product)
        const today = await todayOf(trx, organisation_id)
        const begun = await begin(trx, { organisation_id, user_id: viewer.user_id, product_id, trial, today })
        if (begun.created) {
          const about = { organisation_id, entity: 'subscription', entity_id: begun.id }
          await audit(trx, viewer, 'subscription.create', about)
        }
        return begun
      })
      // As a member, from now on.
      const member = (await reloadViewer(db, viewer)) ?? viewer
      const data = await read(db, subscription, member, id)
      const own = data.invoice_id && (await read(db, invoice, member, data.invoice_id))
      const welcome = data.is_open
        ? 'Welcome. Your membership has begun.'
        : 'Welcome. Your membership opens when it is paid.'
      const message = created ? welcome : 'You have this membership already.'
      return reply
        .code(created ? 201 : 200)
        .send({ data: { subscription: data, invoice: own || null }, message } as never)
    },
  })
}

/** @throws {AppError} not_found for a product of another organisation that is not public */
async function visibleProduct({ db }: ApiContext, viewer: Viewer, id: number) {
  const product = await db
    .selectFrom('product')
    .select(['id', 'organisation_id', 'public', 'active', 'joins_as'])
    .where('id', '=', id)
    .executeTakeFirst()
  const own = viewer.memberships.some(({ organisation_id }) => organisation_id === product?.organisation_id)
  if (product && (own || (product.public && product.active))) return product
  throw new AppError('not_found', 'There is no such product.', 'product_id')
}

/** Makes the person a member by a public product, with the role that it says. */
async function join(
  trx: Trx,
  viewer: Viewer,
  { organisation_id, joins_as }: { organisation_id: number; joins_as: 'User' | 'Customer' },
) {
  const { user_id, session_id } = viewer
  if (await isMember(trx, organisation_id, user_id)) return
  const membership = await trx
    .insertInto('membership')
    .values({ organisation_id, user_id, role_name: joins_as })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!membership) return
  await checkQuota(trx, 'users', { id: organisation_id })
  await checkQuota(trx, 'organisations', { id: user_id })
  await joinedOrganisation(trx, user_id, session_id)
  await audit(trx, viewer, 'membership.join', { organisation_id, entity: 'membership', entity_id: membership.id })
}
