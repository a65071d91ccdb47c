import type { Way } from '#db/history/tracks/track.ts'
import type { BoundaryDraft } from '#db/tables/tracking/boundary.ts'
import {
  type AlertChange,
  type ExitPolicy,
  initialState,
  judge,
  type RuleInput,
  type State,
} from '../engine/rules/index.ts'

/** One tracker along its reports: what the engine's rules say of each, and the alerts of a draft that follow. */
export class Follower {
  readonly alerts: RehearsedAlert[] = []
  reports = 0
  readonly #tracker: RehearsedTracker
  readonly #draft: BoundaryDraft
  #state: State = initialState
  /** Whether the last fix was inside; null where PostGIS decided. */
  #inside: boolean | null = null

  constructor(tracker: RehearsedTracker, draft: BoundaryDraft) {
    this.#tracker = tracker
    this.#draft = draft
  }

  /** @param found what the rules read of each fix: inside or not, or what PostGIS says */
  take({ at, lon, lat }: Way, found: (i: number) => boolean | FoundInput): void {
    this.reports += at.length
    for (let i = 0; i < at.length; i++) {
      const one = found(i)
      const inside = typeof one === 'boolean' ? one : null
      if (inside !== null && inside === this.#inside && isSettled(this.#state)) continue
      this.#inside = inside
      this.#judge(inside === null ? (one as FoundInput) : this.#inputOf(inside), at[i]!, { lon: lon[i]!, lat: lat[i]! })
    }
    // Of those that were passed over the last is the latest.
    const last = at[at.length - 1]
    if (last !== undefined) this.#state = { ...this.#state, judged_at: Math.max(this.#state.judged_at ?? last, last) }
  }

  #judge(found: FoundInput, at: number, place: { lon: number; lat: number }): void {
    const input = { ...found, fix_at: at, received: at, valid: true, alarm: null }
    const verdict = judge(this.#state, input, this.#tracker, at)
    this.#state = verdict.state
    for (const change of verdict.alerts) if (this.#isOfDraft(change)) this.#note(change, at, place)
  }

  #inputOf(inside: boolean): FoundInput {
    const { rule, boundary_id } = this.#draft
    if (rule === 'any') return { bounded: true, boundary_id: inside ? boundary_id : null }
    const is_broken = inside === (rule === 'keep_out')
    return { bounded: false, boundary_id: null, ruled: true, broken: is_broken ? [{ boundary_id, rule }] : [] }
  }

  /** Of rule `any` all boundaries together are left; of the others each by itself. */
  #isOfDraft({ rule, boundary_id }: AlertChange): boolean {
    return this.#draft.rule === 'any' ? rule === undefined : boundary_id === this.#draft.boundary_id
  }

  /** An alert begins when its boundary was left or entered, not when that was confirmed. */
  #note({ kind, change, boundary_id }: AlertChange, at: number, place: { lon: number; lat: number }): void {
    if (kind === 'alarm') return
    const open = this.alerts.at(-1)
    if (change === 'end') {
      if (open?.ended_at === null) open.ended_at = at
      return
    }
    const breach = this.#state.breaches?.find((one) => one.boundary_id === boundary_id)
    const since = breach ? breach.since : this.#state.outside_since
    this.alerts.push({ kind, started_at: since ?? at, ended_at: null, ...place })
  }
}

/** Whether another report of the same kind changes nothing: what is broken has its alert. */
function isSettled({ outside, leaving_alerted, breaches = [] }: State): boolean {
  return (!outside || leaving_alerted) && breaches.every(({ alerted }) => alerted)
}

export type FoundInput = Omit<RuleInput, 'fix_at' | 'received' | 'valid' | 'alarm'>
export type RehearsedTracker = ExitPolicy & { tracker_id: number; owner_user_id: number | null }
export type RehearsedAlert = {
  kind: 'left_boundary' | 'entered_boundary'
  /** Milliseconds since 1970. */
  started_at: number
  ended_at: number | null
  lon: number
  lat: number
}
