import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { readsShared } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'

/**
 * The boundaries of rule `any` that wholly contain one of the same rule and apply to trackers of it: a tracker that
 * leaves the inner one is inside these still, so that no alert is raised. At most five, by name.
 */
export async function readContaining(db: Kysely<Database>, viewer: Viewer, id: number): Promise<Containing[]> {
  const { rows } = await sql<Containing>`
    select boundary.id, boundary.name, boundary.schedule is not null as is_scheduled
    from boundary inside
    cross join lateral (
      select distinct p.boundary_id from boundary_part p
      where p.organisation_id = inside.organisation_id and p.rule = 'any' and p.boundary_id <> inside.id
        and p.reach && st_pointonsurface(inside.geometry)
    ) candidate
    join boundary on boundary.organisation_id = inside.organisation_id and boundary.id = candidate.boundary_id
    where inside.id = ${id} and inside.organisation_id = any(array(select o.id from organisation o))
      and inside.active and inside.rule = 'any' and ${readsShared(viewer, 'boundary')}
      and st_covers(boundary.geometry, inside.geometry)
      and (boundary.owner_user_id is null or inside.owner_user_id is null
        or boundary.owner_user_id = inside.owner_user_id)
      and (boundary.all_trackers or inside.all_trackers or exists (
        select from boundary_tracker l
        join boundary_tracker m on m.organisation_id = l.organisation_id and m.tracker_id = l.tracker_id
        where l.organisation_id = inside.organisation_id and l.boundary_id = inside.id
          and m.boundary_id = boundary.id))
    order by boundary.name, boundary.id
    limit 5`.execute(db)
  return rows
}

/** What an answer says about a boundary that was saved; null if nothing contains it. */
export async function containingRemark(db: Kysely<Database>, viewer: Viewer, id: number): Promise<string | null> {
  const containing = await readContaining(db, viewer, id)
  if (containing.length === 0) return null
  const { name } = await db.selectFrom('boundary').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  const others = containing.map((other) => other.name).join(', ')
  return `Trackers in ${name} are also inside ${others}: leaving ${name} alone raises no alert.`
}

/** `is_scheduled`: it contains them at its times only. */
export type Containing = { id: number; name: string; is_scheduled: boolean }
