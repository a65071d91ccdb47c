import { type Kysely, sql } from 'kysely'
import { isCallForHelp } from '#db/alerts/calls.ts'
import type { AlertRow, OwnedAlert } from '#db/alerts/owned.ts'
import { raisedKindsOf } from '#db/privacy/tracker_groups.ts'
import type { Database } from '#db/tables/index.ts'
import { isRaised } from '#db/tables/people/alert_preferences.ts'
import type { BoundaryRule } from '#db/tables/tracking/boundary.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { AlertChange, State } from '../engine/rules/index.ts'
import { judgedAt } from '../engine/rules/order.ts'
import type { Entry } from './entry.ts'
import type { TrackerState } from './states.ts'

/**
 * Collects the alerts that a batch raises and ends, and writes them. An alert raised and ended in the same batch is
 * written once.
 */
export class AlertLog {
  #raised: Raised[] = []
  #open = new Map<string, Raised>()
  #ended: { tracker: TrackerState; alert_id: number; ended_at: number }[] = []

  add(tracker: TrackerState, before: State, alert: LoggedChange, entry: Entry, event_id: number): void {
    const { kind, change, rule = isOfBoundary(kind) ? 'any' : null, sensor_id = null, sensor = null } = alert
    const { detector = null } = alert
    const key = keyOf(tracker.tracker_id, alert)
    const at = judgedAt(entry)
    if (change === 'raise') {
      const started_at = kind === 'alarm' ? at : (sinceOf(tracker, alert) ?? at)
      const alarm = kind === 'alarm' ? entry.report.alarm : detector
      const raised: Raised = {
        tracker,
        kind,
        rule,
        alarm,
        boundary_id: isRaised(kind) ? null : (alert.boundary_id ?? before.boundary_id),
        sensor_id,
        sensor,
        never_inside: wasNeverInside(before, alert),
        started_at,
        raised_at: at,
        event_id,
        ended_at: null,
        is_late: false,
      }
      this.#raised.push(raised)
      this.#open.set(key, raised)
      return
    }
    const open = this.#open.get(key)
    const alert_id = openAlertOf(tracker, alert)
    if (open) open.ended_at = at
    else if (alert_id !== null) this.#ended.push({ tracker, alert_id, ended_at: at })
    this.#open.delete(key)
    keepAlertId(tracker, alert, null)
  }

  /**
   * A call for help that was kept by the device until others had come is raised all the same, and over: the state of its
   * tracker has passed it. That of several reports within a quarter of an hour is one.
   */
  addLate(tracker: TrackerState, entry: Entry, alarm: string | null, event_id: number): void {
    const at = judgedAt(entry)
    if (!isCallForHelp(alarm) || at < entry.received - DAY_MS) return
    const isSame = (raised: Raised) =>
      raised.tracker === tracker && raised.alarm === alarm && Math.abs(raised.started_at - at) <= SAME_CALL_MS
    if (this.#raised.some(isSame)) return
    this.#raised.push({
      tracker,
      kind: 'alarm',
      rule: null,
      alarm,
      boundary_id: null,
      sensor_id: null,
      sensor: null,
      never_inside: false,
      started_at: at,
      raised_at: at,
      event_id,
      ended_at: at,
      is_late: true,
    })
  }

  /** Those that have raised or ended any. */
  get trackers(): TrackerState[] {
    return [...this.#raised, ...this.#ended].map(({ tracker }) => tracker)
  }

  /** Writes the alerts, and the ids of open ones into their trackers. */
  async write(trx: Kysely<Database>): Promise<OwnedAlert[]> {
    const rows: AlertRow[] = []
    if (this.#ended.length > 0) rows.push(...(await endAlerts(trx, this.#ended)))
    if (this.#raised.length > 0) rows.push(...(await this.#raise(trx)))
    const trackers = new Map([...this.#raised, ...this.#ended].map(({ tracker }) => [tracker.tracker_id, tracker]))
    return rows.map((row) => {
      const { owner_user_id = null, group_id = null, drill } = trackers.get(row.tracker_id) ?? {}
      return { ...row, owner_user_id, group_id, ...(drill && { drill: true as const }) }
    })
  }

  async #raise(trx: Kysely<Database>): Promise<AlertRow[]> {
    const rows = await insertAlerts(trx, this.#raised)
    for (const row of rows) {
      const alert = changeOf(row)
      const open = this.#open.get(keyOf(row.tracker_id, alert))
      if (open && row.ended_at === null) keepAlertId(open.tracker, alert, row.id)
    }
    return rows
  }
}

const DAY_MS = 86_400_000
const SAME_CALL_MS = 15 * 60_000

type Change = Pick<LoggedChange, 'kind' | 'boundary_id' | 'sensor_id'>

const isOfBoundary = (kind: LoggedChange['kind']) => kind === 'left_boundary' || kind === 'entered_boundary'

/** Of rule `any` there is one alert for all boundaries together, so its boundary is not part of the key. */
const keyOf = (tracker_id: number, { kind, boundary_id = 0, sensor_id = boundary_id }: Change) =>
  `${tracker_id} ${kind} ${sensor_id}`

const changeOf = ({ kind, rule, boundary_id, sensor_id }: AlertRow): Change => ({
  kind: kind as Change['kind'],
  ...(rule !== null && rule !== 'any' && boundary_id !== null && { boundary_id }),
  ...(kind === 'sensor' && sensor_id !== null && { sensor_id }),
})

function sinceOf({ guard, sensors, state }: TrackerState, { kind, boundary_id, sensor_id }: Change): number | null {
  if (kind === 'sensor') return sensorOf(sensors, sensor_id)?.state.outside_since ?? null
  if (kind === 'guard') return guard?.state.since ?? null
  if (kind === 'jamming') return null
  const { outside_since, breaches = [] } = state
  if (boundary_id === undefined) return outside_since
  return breaches.find((breach) => breach.boundary_id === boundary_id)?.since ?? null
}

/** A state without a boundary of the rule was never inside one of it. */
const wasNeverInside = ({ boundary_id, ruled }: State, alert: Change) =>
  alert.kind === 'left_boundary' && (alert.boundary_id === undefined ? boundary_id === null : !ruled)

const sensorOf = (sensors: TrackerState['sensors'], id: number | undefined) =>
  sensors?.find(({ settings }) => settings.id === id)

function openAlertOf(tracker: TrackerState, { kind, boundary_id, sensor_id }: Change): number | null {
  if (kind === 'sensor') return sensorOf(tracker.sensors, sensor_id)?.alert_id ?? null
  if (boundary_id !== undefined) return tracker.breach_alert_ids.get(boundary_id) ?? null
  if (kind === 'guard') return tracker.guard?.alert_id ?? null
  if (kind === 'jamming') return tracker.jamming?.alert_id ?? null
  return kind === 'alarm' ? tracker.alarm_alert_id : tracker.leaving_alert_id
}

function keepAlertId(tracker: TrackerState, { kind, boundary_id, sensor_id }: Change, id: number | null): void {
  if (kind === 'sensor') {
    const sensors = tracker.sensors ?? []
    tracker.sensors = sensors.map((each) => (each.settings.id === sensor_id ? { ...each, alert_id: id } : each))
  } else if (boundary_id !== undefined) {
    // Cached states share the map, so it is replaced.
    const ids = new Map(tracker.breach_alert_ids)
    if (id === null) ids.delete(boundary_id)
    else ids.set(boundary_id, id)
    tracker.breach_alert_ids = ids
  } else if (kind === 'guard') tracker.guard = tracker.guard && { ...tracker.guard, alert_id: id }
  else if (kind === 'jamming') tracker.jamming = tracker.jamming && { ...tracker.jamming, alert_id: id }
  else if (kind === 'alarm') tracker.alarm_alert_id = id
  else tracker.leaving_alert_id = id
}

async function insertAlerts(trx: Kysely<Database>, raised: Raised[]): Promise<AlertRow[]> {
  const alerts = raised.map(({ tracker: { organisation_id, tracker_id }, ...alert }) => ({
    ...alert,
    organisation_id,
    tracker_id,
  }))
  const { rows } = await sql<AlertRow>`
    insert into alert (organisation_id, tracker_id, kind, rule, alarm, boundary_id, boundary_name, started_at, raised_at,
      ended_at, event_id, never_inside, sensor_id, sensor)
    select r.organisation_id, r.tracker_id, r.kind, r.rule, r.alarm, coalesce(known.id, single.id, r.boundary_id),
      coalesce(known.name, single.name),
      to_timestamp(started_at / 1000), to_timestamp(raised_at / 1000), to_timestamp(ended_at / 1000), event_id,
      never_inside or single.id is not null, r.sensor_id, r.sensor
    from ${unnestRows(alerts, raisedColumns, 'r', 'place')}
    left join boundary known on known.organisation_id = r.organisation_id and known.id = r.boundary_id
    left join lateral (${onlyBoundary}) single on true
    -- Others are raised whatever is switched off.
    where (r.kind not in ('guard', 'sensor', 'jamming') or exists (select from tracker t
        where t.organisation_id = r.organisation_id and t.id = r.tracker_id and r.kind = any(${raisedKindsOf('t')})))
      -- A call that is known.
      and not (r.is_late and exists (select from alert a where a.organisation_id = r.organisation_id
        and a.tracker_id = r.tracker_id and a.kind = 'alarm' and a.alarm = r.alarm
        and a.started_at between to_timestamp((r.started_at - ${SAME_CALL_MS}) / 1000)
          and to_timestamp((r.started_at + ${SAME_CALL_MS}) / 1000)))
    order by r.place
    returning *`.execute(trx)
  return rows
}

/** The first line keeps the search from beginning where the boundary is known. */
const mayApply = sql`known.id is null and r.rule = 'any'
  and b.organisation_id = r.organisation_id and b.rule = 'any' and b.active
  and (b.owner_user_id is null or b.owner_user_id =
    (select t.owner_user_id from tracker t where t.organisation_id = r.organisation_id and t.id = r.tracker_id))
  and (b.schedule is null or schedule_applies(b.schedule, to_timestamp(r.raised_at / 1000)))`

/**
 * Of rule `any`, where the tracker has been in none that exists: the boundary that applies, if it is exactly one. Two are
 * enough to know: an organisation may have a hundred thousand.
 */
const onlyBoundary = sql`
  select min(a.id) as id, min(a.name) as name from (
    (select b.id, b.name from boundary b where ${mayApply} and b.all_trackers limit 2)
    union all
    (select b.id, b.name from boundary_tracker l join boundary b
      on b.organisation_id = l.organisation_id and b.id = l.boundary_id
    where l.organisation_id = r.organisation_id and l.tracker_id = r.tracker_id and ${mayApply} and not b.all_trackers
    limit 2)
  ) a having count(*) = 1`

async function endAlerts(
  trx: Kysely<Database>,
  ended: { tracker: TrackerState; alert_id: number; ended_at: number }[],
) {
  const alerts = ended.map(({ tracker: { organisation_id }, ...alert }) => ({ ...alert, organisation_id }))
  const { rows } = await sql<AlertRow>`
    update alert a set ended_at = to_timestamp(e.ended_at / 1000)
    from ${unnestRows(alerts, { bigint: ['organisation_id', 'alert_id'], float8: ['ended_at'] }, 'e')}
    where a.organisation_id = e.organisation_id and a.id = e.alert_id
    returning a.*`.execute(trx)
  return rows
}

const raisedColumns = {
  bigint: [...trackerKey, 'boundary_id', 'sensor_id', 'event_id'],
  text: ['kind', 'rule', 'alarm', 'sensor'],
  float8: ['started_at', 'raised_at', 'ended_at'],
  boolean: ['never_inside', 'is_late'],
} as const

/** Of the rules, of the guard of a parked tracker, of jamming, or of a sensor, with what it reports. */
type LoggedChange = Omit<AlertChange, 'kind'> & {
  kind: AlertChange['kind'] | 'guard' | 'sensor' | 'jamming'
  sensor_id?: number
  sensor?: string
  /** The attribute that says that a tracker is jammed. */
  detector?: string
}

type Raised = {
  tracker: TrackerState
  kind: LoggedChange['kind']
  rule: BoundaryRule | null
  alarm: string | null
  boundary_id: number | null
  sensor_id: number | null
  sensor: string | null
  started_at: number
  raised_at: number
  ended_at: number | null
  event_id: number
  never_inside: boolean
  /** Of a late report, which changes no state. */
  is_late: boolean
}

export type { AlertRow, OwnedAlert }
