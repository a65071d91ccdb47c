import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { queueAlerts } from '../alerts/queue.ts'
import { locatePositions, type PositionQuery, type PositionResult } from '../engine/boundaries.ts'
import { judge } from '../engine/rules/index.ts'
import { judgedAt } from '../engine/rules/order.ts'
import { AlertLog, type OwnedAlert } from './alerts.ts'
import { writeBreaches } from './breaches.ts'
import type { Entry, Outcome } from './entry.ts'
import { followGuard, writeGuards } from './guards.ts'
import { alertedAlarm, followJamming } from './jamming.ts'
import { followPrivacy, withholdPlaces, writePrivacy } from './privacy.ts'
import { followSensors, writeSensors } from './sensors.ts'
import { assertUnchanged, type States, type TrackerState } from './states.ts'
import { type JudgedEvent, writeEvents } from './write.ts'

/**
 * Judges and stores a batch: reads states, locates positions with PostGIS, applies the rules in fix-time order, then
 * writes events, states and alerts. Trackers of which no more than events and states is written go first, in one
 * statement: their devices do not wait for the transaction of those that raise alerts.
 *
 * @yields what is committed, of each tracker everything at once
 * @throws an error of class 40 when another process wrote a state concurrently; what was not yielded must be judged again
 */
export async function* storeBatch(db: Kysely<Database>, states: States, entries: Entry[]): AsyncGenerator<Committed> {
  const trackers = await states.read(db, entries)
  withholdPlaces(entries, trackers)
  const outcomes = new Map<Entry, Outcome>()
  const candidates = withoutRepeats(entries, trackers, outcomes)
  const results = candidates.length > 0 ? await locatePositions(db, candidates.map(positionQuery)) : []
  const judged = judgeAll(candidates, results, outcomes)
  const [plain, changing] = divide({ outcomes, events: judged.events }, changingTrackers(judged))
  if (plain.outcomes.size > 0) {
    const version = plain.events.length > 0 ? await writeEvents(db, plain.events) : 0
    yield keepStates(states, plain, version, [])
  }
  if (changing.outcomes.size === 0) return
  const { log, behind, breaking, guarding, sensing, hiding } = judged
  let alerts: OwnedAlert[] = []
  const version = await db.transaction().execute(async (trx) => {
    await assertUnchanged(trx, behind)
    alerts = await log.write(trx)
    await queueAlerts(trx, alerts)
    const written = await writeEvents(trx, changing.events)
    await writeBreaches(trx, breaking)
    await writeGuards(trx, guarding)
    await writeSensors(trx, sensing)
    await writePrivacy(trx, hiding)
    return written
  })
  yield keepStates(states, changing, version, alerts)
}

/** The trackers of which more than events and states is to be written, or read under a lock. */
function changingTrackers({ log, behind, breaking, guarding, sensing, hiding }: ReturnType<typeof judgeAll>) {
  const changing = [...log.trackers, ...behind, ...breaking, ...guarding, ...sensing, ...hiding]
  return new Set(changing.map(({ tracker_id }) => tracker_id))
}

/** The reports of all other trackers, and of these. */
function divide({ outcomes, events }: Part, trackers: Set<number>): [Part, Part] {
  if (trackers.size === 0)
    return [
      { outcomes, events },
      { outcomes: new Map(), events: [] },
    ]
  const parts = [false, true].map((is_of) => ({
    outcomes: new Map([...outcomes].filter(([{ tracker_id }]) => trackers.has(tracker_id) === is_of)),
    events: events.filter(({ tracker: { tracker_id } }) => trackers.has(tracker_id) === is_of),
  }))
  return [parts[0]!, parts[1]!]
}

function keepStates(states: States, { outcomes, events }: Part, version: number, alerts: OwnedAlert[]): Committed {
  const written = events.filter((event) => event.is_last).map(({ tracker }) => tracker)
  for (const tracker of written) tracker.version = version
  states.keep(written)
  const followed = new Set(written.filter((tracker) => tracker.is_cached).map(({ tracker_id }) => tracker_id))
  return { outcomes, events, alerts, followed }
}

/** Applies the rules to each report in order and updates the trackers' states. */
function judgeAll(candidates: Candidate[], results: PositionResult[], outcomes: Map<Entry, Outcome>) {
  const events: JudgedEvent[] = []
  const last = new Map<number, JudgedEvent>()
  const log = new AlertLog()
  const breaking = new Set<TrackerState>()
  const guarding = new Set<TrackerState>()
  const sensing = new Set<TrackerState>()
  const hiding = new Set<TrackerState>()
  const now = Date.now()
  for (const [i, { entry, tracker }] of candidates.entries()) {
    const result = tracker.drill ? ofDrill(results[i]!, tracker.drill) : results[i]!
    const { event_id, part_id } = result
    if (result.stored) {
      outcomes.set(entry, 'duplicate')
      continue
    }
    const before = tracker.state
    const { fix_at, received, report } = entry
    const valid = report.valid && report.lon !== null
    const alarm = alertedAlarm(report)
    const verdict = judge(before, { ...result, fix_at, received, valid, alarm }, tracker, now)
    const boundary_id = verdict.broken_boundary_id ?? result.boundary_id
    tracker.state = verdict.state
    tracker.latest_fix_at = Math.max(tracker.latest_fix_at ?? fix_at, fix_at)
    for (const change of verdict.alerts) log.add(tracker, before, change, entry, event_id)
    const judged = { entry, verdict, event_id, boundary_id, tracker, is_last: false }
    events.push(judged)
    outcomes.set(entry, 'stored')
    if (verdict.late) {
      log.addLate(tracker, entry, alarm, event_id)
      continue
    }
    last.set(entry.tracker_id, judged)
    tracker.part_id = part_id
    if (tracker.state.breaches !== before.breaches && (hasBreaches(before) || isBreaking(tracker)))
      breaking.add(tracker)
    if (tracker.guard && followGuard(tracker, entry, log, event_id)) guarding.add(tracker)
    if (tracker.privacy && followPrivacy(tracker, entry)) hiding.add(tracker)
    followJamming(tracker, entry, log, event_id)
    if (followSensors(tracker, entry, log, event_id)) sensing.add(tracker)
  }
  for (const judged of last.values()) judged.is_last = true
  // Trackers with late reports only: no state is written for them that would detect a conflict.
  const behind = [...new Set(events.map((e) => e.tracker))].filter((t) => !last.has(t.tracker_id))
  const changed = { breaking: [...breaking], guarding: [...guarding], sensing: [...sensing], hiding: [...hiding] }
  return { events, log, behind, ...changed }
}

/** What a position is of the boundary of a fire drill: others would raise alerts that were not intended. */
function ofDrill(result: PositionResult, { boundary_id, rule }: NonNullable<TrackerState['drill']>): PositionResult {
  const broken = result.broken?.filter((one) => one.boundary_id === boundary_id)
  const one = { ...result, ...(broken && { broken }) }
  return rule === 'any' ? one : { ...one, boundary_id: null, part_id: null, bounded: false }
}

const positionQuery = ({ entry, tracker }: Candidate): PositionQuery => ({
  organisation_id: entry.organisation_id,
  tracker_id: entry.tracker_id,
  owner_user_id: tracker.owner_user_id,
  part_id: tracker.part_id,
  lon: entry.report.valid ? entry.report.lon : null,
  lat: entry.report.valid ? entry.report.lat : null,
  accuracy: entry.report.accuracy,
  moment: judgedAt(entry),
  fix_at: entry.fix_at,
  digest: entry.digest,
  is_breaking: isBreaking(tracker),
  duplicate_search: duplicateSearchOf(entry, tracker),
})

const hasBreaches = ({ breaches = [] }: TrackerState['state']) => breaches.length > 0
const isBreaking = ({ state }: TrackerState) => hasBreaches(state)

/** Filters reports of unknown trackers and duplicates within the batch; sorts the rest by tracker and time. */
function withoutRepeats(entries: Entry[], trackers: Map<number, TrackerState>, outcomes: Map<Entry, Outcome>) {
  // A tracker has few reports in a batch (`queue_share`): comparing them costs less than making a key of each.
  const seen = new Map<number, Entry[]>()
  const candidates: Candidate[] = []
  for (const entry of entries) {
    const tracker = trackers.get(entry.tracker_id)
    const others = seen.get(entry.tracker_id)
    if (!tracker) outcomes.set(entry, 'unknown_tracker')
    else if (others?.some(({ fix_at, digest }) => fix_at === entry.fix_at && digest === entry.digest)) {
      outcomes.set(entry, 'duplicate')
    } else {
      if (others) others.push(entry)
      else seen.set(entry.tracker_id, [entry])
      candidates.push({ entry, tracker })
    }
  }
  // The sort is stable: reports with the same time keep their order of arrival.
  return candidates.sort((a, b) => a.entry.tracker_id - b.entry.tracker_id || judgedAt(a.entry) - judgedAt(b.entry))
}

/** Most reports are newer than all before and need no search for duplicates. */
function duplicateSearchOf(entry: Entry, tracker: TrackerState) {
  if (entry.redelivered_without_time) return 'in the last hour'
  return tracker.latest_fix_at !== null && entry.fix_at <= tracker.latest_fix_at ? 'at its time' : null
}

type Candidate = { entry: Entry; tracker: TrackerState }

type Part = { outcomes: Map<Entry, Outcome>; events: JudgedEvent[] }

export type Committed = Part & {
  alerts: OwnedAlert[]
  /** Trackers whose state was written last, before this batch, by this process: no other process handles them. */
  followed: Set<number>
}
