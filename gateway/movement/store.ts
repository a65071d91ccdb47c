import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { profileOfTracker } from '#db/movement/profile_of.ts'
import { isServed } from '#db/moving/hold.ts'
import { limitOfGroups } from '#db/privacy/tracker_groups.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { profileOf } from './profiles.ts'
import { initialState, type Profile, type State } from './rules/index.ts'

/**
 * Takes over trackers that no living process follows, or reads those that this one follows already.
 *
 * @param takes_over from a living process, too: they report here now
 * @returns those that this process follows now; others are followed elsewhere, deleted or on hold
 */
export async function claim(
  db: Kysely<Database>,
  gateway_id: string,
  keys: TrackerKey[],
  takes_over: boolean,
): Promise<Followed[]> {
  const wanted = unnestRows(keys, { bigint: trackerKey }, 'k')
  const { rows } = await sql<Row>`/* claim_movement */
    with present as (
      -- Locked: one that is being removed is gone then.
      select t.organisation_id, t.id, t.type, t.speed_limit, ${profileOfTracker('t')} as profile_id,
        ${limitOfGroups('t')} as group_limit
      from ${wanted} join tracker t on t.organisation_id = k.organisation_id and t.id = k.tracker_id
      where ${isServed(sql`t.organisation_id`)} and not t.drill
      order by t.organisation_id, t.id for key share of t
    ), claimed as (
      insert into movement_checkpoint as c (organisation_id, tracker_id, gateway_id)
      select organisation_id, id, ${gateway_id} from present
      on conflict (organisation_id, tracker_id) do update set gateway_id = excluded.gateway_id
        where ${takes_over} or c.gateway_id is null or c.gateway_id = excluded.gateway_id or not ${isFollowedBy(sql`c.gateway_id`)}
      returning c.organisation_id, c.tracker_id, c.state
    )
    select c.organisation_id, c.tracker_id, c.state, t.type, t.speed_limit::float8 as speed_limit, t.group_limit, o.timezone, p.kind,
      p.settings, b.gateway_id is distinct from ${gateway_id} as was_elsewhere
    from claimed c
    join present t on t.organisation_id = c.organisation_id and t.id = c.tracker_id
    join organisation o on o.id = c.organisation_id
    left join movement_checkpoint b on b.organisation_id = c.organisation_id and b.tracker_id = c.tracker_id
    left join movement_profile p on p.organisation_id = t.organisation_id and p.id = t.profile_id`.execute(db)
  return rows.map(
    ({ organisation_id, tracker_id, state, type, speed_limit, group_limit, timezone, kind, settings, ...row }) => ({
      organisation_id: Number(organisation_id),
      tracker_id: Number(tracker_id),
      state: state ?? initialState,
      profile: profileOf({ type, kind, settings }),
      speed_limit,
      group_limit,
      timezone,
      was_elsewhere: state !== null && row.was_elsewhere,
    }),
  )
}

const isFollowedBy = (gateway_id: RawBuilder<unknown>) => sql`exists (select from gateway g
  where g.id = ${gateway_id} and not g.stopped and g.alive_at > now() - interval '60 seconds')`

/** Trackers of which something is to be found again, and that no other process follows. */
export async function listDirty(db: Kysely<Database>, gateway_id: string, most: number): Promise<TrackerKey[]> {
  const { rows } = await sql<TrackerKey>`/* dirty_movement */
    select c.organisation_id, c.tracker_id from movement_checkpoint c
    where (c.dirty_from is not null or c.recompute_from is not null) and ${isServed(sql`c.organisation_id`)}
      and (c.gateway_id is null or c.gateway_id = ${gateway_id} or not ${isFollowedBy(sql`c.gateway_id`)})
    order by c.organisation_id, c.tracker_id limit ${most}`.execute(db)
  return rows.map(keyOf)
}

/** Trackers with reports after their checkpoint that no process has in memory: after an upgrade, or one that died. */
export async function listUnread(db: Kysely<Database>, gateway_id: string, most: number): Promise<TrackerKey[]> {
  const { rows } = await sql<TrackerKey>`/* unread_movement */
    select s.organisation_id, s.tracker_id from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    where s.judged_at is not null and (c.through is null or c.through < s.judged_at)
      and ${isServed(sql`s.organisation_id`)}
      and not exists (select from tracker t
        where t.organisation_id = s.organisation_id and t.id = s.tracker_id and t.drill)
      and (c.gateway_id is null or (c.gateway_id = ${gateway_id} and c.written_at < now() - interval '10 minutes')
        or (c.gateway_id <> ${gateway_id} and not ${isFollowedBy(sql`c.gateway_id`)}))
    order by s.organisation_id, s.tracker_id limit ${most}`.execute(db)
  return rows.map(keyOf)
}

/** Trackers whose history has not been read at all: after an upgrade. */
export async function countUnread(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ unread: number }>`/* count_unread_movement */
    select count(*)::int as unread from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    where s.judged_at is not null and c.through is null`.execute(db)
  return rows[0]!.unread
}

const keyOf = ({ organisation_id, tracker_id }: TrackerKey): TrackerKey => ({
  organisation_id: Number(organisation_id),
  tracker_id: Number(tracker_id),
})

/**
 * Begins to compute a tracker again: what comes late from now on is another time.
 *
 * @returns from which report on, in milliseconds since 1970, and up to which time at least; null if nothing has changed
 */
export async function beginRecompute(db: Kysely<Database>, key: TrackerKey): Promise<Span | null> {
  const { rows } = await sql<Span>`
    update movement_checkpoint set recompute_from = least(recompute_from, dirty_from), dirty_from = null,
      recompute_until = greatest(recompute_until, dirty_until), dirty_until = null
    where organisation_id = ${key.organisation_id} and tracker_id = ${key.tracker_id}
      and (dirty_from is not null or recompute_from is not null)
    returning (extract(epoch from recompute_from) * 1000)::float8 as from,
      (extract(epoch from recompute_until) * 1000)::float8 as until`.execute(db)
  return rows[0] ?? null
}

/** Notes that reports have come in another order than they are followed in: they are found again. */
export async function markChanged(db: Kysely<Database>, changed: (TrackerKey & { at: number })[]): Promise<void> {
  await sql`/* mark_movement */ update movement_checkpoint c set dirty_from = least(c.dirty_from, to_timestamp(k.at / 1000)),
      dirty_until = greatest(c.dirty_until, to_timestamp(k.at / 1000))
    from ${unnestRows(changed, { bigint: trackerKey, float8: ['at'] }, 'k')}
    where c.organisation_id = k.organisation_id and c.tracker_id = k.tracker_id`.execute(db)
}

/** The last state at a rest before a time, and the times of those after it. */
export async function readMarks(db: Kysely<Database>, key: TrackerKey, before: number): Promise<Marks> {
  const { rows } = await sql<{ state: State; through: number }>`
    select m.state, (extract(epoch from m.through) * 1000)::float8 as through from movement_mark m
    where m.organisation_id = ${key.organisation_id} and m.tracker_id = ${key.tracker_id}
      and m.through >= coalesce((select max(n.through) from movement_mark n
        where n.organisation_id = m.organisation_id and n.tracker_id = m.tracker_id
          and n.through < ${timeOf(before)}), '-infinity')
    order by m.through`.execute(db)
  const first = rows[0]
  const has_before = first !== undefined && first.state.at < before
  return {
    from: has_before ? first.state : initialState,
    after: rows.slice(has_before ? 1 : 0).map(({ state }) => state),
  }
}

/**
 * Writes checkpoints of trackers that are locked, in the transaction of their segments.
 *
 * @returns the trackers that this process follows still; nothing is to be written for others
 */
export async function writeCheckpoints(
  trx: Trx,
  gateway_id: string,
  checkpoints: readonly Checkpoint[],
  { ends_recompute }: { ends_recompute: boolean },
): Promise<Set<number>> {
  const rows = checkpoints.map(({ key, state, movement }) => ({
    organisation_id: key.organisation_id,
    tracker_id: key.tracker_id,
    through: timeOf(state.at),
    state,
    movement: movement?.state ?? null,
    since: movement ? timeOf(movement.since) : null,
    distance_m: movement?.distance_m ?? null,
  }))
  const { rows: written } = await sql<{ tracker_id: number }>`/* write_checkpoints */
    update movement_checkpoint c set through = r.through, state = r.state, movement = r.movement, since = r.since,
      distance_m = r.distance_m, written_at = now(),
      recompute_from = case when ${ends_recompute} then null else c.recompute_from end,
      recompute_until = case when ${ends_recompute} then null else c.recompute_until end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (organisation_id bigint, tracker_id bigint,
      through timestamptz, state jsonb, movement text, since timestamptz, distance_m float8)
    where c.organisation_id = r.organisation_id and c.tracker_id = r.tracker_id and c.gateway_id = ${gateway_id}
    returning c.tracker_id`.execute(trx)
  return new Set(written.map(({ tracker_id }) => Number(tracker_id)))
}

/**
 * Locks organisations and trackers before anything else, in the order in which they are removed.
 *
 * @returns the trackers that are there; organisations on hold have none
 */
export async function lockTrackers(trx: Trx, keys: readonly TrackerKey[]): Promise<Set<number>> {
  const organisation_ids = [...new Set(keys.map(({ organisation_id }) => organisation_id))]
  await sql`select 1 from organisation o where o.id = any(${organisation_ids}::bigint[])
    order by o.id for key share of o`.execute(trx)
  const { rows } = await sql<{ id: number }>`/* lock_movement */ select t.id
    from ${unnestRows(keys, { bigint: trackerKey }, 'k')}
    join tracker t on t.organisation_id = k.organisation_id and t.id = k.tracker_id
    where ${isServed(sql`t.organisation_id`)} order by t.organisation_id, t.id for key share of t`.execute(trx)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Remembers a state at a rest, and forgets those that late data needs no more: one a week of the older ones is kept. */
export async function writeMark(trx: Trx, key: TrackerKey, state: State): Promise<void> {
  const through = timeOf(state.at)
  await sql`insert into movement_mark (organisation_id, tracker_id, through, state)
    values (${key.organisation_id}, ${key.tracker_id}, ${through}, ${JSON.stringify(state)}::jsonb)
    on conflict (organisation_id, tracker_id, through) do update set state = excluded.state`.execute(trx)
  await sql`delete from movement_mark m
    where m.organisation_id = ${key.organisation_id} and m.tracker_id = ${key.tracker_id}
      and m.through < ${through}::timestamptz - interval '7 days'
      and exists (select from movement_mark n where n.organisation_id = m.organisation_id
        and n.tracker_id = m.tracker_id and n.through < m.through
        and date_trunc('week', n.through) = date_trunc('week', m.through))`.execute(trx)
}

export async function deleteMarks(trx: Trx, key: TrackerKey, after: number, until: number | null): Promise<void> {
  await sql`delete from movement_mark where organisation_id = ${key.organisation_id}
    and tracker_id = ${key.tracker_id} and through > ${timeOf(after)}
    and ${until === null ? sql`true` : sql`through < ${timeOf(until)}`}`.execute(trx)
}

/** A `timestamptz` of milliseconds since 1970, with its microseconds. */
export function timeOf(at: number): string {
  const clamped = Math.max(at, FIRST_TIME)
  const milliseconds = Math.floor(clamped)
  const micros = Math.round((clamped - milliseconds) * 1000)
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`
}

/** Before all reports: the beginning of a state without any. */
const FIRST_TIME = Date.UTC(1970, 0, 1)

/** Another process follows the tracker now, it was deleted, or its organisation is on hold. */
export class NotFollowed extends Error {
  override name = 'NotFollowed'
}

export type TrackerKey = { organisation_id: number; tracker_id: number }
export type Followed = TrackerKey & {
  state: State
  profile: Profile
  /** Metres per second; null without one of its own. */
  speed_limit: number | null
  /** The lowest of its group and those that this is in. */
  group_limit: number | null
  timezone: string
  /** Whether another process followed it before this one. */
  was_elsewhere: boolean
}
export type Span = { from: number; until: number | null }
type Row = TrackerKey & {
  state: State | null
  type: 'gps' | 'phone'
  speed_limit: number | null
  group_limit: number | null
  timezone: string
  kind: string | null
  settings: Record<string, unknown> | null
  was_elsewhere: boolean
}
export type Checkpoint = {
  key: TrackerKey
  state: State
  movement: { state: string; since: number; distance_m: number | null } | null
}
type Marks = { from: State; after: State[] }
