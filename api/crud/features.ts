import type { FastifyRequest } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import { AppError } from '../http/errors.ts'
import { managesAll, seesAll, type Viewer } from './viewer.ts'

/** What an organisation may have, as sentences name it. */
const names: Record<Feature, string> = {
  tracking: 'Tracking is',
  files: 'Files are',
  cpd: 'Professional development is',
  billing: 'Billing is',
}

/** The error of a feature that is switched off. */
export const featureOff = (feature: Feature) =>
  new AppError('not_implemented', `${names[feature]} switched off for this organisation.`)

/** The viewer, as a member of the organisations that have the feature. */
export function withFeature(viewer: Viewer, feature: Feature): Viewer {
  return { ...viewer, memberships: viewer.memberships.filter(({ features }) => features.includes(feature)) }
}

/** @throws {AppError} not_implemented where all organisations of the viewer have the feature switched off */
export function checkFeature(viewer: Viewer, feature: Feature): void {
  const { platform_admin, memberships } = viewer
  if (!platform_admin && memberships.length > 0 && withFeature(viewer, feature).memberships.length === 0) {
    throw featureOff(feature)
  }
}

/**
 * A hook for the routes of a feature: they know the viewer as a member of the organisations that have it, and answer 501
 * where the one that the request names has not, or none of the viewer's has.
 */
export function requireFeature(feature: Feature) {
  return async (request: FastifyRequest): Promise<void> => {
    const { viewer } = request
    if (!viewer) return
    const named = organisationIn(request.query) ?? organisationIn(request.body)
    const membership = viewer.memberships.find(({ organisation_id }) => organisation_id === named)
    if (membership && !membership.features.includes(feature)) throw featureOff(feature)
    checkFeature(viewer, feature)
    request.viewer = withFeature(viewer, feature)
  }
}

const organisationIn = (input: unknown) => (input as { organisation_id?: unknown } | null | undefined)?.organisation_id

/** What reads or exports although it is a POST, what keeps people safe, and what is done for another person. */
export const staysOpen = [
  '/file/:file_id/download',
  '/file/:file_id/view',
  '/file/zip',
  '/job',
  '/attachment/:attachment_id/download',
  '/attachment/:attachment_id/view',
  '/cpd/sendreport',
  '/procedure/nhi',
  '/procedures/nhi',
  '/alert/acknowledge',
  '/alerts/acknowledge',
  '/alert/snooze',
  '/devplan/agree',
  '/devplan/return',
  '/devplan/review',
  '/devactivity/verify',
  '/devform/agree',
  '/devform/return',
  '/procedure/approve',
  '/cpd/report/address',
]

/**
 * A hook for the routes of a feature that an organisation sells (`opens` of a product): its Users and Customers change
 * something there only with a live membership, paid where it opens on payment. What is recorded stays readable and can be exported; devices continue to
 * report.
 */
export function requireOpened(db: Db, feature: Feature) {
  return async (request: FastifyRequest): Promise<void> => {
    const { viewer, method, routeOptions } = request
    if (!viewer || viewer.platform_admin || method === 'GET' || method === 'HEAD') return
    if (staysOpen.includes(routeOptions.url?.replace('/api/v1', '') ?? '')) return
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
  const { rows } = await sql<Closed>`
    select p.organisation_id, string_agg(p.name, ', ' order by p.position, p.id) as products from product p
    where p.organisation_id in (${sql.join(ids)}) and p.active and ${feature} = any(p.opens)
      and not exists (select from subscription s where s.user_id = ${user_id} and s.organisation_id = p.organisation_id
        and ${opensNow('s')} and ${feature} = any(s.opens))
    group by p.organisation_id`.execute(db)
  return rows
}

/** Whether the membership of a row grants its features today. */
export const opensNow = (subscription: string) =>
  sql<SqlBool>`(${sql.ref(`${subscription}.state`)} in ('trial', 'active', 'grace')
    and (${sql.ref(`${subscription}.opening`)} = 'at_once' or not ${isUnpaid(subscription)}))`

/** Whether something is to be paid of a membership's periods that have begun. */
export function isUnpaid(subscription: string): RawBuilder<SqlBool> {
  const [id, renewal] = ['id', 'renewal_invoice_id'].map((column) => sql.ref(`${subscription}.${column}`))
  return sql`exists (select from invoice due where due.subscription_id = ${id} and due.type = 'invoice'
    and due.state = 'authorised' and due.id is distinct from ${renewal})`
}

const lapsed = (products: string) =>
  new AppError(
    'forbidden',
    `This needs a membership: ${products}. What you have recorded stays readable and can be exported.`,
  )

type Closed = { organisation_id: number; products: string }
