import type { FastifyRequest } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { opened } from '#db/tables/billing/values.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import type { ApiContext } from '../../context.ts'
import { organisationIn } from '../../crud/features.ts'
import { isOpenTo } from '../../crud/session/open_to.ts'
import { managesAll, seesAll, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { dueOn, instalmentOf } from '../instalments/due.ts'
import { isPaused } from '../pauses/paused.ts'

/**
 * A hook for the routes of a feature that an organisation sells (`opens` of a product): its Users and Customers change
 * something there only with a live membership, paid where it opens on payment. What is recorded stays readable and can be exported;
 * devices continue to report.
 */
export function requireOpened(feature: Feature, { db }: ApiContext) {
  if (!(opened as readonly Feature[]).includes(feature)) return null
  return async (request: FastifyRequest): Promise<void> => {
    const { viewer, method, routeOptions } = request
    if (!viewer || viewer.platform_admin || method === 'GET' || method === 'HEAD') return
    if (isOpenTo(routeOptions, 'lapsed')) return
    const closed = await closedIn(db, viewer, feature)
    if (closed.length === 0) return
    const isClosed = (id: unknown) => closed.some(({ organisation_id }) => organisation_id === Number(id))
    const open = viewer.memberships.filter((one) => !isClosed(one.organisation_id) && one.features.includes(feature))
    const named = organisationIn(request.body) ?? organisationIn(request.query)
    if (open.length === 0 || isClosed(named)) throw lapsed(closed[0]!.products)
    request.viewer = { ...viewer, memberships: viewer.memberships.filter((one) => !isClosed(one.organisation_id)) }
  }
}

/** The viewer's organisations that sell the feature, and in which they have no live membership that opens it. */
async function closedIn(db: Db, { user_id, memberships }: Viewer, feature: Feature): Promise<Closed[]> {
  const unlimited = [...seesAll, ...managesAll]
  const ids = memberships
    .filter(
      ({ features, role_name }) =>
        features.includes('billing') && features.includes(feature) && !unlimited.includes(role_name),
    )
    .map(({ organisation_id }) => organisation_id)
  if (ids.length === 0) return []
  const { rows } = await sql<Closed>`/* closed_features */
    select p.organisation_id, string_agg(p.name, ', ' order by p.position, p.id) as products from product p
    where p.organisation_id = any(${ids}::bigint[]) and p.active and ${feature}::text = any(p.opens)
      and not exists (select from subscription s where s.organisation_id = p.organisation_id
        and (s.user_id = ${user_id} or s.id in (select m.subscription_id from subscription_member m
          where m.user_id = ${user_id} and m.state = 'joined'))
        and ${opensNow('s')} and ${feature}::text = any(s.opens))
    group by p.organisation_id`.execute(db)
  return rows
}

/** Whether the membership of a row grants its features today. */
export const opensNow = (subscription: string) =>
  sql<SqlBool>`(${sql.ref(`${subscription}.state`)} in ('trial', 'active', 'grace')
    and (${sql.ref(`${subscription}.opening`)} = 'at_once' or not ${isUnpaid(subscription)})
    and (${sql.ref(`${subscription}.pause_opens`)} or not ${isPaused(subscription)}))`

/**
 * Whether something is to be paid of a membership's periods that have begun: of instalments the first, or one that is
 * overdue; for a person who has joined it since, what is overdue.
 */
export function isUnpaid(subscription: string): RawBuilder<SqlBool> {
  const [id, renewal] = ['id', 'renewal_invoice_id'].map((column) => sql.ref(`${subscription}.${column}`))
  return sql`exists (select from invoice due where due.subscription_id = ${id} and due.type = 'invoice'
    and due.state = 'authorised' and due.id is distinct from ${renewal}
    and (${instalmentOf('due')} < 2 and ${ofMember('due')} is not true or ${dueOn('due')} < current_date))`
}

/** Whether an invoice is for a person who has joined a membership midway. */
export const ofMember = (invoice: string) =>
  sql<SqlBool>`(${sql.ref(`${invoice}.client_key`)} like 'subscription % member %')`

const lapsed = (products: string) =>
  new AppError(
    'forbidden',
    `This needs a membership: ${products}. What you have recorded stays readable and can be exported.`,
  )

type Closed = { organisation_id: number; products: string }
