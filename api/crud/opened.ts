import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import { AppError } from '../http/errors.ts'
import { managesAll, seesAll, type Viewer } from './viewer.ts'

/** What reads or exports although it is a POST, and what keeps people safe: it stays open. */
const always = [
  ...['/file/:file_id/download', '/file/:file_id/view', '/file/zip', '/job'],
  ...['/attachment/:attachment_id/download', '/attachment/:attachment_id/view'],
  ...['/cpd/sendreport', '/procedure/nhi', '/procedures/nhi', '/alert/acknowledge', '/alert/snooze'],
]

/**
 * A hook for the routes of a feature that an organisation sells (`opens` of a product): its Users and Customers change
 * something there only with a live membership. What is recorded stays readable and can be exported; devices continue to
 * report.
 */
export function requireOpened(db: Db, feature: Feature) {
  return async (request: FastifyRequest): Promise<void> => {
    const { viewer, method, routeOptions } = request
    if (!viewer || viewer.platform_admin || method === 'GET' || method === 'HEAD') return
    if (always.includes(routeOptions.url?.replace('/api/v1', '') ?? '')) return
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
        and s.state in ('trial', 'active', 'grace') and ${feature} = any(s.opens))
    group by p.organisation_id`.execute(db)
  return rows
}

const lapsed = (products: string) =>
  new AppError(
    'forbidden',
    `This needs a membership: ${products}. What you have recorded stays readable and can be exported.`,
  )

const organisationIn = (input: unknown) => (input as { organisation_id?: unknown } | null | undefined)?.organisation_id

type Closed = { organisation_id: number; products: string }
