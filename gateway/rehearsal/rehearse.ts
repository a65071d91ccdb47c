import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { BoundaryDraft } from '#db/tables/tracking/boundary.ts'
import { locatePositions, type PositionResult } from '../engine/boundaries.ts'
import {
  type AlertChange,
  type ExitPolicy,
  initialState,
  judge,
  type RuleInput,
  type State,
} from '../engine/rules/index.ts'
import { readFixes } from '../movement/history.ts'
import type { Fix } from '../movement/rules/index.ts'
import { readDraft } from './draft.ts'

/**
 * Judges what trackers have reported as if a draft of a boundary had been stored then: by the engine's rules, and near
 * edges by its statements, with the other boundaries as they are now. Reports are taken in the order of their fixes: none
 * is late.
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
   * The alerts that a tracker would have raised since a time, first ones first.
   *
   * @param span times are milliseconds since 1970; at most `most` reports are judged
   */
  async follow(tracker: RehearsedTracker, { from, to, most }: Span): Promise<Followed> {
    const alerts: RehearsedAlert[] = []
    let state = initialState
    let reports = 0
    const key = { ...tracker, organisation_id: this.#draft.organisation_id }
    for await (const page of readFixes(this.#db, key, from, false)) {
      const fixes = page.filter(({ at, valid, lon }) => at >= from && at < to && valid && lon !== null)
      const inputs = await this.#inputsOf(tracker, fixes)
      for (const [i, fix] of fixes.entries()) {
        const verdict = judge(state, inputs[i]!, tracker, fix.at)
        state = verdict.state
        for (const change of verdict.alerts) if (this.#isOfDraft(change)) note(alerts, change, state, fix)
      }
      reports += fixes.length
      if (reports >= most || page.at(-1)!.at >= to) break
    }
    return { alerts, reports, complete: reports < most }
  }

  /** What the rules read of each fix: most are far from an edge, PostGIS is asked about the others. */
  async #inputsOf(tracker: RehearsedTracker, fixes: Fix[]): Promise<RuleInput[]> {
    const areas = this.#read.areasOf(tracker)
    const accuracyOf = ({ accuracy }: Fix) => (this.#draft.rule === 'keep_out' ? 0 : (accuracy ?? 0))
    const inside = fixes.map((fix) => areas?.contain(fix.lon!, fix.lat!, accuracyOf(fix)) ?? null)
    const unclear = fixes.filter((_, i) => inside[i] === null)
    const located = new Map<Fix, PositionResult>()
    for (let at = 0; at < unclear.length; at += PART) {
      const part = unclear.slice(at, at + PART)
      for (const [i, result] of (await this.#locate(tracker, part)).entries()) located.set(part[i]!, result)
    }
    return fixes.map((fix, i) => ({ ...this.#foundOf(inside[i]!, located.get(fix)), ...reportOf(fix) }))
  }

  #foundOf(inside: boolean | null, located: PositionResult | undefined): FoundInput {
    if (located) return located
    const { rule, boundary_id } = this.#draft
    if (rule === 'any') return { bounded: true, boundary_id: inside ? boundary_id : null }
    const is_broken = inside === (rule === 'keep_out')
    return { bounded: false, boundary_id: null, ruled: true, broken: is_broken ? [{ boundary_id, rule }] : [] }
  }

  #locate({ tracker_id, owner_user_id }: RehearsedTracker, fixes: Fix[]): Promise<PositionResult[]> {
    const { organisation_id } = this.#draft
    const of = { ...unstored, organisation_id, tracker_id, owner_user_id }
    const queries = fixes.map(({ at, lon, lat, accuracy }) => ({ ...of, lon, lat, accuracy, moment: at, fix_at: at }))
    return locatePositions(this.#db, queries, this.#read.tables)
  }

  /** Of rule `any` all boundaries together are left; of the others each by itself. */
  #isOfDraft({ rule, boundary_id }: AlertChange): boolean {
    return this.#draft.rule === 'any' ? rule === undefined : boundary_id === this.#draft.boundary_id
  }
}

const unstored = { part_id: null, digest: 0, is_breaking: false, duplicate_search: null }

const reportOf = ({ at }: Fix) => ({ fix_at: at, received: at, valid: true, alarm: null })

/** An alert begins when its boundary was left or entered, not when that was confirmed. */
function note(alerts: RehearsedAlert[], { kind, change, boundary_id }: AlertChange, state: State, fix: Fix): void {
  if (kind === 'alarm') return
  const open = alerts.at(-1)
  if (change === 'end') {
    if (open?.ended_at === null) open.ended_at = fix.at
    return
  }
  const breach = state.breaches?.find((one) => one.boundary_id === boundary_id)
  const since = breach ? breach.since : state.outside_since
  alerts.push({ kind, started_at: since ?? fix.at, ended_at: null, lon: fix.lon!, lat: fix.lat! })
}

/** Positions of a statement: on the embedded database others wait for it. */
const PART = 1000

type FoundInput = Omit<RuleInput, keyof ReturnType<typeof reportOf>>

export type RehearsedTracker = ExitPolicy & { tracker_id: number; owner_user_id: number | null }
type Span = { from: number; to: number; most: number }
export type RehearsedAlert = {
  kind: 'left_boundary' | 'entered_boundary'
  /** Milliseconds since 1970. */
  started_at: number
  ended_at: number | null
  lon: number
  lat: number
}
export type Followed = {
  alerts: RehearsedAlert[]
  reports: number
  /** Whether all reports of the time were judged. */
  complete: boolean
}
