import type { Kysely } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Database } from '#db/tables/index.ts'
import { locate } from './boundaries.ts'
import { advance, type Fix, keyOf, movementOf, openSegments, type Segment, type State, waysOf } from './rules/index.ts'
import { keyed, type Put, writeDays, writeSegments } from './segments.ts'
import { type Followed, writeCheckpoint, writeMark } from './store.ts'

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
  #marks: State[] = []
  #last_mark: number

  constructor(tracker: Followed) {
    this.tracker = tracker
    this.state = tracker.state
    this.written_at = tracker.state.at
    this.#last_mark = tracker.state.at
    for (const segment of openSegments(tracker.state, tracker.profile)) this.#open.add(keyOf(segment))
  }

  /** Whether segments were opened, closed or taken back since it was written. */
  get hasChanged(): boolean {
    return this.#changes.size > 0
  }

  /** Closed segments that wait to be written. */
  get waiting(): number {
    return this.#changes.size
  }

  /** Advances by reports in their order, all newer than the last. `reached` is called after each. */
  take(fixes: readonly Fix[], reached?: (state: State) => boolean): void {
    const { profile } = this.tracker
    for (const fix of fixes) {
      const before = this.state
      const limit = profile.speed_limit
      const limited: Fix =
        limit === null ? fix : { ...fix, limit: { speed: limit, source: 'profile', boundary_id: null } }
      const { state, changes } = advance(before, limited, profile)
      this.state = state
      for (const [key, segment] of changes) this.#changes.set(key, { segment, at: state.at })
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

  closedPuts(): Put[] {
    return this.puts().filter(({ segment }) => segment.ended_at !== null)
  }

  takeMarks(): State[] {
    return this.#marks.splice(0)
  }

  /** Forgets what has been written. */
  written(): void {
    this.#changes.clear()
    this.#marks = []
    this.#open = new Set(openSegments(this.state, this.tracker.profile).map(keyOf))
    this.written_at = this.state.at
  }

  /** Writes the changes, the days that they touch, and the checkpoint, in one transaction. */
  async write(db: Kysely<Database>, gateway_id: string): Promise<void> {
    await db.transaction().execute((trx) => this.writeIn(trx, gateway_id))
    this.written()
  }

  async writeIn(trx: Trx, gateway_id: string): Promise<void> {
    const { tracker, state } = this
    const now = new Map(openSegments(state, tracker.profile).map((segment) => [keyOf(segment), segment]))
    const puts = this.puts()
    const put = new Set(puts.map(({ segment }) => keyOf(segment)))
    // What was open when it was written last and is neither closed nor open now was taken back.
    const gone = [...this.#changes.keys(), ...this.#open].filter((key) => !put.has(key) && !now.has(key))
    const removed = [...new Set(gone)].map(keyed)
    await writeCheckpoint(trx, gateway_id, tracker, { state, movement: movementOf(state, tracker.profile, state.at) })
    await writeSegments(trx, tracker, { puts, removed, revises: false })
    const begins = [
      ...puts.filter(({ segment }) => !this.#open.has(keyOf(segment))).map(({ segment }) => segment.began_at),
      ...removed.map(({ began_at }) => began_at),
    ]
    const from = Math.min(Math.max(this.written_at, 0) || state.at, state.at, ...begins)
    await writeDays(trx, tracker, { from, until: state.at, zone: tracker.timezone })
    for (const mark of this.#marks) await writeMark(trx, tracker, mark)
  }
}

/** Adds to each fix the boundaries that it is in. */
export async function locateFixes(db: Kysely<Database>, runs: { run: Run; fixes: Fix[] }[]): Promise<void> {
  const ways = runs.flatMap(({ run, fixes }) =>
    waysOf(run.state, fixes, run.tracker.profile).map((way) => ({
      organisation_id: run.tracker.organisation_id,
      ...way,
    })),
  )
  await locate(db, ways)
}

/** Rests this far apart are remembered for late data. */
const MARK_EVERY_MS = 6 * 3_600_000
