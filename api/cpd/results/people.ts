import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsPersonal, withCpd } from '../access.ts'
import { allows } from '../audience.ts'
import type { Cycle } from './evaluate_plans.ts'

/** The people of a cycle whom the viewer may read: all for administrators, those they supervise or audit for others. */
export async function findPeople(
  db: Db,
  viewer: Viewer,
  { cycle, ids, search, all = false }: PeopleSelection,
): Promise<PersonRow[]> {
  const administers = organisationsOf(withCpd(viewer), ...managesAll).includes(cycle.organisation_id)
  const readable =
    all || viewer.platform_admin
      ? sql<SqlBool>`true`
      : administers
        ? sql<SqlBool>`${readsPersonal(viewer, 'person')}`
        : sql<SqlBool>`(${readsPersonal(viewer, 'person')} and person.user_id <> ${viewer.user_id})`
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  const { rows } = await sql<PersonRow>`
    with person as (${peopleOf(sql`${cycle.id}`)})
    select person.user_id, ${displayNameOf('u')} as person, p.id as plan_id, p.state as plan_state,
      p.result is not null as is_kept, p.closed_at
    from person join user_account u on u.id = person.user_id
      left join devplan p on p.user_id = person.user_id and p.devcycle_id = ${cycle.id}
    where ${readable}
      and ${ids ? sql`person.user_id = any(${`{${ids.join(',')}}`}::bigint[])` : sql`true`}
      and ${pattern ? sql`(${displayNameOf('u')} ilike ${pattern} or u.username ilike ${pattern})` : sql`true`}
    order by lower(${displayNameOf('u')}), person.user_id limit ${MAX_PEOPLE + 1}`.execute(db)
  if (rows.length > MAX_PEOPLE) {
    throw new AppError('not_possible', `This cycle has more than ${MAX_PEOPLE} people. Please search for some of them.`)
  }
  return rows
}

/** Of an open cycle its audience and all who have a plan in it, of a closed one those whose results were kept. */
export const peopleOf = (cycle_id: RawBuilder<unknown>) => sql`
  select am.user_id, am.organisation_id from devcycle join membership am on am.organisation_id = devcycle.organisation_id
    join user_account u on u.id = am.user_id and u.active and u.deleted_at is null
  where devcycle.id = ${cycle_id} and devcycle.expired_at is null
    and ${allows(sql`am.user_id`, sql.ref('am.role_name'))}
  union
  select p.user_id, p.organisation_id from devplan p join devcycle c on c.id = p.devcycle_id
    join user_account u on u.id = p.user_id and u.deleted_at is null
  where p.devcycle_id = ${cycle_id} and (c.expired_at is not null or exists (select from membership m
    where m.organisation_id = p.organisation_id and m.user_id = p.user_id))`

export const MAX_PEOPLE = 20_000

type PeopleSelection = {
  cycle: Cycle
  ids?: number[] | undefined
  search?: string | undefined
  /** Also people whom the viewer may not read: for totals without names. */
  all?: boolean
}
export type PersonRow = {
  user_id: number
  person: string
  plan_id: number | null
  plan_state: string | null
  /** Their result does not change any more; it is large, so read where it is needed only. */
  is_kept: boolean
  /** The person's own period may be closed before the cycle is. */
  closed_at: string | null
}
