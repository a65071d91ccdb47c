import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import { administers } from '../../crud/belonging.ts'
import { figuresOf } from '../../crud/quotas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import type { AreaGeometry } from '../geometry/index.ts'

/** Boundaries of rule `alone` that apply to one tracker: it breaks all of them but those it is in. */
const MAX_ALONE = 50

/**
 * Checks the limit after a boundary was written.
 *
 * @throws {AppError} not_possible, with the limit
 */
export async function checkAlone(trx: Trx, organisation_id: number): Promise<void> {
  // Exact for parallel requests.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alone ${organisation_id}`}, 0))`.execute(trx)
  const { rows } = await sql<{ most: number }>`
    with alone as (
      select id, owner_user_id, all_trackers from boundary
      where organisation_id = ${organisation_id} and active and rule = 'alone'
    )
    select ((select count(*) from alone where all_trackers and owner_user_id is null)
      + coalesce((select max(n) from (select count(*) as n from alone
          where all_trackers and owner_user_id is not null group by owner_user_id) owned), 0)
      + coalesce((select max(n) from (select count(*) as n from alone
          join boundary_tracker l on l.organisation_id = ${organisation_id} and l.boundary_id = alone.id
          where not all_trackers group by l.tracker_id) linked), 0))::int as most`.execute(trx)
  if (rows[0]!.most > MAX_ALONE) {
    throw new AppError(
      'not_possible',
      `rule: at most ${MAX_ALONE} boundaries by themselves may apply to a tracker, since it is outside of all but few.`,
      'rule',
    )
  }
}

/**
 * Checks the positions of an area before the database sees it: fewer are allowed to members who do not administer the
 * organisation.
 *
 * @throws {AppError} not_possible, with both figures
 */
export async function checkVertices(db: Db, defaults: QuotaDefaults, viewer: Viewer, area: Drawn): Promise<void> {
  const { organisation_id, geometry } = area
  const vertices = countPositions(geometry)
  const most = await mostVertices(db, defaults, viewer, organisation_id)
  if (vertices <= most) return
  const whose = administers(viewer, organisation_id) ? 'a boundary of this organisation' : 'a boundary of one person'
  throw new AppError(
    'not_possible',
    `geometry: has ${vertices} positions; ${whose} may have ${most}. Please simplify it: POST boundary/simplify.`,
    'geometry',
  )
}

/** The positions that a boundary may have which the viewer draws. */
export async function mostVertices(db: Db, defaults: QuotaDefaults, viewer: Viewer, organisation_id: number) {
  const figures = await figuresOf(db, defaults, organisation_id)
  return figures[administers(viewer, organisation_id) ? 'boundary_vertices' : 'boundary_vertices_of_person']!
}

/** The positions of all rings, each with the one that closes it. */
export function countPositions(geometry: AreaGeometry): number {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
}

type Drawn = { organisation_id: number; geometry: AreaGeometry }
