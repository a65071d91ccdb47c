import type { Kysely } from 'kysely'
import { fillDrivers } from '#db/movement/drivers.ts'
import type { MovementNow } from '#db/movement/now.ts'
import { settlePrivateTrips } from '#db/privacy/private_trips.ts'
import type { Database } from '#db/tables/index.ts'
import type { RoadLimits } from '../roads/index.ts'
import { locate, readBounded, type Way } from './boundaries.ts'
import { raiseEpisodes } from './raising/raise.ts'
import { raiseWatched } from './raising/watches.ts'
import { addRoadLimits } from './roads.ts'
import { sharedKinds } from './rules/days.ts'
import {
  advance,
  type Doing,
  doingOf,
  type Fix,
  type KeyShift,
  keyOf,
  type LimitSource,
  lowestLimit,
  movementOf,
  openSegments,
  openShift,
  type Segment,
  type SpeedLimit,
  type State,
  waysOf,
} from './rules/index.ts'
import { keyed, type Put, type RemovedSegment, textOf, writeDays, writeSegments } from './segments.ts'
import { type ShiftPut, writeShifts } from './shifts.ts'
import {
  type Checkpoint,
  type Followed,
  lockTrackers,
  type TrackerKey,
  timeOf,
  writeCheckpoints,
  writeMark,
} from './store.ts'

/** The run of one tracker through its reports: its state, and what has changed since it was written last. */
export class Run {
  readonly tracker: Followed
  state: State
  /** Up to here it is written. */
  written_at: number
  /** By key, with the report that closed it; null where it was taken back. */
  #changes = new Map<string, { segment: Segment | null; at: number }>()
  /** Keys of open segments as they were written last. */
  #open = new Set<string>()
  /** Shifts of drivers that have ended, by their begin, with the report that ended them. */
  #shifts = new Map<number, ShiftPut>()
  /** The open shift as it was written last. */
  #shift: KeyShift | null
  #marks: State[] = []
  #last_mark: number
  /** What it was doing as it was published last. */
  #published: Doing | null

  constructor(tracker: Followed) {
    this.tracker = tracker
    this.state = tracker.state
    this.written_at = tracker.state.at
    this.#last_mark = tracker.state.at
    this.#shift = openShift(tracker.state.keys)
    this.#published = doingOf(tracker.state, tracker.profile, Date.now())
    for (const segment of openSegments(tracker.state, tracker.profile)) this.#open.add(keyOf(segment))
  }

  /** Whether segments were opened, closed or taken back since it was written. */
  get hasChanged(): boolean {
    return this.#changes.size > 0 || this.shiftPuts().length > 0
  }

  /** Closed segments that wait to be written. */
  get waiting(): number {
    return this.#changes.size
  }

  /** Advances by reports in their order, all newer than the last. `reached` is called after each. */
  take(fixes: readonly Fix[], reached?: (state: State) => boolean): void {
    const { profile } = this.tracker
    const limit = limitOf(this.tracker)
    for (const fix of fixes) {
      const before = this.state
      const { state, changes, shifts } = advance(before, limit === null ? fix : withLimit(fix, limit), profile)
      this.state = state
      for (const [key, segment] of changes) this.#changes.set(key, { segment, at: state.at })
      for (const shift of shifts) this.#shifts.set(shift.began_at, { shift, through: state.at })
      if (state.mode?.is === 'rest' && before.mode?.is === 'trip' && state.at - this.#last_mark >= MARK_EVERY_MS) {
        this.#marks.push(state)
        this.#last_mark = state.at
      }
      if (reached?.(state)) return
    }
  }

  /** What was closed, and what is open now. */
  puts(): Put[] {
    const closed = [...this.#changes.values()].flatMap(({ segment, at }) =>
      segment && segment.ended_at !== null ? [{ segment, through: at }] : [],
    )
    return [...closed, ...this.openPuts()]
  }

  openPuts(): Put[] {
    return openSegments(this.state, this.tracker.profile).map((segment) => ({ segment, through: this.state.at }))
  }

  /** Shifts that have ended since it was written, and the open one where it is another. */
  shiftPuts({ all = false } = {}): ShiftPut[] {
    const open = openShift(this.state.keys)
    if (!open || (!all && open.key === this.#shift?.key && open.began_at === this.#shift.began_at)) {
      return this.endedShifts()
    }
    const others = this.endedShifts().filter(({ shift }) => shift.began_at !== open.began_at)
    return [...others, { shift: open, through: this.state.at }]
  }

  endedShifts(): ShiftPut[] {
    return [...this.#shifts.values()]
  }

  closedPuts(): Put[] {
    return this.puts().filter(({ segment }) => segment.ended_at !== null)
  }

  takeMarks(): State[] {
    return this.#marks.splice(0)
  }

  /** What it does now, if that is not what was published last. */
  changedMovement(): MovementChange | null {
    const { tracker, state } = this
    const now = Date.now()
    const doing = doingOf(state, tracker.profile, now)
    if (!doing || !state.last || (doing.state === this.#published?.state && doing.since === this.#published.since))
      return null
    this.#published = doing
    const { organisation_id, tracker_id } = tracker
    const movement = movementOf(state, tracker.profile, now)!
    return {
      organisation_id,
      tracker_id,
      ...movement,
      since: new Date(movement.since).toISOString(),
      place: textOf(state.last),
    }
  }

  /** Metres of the trip that continues; null at rest. */
  get distance_m(): number | null {
    return movementOf(this.state, this.tracker.profile, this.state.at)?.distance_m ?? null
  }

  checkpoint(): Checkpoint {
    const { tracker, state } = this
    return { key: tracker, state, movement: movementOf(state, tracker.profile, state.at) }
  }

  /** Forgets what has been written. */
  written(): void {
    this.#changes.clear()
    this.#shifts.clear()
    this.#shift = openShift(this.state.keys)
    this.#marks = []
    this.#open = new Set(openSegments(this.state, this.tracker.profile).map(keyOf))
    this.written_at = this.state.at
  }

  /** What is to be written, and from which time on days have changed. */
  changes(): { puts: Put[]; removed: RemovedSegment[]; from: number } {
    const { tracker, state } = this
    const now = new Set(openSegments(state, tracker.profile).map(keyOf))
    const puts = this.puts()
    const put = new Set(puts.map(({ segment }) => keyOf(segment)))
    // What was open when it was written last and is neither closed nor open now was taken back.
    const gone = [...this.#changes.keys(), ...this.#open].filter((key) => !put.has(key) && !now.has(key))
    const removed = [...new Set(gone)].map(keyed)
    // What was open already may have its counters shared with days before: a trip over midnight.
    const begins = [
      ...puts
        .filter(({ segment }) => sharedKinds.includes(segment.kind) || !this.#open.has(keyOf(segment)))
        .map(({ segment }) => segment.began_at),
      ...removed.map(({ began_at }) => began_at),
    ]
    return { puts, removed, from: Math.min(Math.max(this.written_at, 0) || state.at, state.at, ...begins) }
  }
}

/**
 * Writes the changes of trackers, the days that they touch, and the checkpoints, in one transaction.
 *
 * @param spend counts the work of this thread
 * @returns those that this process follows no more: nothing was written for them
 */
export async function writeRuns(db: Kysely<Database>, gateway_id: string, runs: Run[], spend = free): Promise<Run[]> {
  const written = await db.transaction().execute(async (trx) => {
    const there = await lockTrackers(
      trx,
      runs.map(({ tracker }) => tracker),
    )
    const locked = runs.filter(({ tracker }) => there.has(tracker.tracker_id))
    const checkpoints = spend(() => locked.map((run) => run.checkpoint()))
    const followed = await writeCheckpoints(trx, gateway_id, checkpoints, { ends_recompute: false })
    const own = locked.filter(({ tracker }) => followed.has(tracker.tracker_id))
    const changes = spend(() =>
      own.map((run) => ({ run, key: run.tracker, ...run.changes(), shifts: run.shiftPuts() })),
    )
    await writeSegments(trx, changes, false)
    await raiseWatched(
      trx,
      changes.map(({ run, key, puts }) => ({ key, puts, visit_min_s: run.tracker.profile.visit_min_s })),
    )
    await raiseEpisodes(
      trx,
      changes.map((change) => ({ ...change, complete: true, is_again: false, through: change.run.state.at })),
    )
    await writeShifts(trx, changes)
    const spans = changes.map(({ run, key, from, shifts }) => driverSpan(key, { from, until: run.state.at, shifts }))
    await fillDrivers(trx, spans)
    await settlePrivateTrips(trx, spans)
    await writeDays(
      trx,
      changes.map(({ run, key, from }) => ({ key, from, until: run.state.at, zone: run.tracker.timezone })),
    )
    for (const run of own) for (const mark of run.takeMarks()) await writeMark(trx, run.tracker, mark)
    return new Set(own)
  })
  for (const run of written) run.written()
  return runs.filter((run) => !written.has(run))
}

/** Of which segments a change of shifts may change the driver. */
export const driverSpan = (
  { organisation_id, tracker_id }: TrackerKey,
  { from, until, shifts }: { from: number; until: number; shifts: readonly ShiftPut[] },
) => ({
  organisation_id,
  tracker_id,
  since: timeOf(Math.min(from, ...shifts.map(({ shift }) => shift.began_at))),
  until: timeOf(until),
})

/** A tracker does something else now. */
export type MovementChange = TrackerKey & MovementNow

const free = <T>(work: () => T): T => work()

/** The lowest of the tracker's own limit, its groups' and its profile's. */
function limitOf({ speed_limit, group_limit, profile }: Followed): SpeedLimit | null {
  const of = (speed: number | null, source: LimitSource) =>
    speed === null ? null : { speed, source, boundary_id: null }
  return lowestLimit([of(speed_limit, 'tracker'), of(group_limit, 'group'), of(profile.speed_limit, 'profile')])
}

/** A boundary's limit counts where it is the lower one. */
const withLimit = (fix: Fix, limit: SpeedLimit): Fix =>
  fix.limit && fix.limit.speed <= limit.speed ? fix : { ...fix, limit }

/** Adds to each fix the boundaries that it is in, and the lowest speed limit of these and of the road. */
export async function locateFixes({ db, roads }: Places, runs: { run: Run; fixes: Fix[] }[]): Promise<void> {
  const organisation_ids = [...new Set(runs.map(({ run }) => run.tracker.organisation_id))]
  const bounded = await readBounded(db, organisation_ids)
  const by_boundary: Way[][] = []
  const by_road: ReturnType<typeof waysOf> = []
  for (const { run, fixes } of runs) {
    const { organisation_id, profile } = run.tracker
    const limits = bounded.get(organisation_id)
    const on_roads = roads && profile.road_limits
    if (!limits && !on_roads) continue
    const ways = waysOf(run.state, fixes, profile)
    if (limits) by_boundary.push(ways.map((way) => ({ organisation_id, limits, ...way })))
    if (on_roads) by_road.push(...ways)
  }
  await locate(db, by_boundary)
  if (roads) await addRoadLimits(roads, by_road)
}

/** What is known of places, to judge reports by. */
export type Places = { db: Kysely<Database>; roads?: RoadLimits | null | undefined }

/** Rests this far apart are remembered for late data. */
const MARK_EVERY_MS = 6 * 3_600_000
