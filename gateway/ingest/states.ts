import { type Kysely, sql } from 'kysely'
import type { Belonging } from '#db/live_rooms.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import type { BoundaryRule } from '#db/tables/tracking/boundary.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { ExitPolicy, State } from '../engine/rules/index.ts'
import { type Breaches, noBreaches, readBreaches } from './breaches.ts'
import type { Entry } from './entry.ts'
import { type GuardRow, guardColumn, guardFrom, type TrackedGuard } from './guard_state.ts'
import { type Jamming, jammingColumn } from './jamming_state.ts'
import { type PrivacyRow, privacyColumn, privacyFrom, type TrackedPrivacy } from './privacy_state.ts'
import { type SensorRow, sensorFrom, sensorsColumn, type TrackedSensor } from './sensor_state.ts'

/**
 * Cache of tracker states as this process last read or wrote them. Nothing is locked while reports are judged
 * (optimistic concurrency): a state carries its row's `xmin`, and writing a batch fails if one has changed.
 */
export class States {
  #cache = new Map<number, TrackerState>()

  /** The states of these trackers, as copies. Deleted or deactivated trackers are missing. */
  async read(db: Kysely<Database>, entries: Entry[]): Promise<Map<number, TrackerState>> {
    const states = new Map<number, TrackerState>()
    const missing = new Map<number, number>()
    for (const { tracker_id, organisation_id } of entries) {
      if (states.has(tracker_id)) continue
      const cached = this.#cache.get(tracker_id)
      if (cached) states.set(tracker_id, { ...cached, is_cached: true })
      else missing.set(tracker_id, organisation_id)
    }
    if (missing.size > 0) for (const state of await readStates(db, missing)) states.set(state.tracker_id, state)
    return states
  }

  /** Caches committed states. */
  keep(states: Iterable<TrackerState>): void {
    for (const state of states) this.#cache.set(state.tracker_id, state)
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= MAX_CACHED) break
      this.#cache.delete(oldest)
    }
  }

  /** Drops cached states that may be outdated. */
  forget(entries: Entry[]): void {
    for (const { tracker_id } of entries) this.#cache.delete(tracker_id)
  }
}

/** @throws an error of class 40 if a state has changed since it was read; otherwise it is locked until the commit */
export async function assertUnchanged(trx: Kysely<Database>, states: TrackerState[]): Promise<void> {
  if (states.length === 0) return
  await sql`/* assert_unchanged */
    select case when count(*) < ${states.length} then raise_conflict() end
    from (
      select from ${unnestRows(states, { bigint: [...trackerKey, 'version'] }, 'expected')}
      join tracker_state s on s.organisation_id = expected.organisation_id and s.tracker_id = expected.tracker_id
      where s.xmin = expected.version::text::xid
      order by s.tracker_id
      for share of s
    ) same`.execute(trx)
}

/** Some 300 bytes each. */
const MAX_CACHED = 50_000

/** Reads states from the database. Deleted or deactivated trackers, and those of organisations on hold, are missing. */
export async function readStates(db: Kysely<Database>, trackers: Map<number, number>): Promise<TrackerState[]> {
  const requested = [...trackers].map(([tracker_id, organisation_id]) => ({ organisation_id, tracker_id }))
  const { rows } = await sql<Row>`/* read_states */
    select s.organisation_id, s.tracker_id, s.xmin::text as version, t.owner_user_id, t.group_id, ${drillColumn} as drill, t.exit_confirmations,
      t.exit_delay_s, round(date_part('epoch', s.judged_at) * 1e6)::bigint as judged_at_us,
      round(date_part('epoch', s.latest_fix_at) * 1e6)::bigint as latest_fix_at_us,
      s.outside, round(date_part('epoch', s.outside_since) * 1e6)::bigint as outside_since_us, s.outside_count,
      s.boundary_id, s.leaving_alert_id, s.alarm, s.alarm_alert_id, ${guardColumn} as guard,
      ${sensorsColumn} as sensors, ${jammingColumn} as jamming, ${privacyColumn} as privacy
    from ${unnestRows(requested, { bigint: trackerKey }, 'requested')}
    join tracker_state s on s.organisation_id = requested.organisation_id and s.tracker_id = requested.tracker_id
    join tracker t on t.organisation_id = requested.organisation_id and t.id = requested.tracker_id
    where t.active and ${isServed(sql`t.organisation_id`)}`.execute(db)
  // Only a tracker that breaks a boundary has any, and most are in theirs.
  const breaches = await readBreaches(
    db,
    rows.filter((row) => row.outside),
  )
  return rows.map((row) => stateOf(row, breaches.get(row.tracker_id) ?? noBreaches))
}

function stateOf(row: Row, { breaches, alert_ids }: Breaches): TrackerState {
  const { version, judged_at_us, latest_fix_at_us, outside_since_us, outside, outside_count, boundary_id, alarm } = row
  return {
    organisation_id: row.organisation_id,
    tracker_id: row.tracker_id,
    version: Number(version),
    owner_user_id: row.owner_user_id,
    group_id: row.group_id,
    exit_confirmations: row.exit_confirmations,
    exit_delay_s: row.exit_delay_s,
    drill: row.drill,
    latest_fix_at: milliseconds(latest_fix_at_us),
    leaving_alert_id: row.leaving_alert_id,
    alarm_alert_id: row.alarm_alert_id,
    breach_alert_ids: alert_ids,
    guard: row.guard && guardFrom(row.guard),
    sensors: row.sensors?.map(sensorFrom) ?? null,
    jamming: row.jamming,
    privacy: row.privacy && privacyFrom(row.privacy),
    part_id: null,
    is_cached: false,
    state: {
      judged_at: milliseconds(judged_at_us),
      // Stored by all rules; a time stands only beside the rule `any`.
      outside: outside_since_us === null ? outside && null : true,
      outside_since: milliseconds(outside_since_us),
      outside_count,
      boundary_id,
      leaving_alerted: row.leaving_alert_id !== null,
      alarm,
      breaches,
      ruled: breaches.length > 0,
    },
  }
}

/** The boundary of a fire drill: no other counts for its tracker. */
const drillColumn = sql`case when t.drill then coalesce(
      (select jsonb_build_object('boundary_id', b.id, 'rule', b.rule) from fire_drill d
        left join boundary b on d.kind = 'boundary' and b.organisation_id = d.organisation_id and b.id = d.boundary_id
        where d.organisation_id = t.organisation_id and d.tracker_id = t.id limit 1),
      '{"boundary_id": null, "rule": null}') end`

/** Integer microseconds are written and read faster than fractions on both sides. */
const milliseconds = (us: number | null) => (us === null ? null : us / 1000)

export type TrackerState = ExitPolicy &
  Belonging & {
    organisation_id: number
    tracker_id: number
    /** The `xmin` of its row. */
    version: number
    /** Null except of a fire drill. */
    drill: { boundary_id: number | null; rule: BoundaryRule | null } | null
    latest_fix_at: number | null
    leaving_alert_id: number | null
    alarm_alert_id: number | null
    /** The open alerts of `state.breaches` by boundary. */
    breach_alert_ids: ReadonlyMap<number, number>
    /** How it is guarded where it is parked; null if it never was. */
    guard: TrackedGuard | null
    /** Sensors with limits; null without any. */
    sensors: TrackedSensor[] | null
    /** Null unless a device says that it is jammed. */
    jamming: Jamming | null
    /** When it is private; null if it never was. */
    privacy: TrackedPrivacy | null
    /** The part of a boundary that it was in last, checked first. Only in this process's cache. */
    part_id: number | null
    /** Whether this process wrote it last and no other process has since. */
    is_cached: boolean
    state: State
  }

type Row = Omit<
  TrackerState,
  'state' | 'version' | 'latest_fix_at' | 'part_id' | 'breach_alert_ids' | 'guard' | 'sensors' | 'privacy'
> &
  Omit<State, 'leaving_alerted' | 'judged_at' | 'outside_since' | 'breaches' | 'ruled'> & {
    version: string
    guard: GuardRow | null
    sensors: SensorRow[] | null
    privacy: PrivacyRow | null
    judged_at_us: number | null
    latest_fix_at_us: number | null
    outside_since_us: number | null
  }
