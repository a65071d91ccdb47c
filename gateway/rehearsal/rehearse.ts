import type { Kysely } from 'kysely'
import { readWays } from '#db/history/tracks/read.ts'
import { inOrder, isInOrder, type Way } from '#db/history/tracks/track.ts'
import type { Database } from '#db/tables/index.ts'
import type { BoundaryDraft } from '#db/tables/tracking/boundary.ts'
import { locatePositions, type PositionResult } from '../engine/boundaries.ts'
import { readDraft } from './draft.ts'
import { Follower, type RehearsedAlert, type RehearsedTracker } from './follower.ts'

/**
 * Judges what trackers have reported as if a draft of a boundary had been stored then: by the engine's rules, and near
 * edges by its statements, with the other boundaries as they are now. Reports are taken in the order of their fixes: none
 * is late. What was reported on private trips is left out.
 */
export class Rehearsal {
  readonly #db: Kysely<Database>
  readonly #draft: BoundaryDraft
  readonly #read: Awaited<ReturnType<typeof readDraft>>

  private constructor(db: Kysely<Database>, draft: BoundaryDraft, read: Awaited<ReturnType<typeof readDraft>>) {
    this.#db = db
    this.#draft = draft
    this.#read = read
  }

  static async of(db: Kysely<Database>, draft: BoundaryDraft): Promise<Rehearsal> {
    return new Rehearsal(db, draft, await readDraft(db, draft))
  }

  /**
   * The alerts that trackers would have raised in a span, first ones first. Files of history are read once for all of
   * them.
   *
   * @param span times are milliseconds since 1970; of each tracker some `most` reports are judged
   * @returns in the order of the trackers
   * @throws {Cancelled} when `signal` is aborted
   */
  async follow(trackers: readonly RehearsedTracker[], { most, ...span }: Span): Promise<Followed[]> {
    const followers = new Map(trackers.map((one) => [one.tracker_id, new Follower(one, this.#draft)]))
    const own = new Map(trackers.map((one) => [one.tracker_id, one]))
    const query = {
      ...span,
      organisation_id: this.#draft.organisation_id,
      tracker_ids: [...followers.keys()],
      with_accuracy: this.#read.uses_accuracy,
      as_judged: true,
    }
    let ways: Judged[] = []
    let fixes = 0
    const judgeThem = async () => {
      await this.#judge(ways)
      ways = []
      fixes = 0
    }
    for await (const [tracker_id, way] of readWays(this.#db, query)) {
      const follower = followers.get(tracker_id)!
      if (follower.reports >= most) continue
      // A clock that is ahead counts as the time of arrival, before fixes that came earlier.
      ways.push({ follower, tracker: own.get(tracker_id)!, way: isInOrder(way) ? way : inOrder(way) })
      fixes += way.at.length
      if (fixes >= TOGETHER) await judgeThem()
    }
    await judgeThem()
    return [...followers.values()].map(({ alerts, reports }) => ({ alerts, reports, complete: reports < most }))
  }

  /** Most fixes are far from an edge, PostGIS is asked about the others. */
  async #judge(ways: readonly Judged[]): Promise<void> {
    const inside = ways.map(({ tracker, way }) => this.#contain(tracker, way))
    const unclear: (Fix & { k: number })[] = []
    for (const [k, { tracker, way }] of ways.entries()) {
      const own = inside[k]!
      for (let i = own.indexOf(UNCLEAR); i >= 0; i = own.indexOf(UNCLEAR, i + 1)) unclear.push({ k, i, tracker, way })
    }
    const located = new Map<number, Map<number, PositionResult>>()
    for (let from = 0; from < unclear.length; from += PART) {
      const part = unclear.slice(from, from + PART)
      for (const [n, result] of (await this.#locate(part)).entries()) {
        const { k, i } = part[n]!
        located.set(k, (located.get(k) ?? new Map()).set(i, result))
      }
    }
    for (const [k, { follower, way }] of ways.entries()) {
      const [own, by_postgis] = [inside[k]!, located.get(k)]
      follower.take(way, (i) => by_postgis?.get(i) ?? own[i] === INSIDE)
    }
  }

  #contain(tracker: RehearsedTracker, { at, lon, lat, accuracy }: Way): Uint8Array {
    const inside = new Uint8Array(at.length)
    const areas = this.#read.areasOf(tracker)
    if (!areas) return inside.fill(UNCLEAR)
    for (let i = 0; i < at.length; i++) {
      // Who is parked reports the same place for hours.
      const is_same = i > 0 && lon[i] === lon[i - 1] && lat[i] === lat[i - 1] && accuracy[i] === accuracy[i - 1]
      const one = is_same ? inside[i - 1]! : areas.contain(lon[i]!, lat[i]!, accuracy[i] ?? 0)
      inside[i] = one === null ? UNCLEAR : Number(one)
    }
    return inside
  }

  #locate(fixes: readonly Fix[]): Promise<PositionResult[]> {
    const { organisation_id } = this.#draft
    const queries = fixes.map(({ i, tracker, way }) => {
      const { tracker_id, owner_user_id } = tracker
      const [moment, lon, lat] = [way.at[i]!, way.lon[i]!, way.lat[i]!]
      const place = { lon, lat, accuracy: way.accuracy[i] ?? null, moment, fix_at: moment }
      return { ...unstored, ...place, organisation_id, tracker_id, owner_user_id }
    })
    return locatePositions(this.#db, queries, this.#read.tables)
  }
}

const unstored = { part_id: null, digest: 0, is_breaking: false, duplicate_search: null }
const INSIDE = 1
const UNCLEAR = 2

/** Fixes that are in memory. */
const TOGETHER = 100_000
/** Positions of a statement: on the embedded database others wait for it. */
const PART = 1000

type Judged = { follower: Follower; tracker: RehearsedTracker; way: Way }
type Fix = Pick<Judged, 'tracker' | 'way'> & { i: number }
type Span = { from: number; to: number; most: number; signal?: AbortSignal | undefined }
export type Followed = {
  alerts: RehearsedAlert[]
  reports: number
  /** Whether all reports of the time were judged. */
  complete: boolean
}
