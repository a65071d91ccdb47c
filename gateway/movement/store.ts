import { type Kysely, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { profileOf } from './profiles.ts'
import { initialState, type Profile, type State } from './rules/index.ts'

/**
 * Takes over trackers that no living process follows, or reads those that this one follows already.
 *
 * @returns those that this process follows now; others are followed elsewhere, deleted or on hold
 */
export async function claim(db: Kysely<Database>, gateway_id: string, keys: TrackerKey[]): Promise<Followed[]> {
  const wanted = unnestRows(keys, { bigint: trackerKey }, 'k')
  const { rows } = await sql<Row>`/* claim_movement */
    with claimed as (
      insert into movement_checkpoint as c (organisation_id, tracker_id, gateway_id)
      select t.organisation_id, t.id, ${gateway_id} from ${wanted}
      join tracker t on t.organisation_id = k.organisation_id and t.id = k.tracker_id
      where ${isServed(sql`t.organisation_id`)}
      order by t.organisation_id, t.id
      on conflict (organisation_id, tracker_id) do update set gateway_id = excluded.gateway_id
        where c.gateway_id is null or c.gateway_id = excluded.gateway_id or not exists (
          select from gateway g where g.id = c.gateway_id and not g.stopped
            and g.alive_at > now() - interval '60 seconds')
      returning c.organisation_id, c.tracker_id, c.state, c.dirty_from, c.recompute_from
    )
    select c.organisation_id, c.tracker_id, c.state, t.type, o.timezone, p.kind, p.settings
    from claimed c
    join tracker t on t.organisation_id = c.organisation_id and t.id = c.tracker_id
    join organisation o on o.id = c.organisation_id
    left join movement_profile p on p.organisation_id = t.organisation_id and p.id = t.movement_profile_id`.execute(db)
  return rows.map(({ organisation_id, tracker_id, state, type, timezone, kind, settings }) => ({
    organisation_id: Number(organisation_id),
    tracker_id: Number(tracker_id),
    state: state ?? initialState,
    profile: profileOf({ type, kind, settings }),
    timezone,
  }))
}

/** Trackers of which something is to be read from history: never followed, changed, or left by a process that died. */
export async function listBehind(db: Kysely<Database>, gateway_id: string, most: number): Promise<Behind[]> {
  const { rows } = await sql<Behind>`/* behind_movement */
    select s.organisation_id, s.tracker_id,
      (c.dirty_from is not null or c.recompute_from is not null) is true as is_dirty
    from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    left join gateway g on g.id = c.gateway_id and not g.stopped and g.alive_at > now() - interval '60 seconds'
    where s.judged_at is not null and ${isServed(sql`s.organisation_id`)}
      and (g.id is null or g.id = ${gateway_id})
      and (c.tracker_id is null or c.through is null or c.dirty_from is not null or c.recompute_from is not null
        or (c.through < s.judged_at and c.gateway_id is distinct from ${gateway_id})
        or c.through < s.judged_at - interval '10 minutes')
    order by c.dirty_from is null, s.organisation_id, s.tracker_id limit ${most}`.execute(db)
  return rows.map((row) => ({
    ...row,
    organisation_id: Number(row.organisation_id),
    tracker_id: Number(row.tracker_id),
  }))
}

/**
 * Begins to compute a tracker again: what comes late from now on is another time.
 *
 * @returns from which report on, in milliseconds since 1970; null if nothing has changed
 */
export async function beginRecompute(db: Kysely<Database>, key: TrackerKey): Promise<number | null> {
  const { rows } = await sql<{ from: number | null }>`
    update movement_checkpoint set recompute_from = least(recompute_from, dirty_from), dirty_from = null
    where organisation_id = ${key.organisation_id} and tracker_id = ${key.tracker_id}
      and (dirty_from is not null or recompute_from is not null)
    returning (extract(epoch from recompute_from) * 1000)::float8 as from`.execute(db)
  return rows[0]?.from ?? null
}

/** The last state at a rest before a time, and the times of those after it. */
export async function readMarks(db: Kysely<Database>, key: TrackerKey, before: number): Promise<Marks> {
  const { rows } = await sql<{ state: State; through: number }>`
    select m.state, (extract(epoch from m.through) * 1000)::float8 as through from movement_mark m
    where m.organisation_id = ${key.organisation_id} and m.tracker_id = ${key.tracker_id}
      and m.through >= coalesce((select max(n.through) from movement_mark n
        where n.organisation_id = m.organisation_id and n.tracker_id = m.tracker_id
          and n.through < ${new Date(before).toISOString()}), '-infinity')
    order by m.through`.execute(db)
  const first = rows[0]
  const has_before = first !== undefined && first.state.at < before
  return {
    from: has_before ? first.state : initialState,
    after: rows.slice(has_before ? 1 : 0).map(({ state }) => state),
  }
}

/**
 * Writes a tracker's checkpoint, in the transaction of its segments.
 *
 * @throws {NotFollowed} another process follows it now, or it was deleted
 */
export async function writeCheckpoint(
  trx: Trx,
  gateway_id: string,
  key: TrackerKey,
  { state, movement, ends_recompute }: Checkpoint,
): Promise<void> {
  await lockTracker(trx, key)
  const { rows } = await sql`
    update movement_checkpoint set through = ${timeOf(state.at)}, state = ${JSON.stringify(state)}::jsonb,
      movement = ${movement?.state ?? null}, since = ${movement ? timeOf(movement.since) : null},
      distance_m = ${movement?.distance_m ?? null}, written_at = now(),
      recompute_from = case when ${ends_recompute ?? false} then null else recompute_from end
    where organisation_id = ${key.organisation_id} and tracker_id = ${key.tracker_id} and gateway_id = ${gateway_id}
    returning 1`.execute(trx)
  if (rows.length === 0) throw new NotFollowed()
}

/**
 * Locks the organisation and the tracker before anything else, in the order in which they are removed.
 *
 * @throws {NotFollowed} they were removed, or the organisation is on hold
 */
export async function lockTracker(trx: Trx, { organisation_id, tracker_id }: TrackerKey): Promise<void> {
  const organisation = await sql`select 1 from organisation o where o.id = ${organisation_id}
    and ${isServed(sql`o.id`)} for key share of o`.execute(trx)
  const tracker = await sql`select 1 from tracker t where t.organisation_id = ${organisation_id}
    and t.id = ${tracker_id} for key share of t`.execute(trx)
  if (organisation.rows.length === 0 || tracker.rows.length === 0) throw new NotFollowed()
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

export class NotFollowed extends Error {
  override name = 'NotFollowed'
}

export type TrackerKey = { organisation_id: number; tracker_id: number }
export type Followed = TrackerKey & { state: State; profile: Profile; timezone: string }
export type Behind = TrackerKey & { is_dirty: boolean }
type Row = TrackerKey & {
  state: State | null
  type: 'gps' | 'phone'
  timezone: string
  kind: string | null
  settings: Record<string, unknown> | null
}
type Checkpoint = {
  state: State
  movement: { state: string; since: number; distance_m: number | null } | null
  ends_recompute?: boolean
}
type Marks = { from: State; after: State[] }
