import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { fillDrivers } from '#db/movement/drivers.ts'
import { plannedTimes } from '#db/movement/planned.ts'
import type { Viewer } from '../../../crud/viewer.ts'
import { AppError, wrong } from '../../../http/errors.ts'
import { dispatchesPlan, readsPlan } from '../../access/scopes.ts'
import { lockTrackers } from '../shifts.ts'
import { isSome, organisationOf } from '../subjects.ts'

/** A year, so that the times of a plan are few. */
const MOST_DAYS = 366

/** The organisation of the tracker or group of a plan, which the viewer dispatches. @throws {AppError} */
export async function organisationOfPlan(
  trx: Trx,
  viewer: Viewer,
  { tracker_id, group_id }: Subject,
  within?: number,
): Promise<number> {
  if (tracker_id && group_id) throw wrong('group_id', 'give a tracker or a group, not both.')
  const unknown = (what: string, field: string) => new AppError('not_found', `There is no such ${what}.`, field)
  if (tracker_id) {
    const of = await organisationOf(trx, viewer, tracker_id)
    if (within !== undefined && of !== within) throw unknown('tracker', 'tracker_id')
    return of
  }
  if (!group_id) throw wrong('tracker_id', 'give a tracker or a group.')
  const group = await trx
    .selectFrom('tracker_group')
    .select('organisation_id')
    .where('id', '=', group_id)
    .forKeyShare()
    .executeTakeFirst()
  const of = sql`select ${group?.organisation_id ?? 0}::bigint as organisation_id, null::bigint as tracker_id,
    ${group_id}::bigint as group_id`
  if (!group || Number(within ?? group.organisation_id) !== Number(group.organisation_id))
    throw unknown('group', 'group_id')
  if (!(await isSome(trx, of, dispatchesPlan(viewer, 'subject')))) throw unknown('group', 'group_id')
  return Number(group.organisation_id)
}

/** @throws {AppError} bad_request, which names the field */
export function checkPlan({ tracker_id, group_id, starts_on, until_on, weekdays }: Times): void {
  if (!tracker_id && !group_id) throw wrong('tracker_id', 'give a tracker or a group.')
  if (tracker_id && group_id) throw wrong('group_id', 'give a tracker or a group, not both.')
  if (weekdays.length === 0) {
    if (until_on) throw wrong('weekdays', 'on which days of the week is it repeated?')
    return
  }
  if (!until_on) throw wrong('until_on', 'until when is it repeated?')
  const days = (Date.parse(until_on) - Date.parse(starts_on)) / 86_400_000
  if (days < 0) throw wrong('until_on', 'is before the first day.')
  if (days > MOST_DAYS) throw wrong('until_on', `is more than ${MOST_DAYS} days after the first day.`)
}

/** Locks what two plans must not share at a time: drivers, and trackers, whose trips are then not written either. */
export async function lockPlanned(trx: Trx, organisation_id: number, ...plans: Planned[]): Promise<void> {
  const drivers = plans.map(({ driver_id }) => Number(driver_id))
  await sql`select from driver d where d.organisation_id = ${organisation_id} and d.id = any(${drivers}::bigint[])
    order by d.id for no key update of d`.execute(trx)
  const trackers = plans.flatMap(({ tracker_id }) => (tracker_id ? [Number(tracker_id)] : []))
  await lockTrackers(trx, organisation_id, trackers)
}

/** Checks the times of a written plan, and writes its driver into the trips that nothing else says who drove. */
export async function fillPlan(trx: Trx, viewer: Viewer, { organisation_id, id, was }: Written): Promise<void> {
  await checkFree(trx, viewer, organisation_id, id)
  const is = await spanOfPlan(trx, organisation_id, id)
  const spans = [was, is].flatMap((span) => (span ? [{ ...span, always: true }] : []))
  await fillDrivers(trx, spans)
}

/** The tracker and the time of a plan until now; null without either. */
export async function spanOfPlan(trx: Trx, organisation_id: number, id: number): Promise<Span | null> {
  const { rows } = await sql<Span>`select p.organisation_id, p.tracker_id, min(t.begins_at) as since,
      least(max(t.ends_at), now()) as until
    from planned_shift p cross join lateral ${plannedTimes('p', sql`'-infinity'::timestamptz`, sql`now()`)} t
    where p.organisation_id = ${organisation_id} and p.id = ${id} and p.tracker_id is not null
    group by p.organisation_id, p.tracker_id`.execute(trx)
  return rows[0] ?? null
}

/**
 * A driver is in one place at a time, and a tracker has one driver. What the viewer does not see is not named.
 *
 * @throws {AppError} bad_request without any time, conflict with another plan
 */
async function checkFree(trx: Trx, viewer: Viewer, organisation_id: number, id: number): Promise<void> {
  const [always, never] = [sql`'-infinity'::timestamptz`, sql`'infinity'::timestamptz`]
  const { rows: mine } = await sql<{ since: string | null; until: string | null }>`
    select min(t.begins_at) as since, max(t.ends_at) as until from planned_shift p
    cross join lateral ${plannedTimes('p', always, never)} t
    where p.organisation_id = ${organisation_id} and p.id = ${id}`.execute(trx)
  const { since, until } = mine[0]!
  if (since === null) throw wrong('weekdays', 'there is no such day from the first to the last.')
  const [from, to] = [sql`${since}::timestamptz`, sql`${until}::timestamptz`]
  const { rows: others } = await sql<Other>`
    select o.driver_id = p.driver_id as of_driver,
      case when s.seen then coalesce(nullif(k.name, ''), k.number, g.name) end as subject,
      case when s.seen or o.driver_id = p.driver_id then d.name end as driver_name,
      to_char(t.begins_at at time zone z.timezone, 'YYYY-MM-DD HH24:MI') as begins
    from planned_shift p
    join organisation z on z.id = p.organisation_id
    join planned_shift o on o.organisation_id = p.organisation_id and o.id <> p.id
      and (o.driver_id = p.driver_id or o.tracker_id = p.tracker_id)
    cross join lateral ${plannedTimes('o', from, to)} t
    join lateral ${plannedTimes('p', sql`t.begins_at`, sql`t.ends_at`)} own on true
    join driver d on d.organisation_id = o.organisation_id and d.id = o.driver_id
    left join tracker k on k.organisation_id = o.organisation_id and k.id = o.tracker_id
    left join tracker_group g on g.organisation_id = o.organisation_id and g.id = o.group_id
    cross join lateral (select ${readsPlan(viewer, 'o')} as seen) s
    where p.organisation_id = ${organisation_id} and p.id = ${id}
    order by t.begins_at limit 1`.execute(trx)
  if (others[0]) throw overlap(others[0])
}

function overlap({ of_driver, driver_name, subject, begins }: Other): AppError {
  if (of_driver) {
    const where = subject === null ? '' : ` for ${subject}`
    return new AppError('conflict', `driver_id: ${driver_name} is planned${where} from ${begins}.`, 'driver_id')
  }
  const name = driver_name ?? 'another driver'
  return new AppError('conflict', `tracker_id: ${name} is planned for this tracker from ${begins}.`, 'tracker_id')
}

type Subject = { tracker_id?: number | null; group_id?: number | null }
type Times = Subject & { starts_on: string; until_on: string | null; weekdays: readonly number[] }
type Planned = { driver_id: number; tracker_id: number | null }
type Written = { organisation_id: number; id: number; was?: Span | null }
type Span = { organisation_id: number; tracker_id: number; since: string; until: string }
type Other = { of_driver: boolean; driver_name: string | null; subject: string | null; begins: string }
