import type { ArchivedEvent } from '../event.ts'

/**
 * Events that were corrected or removed by hand. What files hold of them does not count: a corrected one is a row of
 * `tracker_event`, a removed one is nowhere. A note of each is kept until no file holds it.
 */
export class ChangedEvents {
  readonly notes: readonly ChangeNote[]
  readonly #keys = new Map<number, Set<string>>()

  constructor(notes: readonly ChangeNote[] = []) {
    this.notes = notes
    for (const { tracker_id, fix_at, digest } of notes) {
      const keys = this.#keys.get(tracker_id) ?? new Set()
      this.#keys.set(tracker_id, keys.add(keyOf(fix_at, digest)))
    }
  }

  get isEmpty(): boolean {
    return this.notes.length === 0
  }

  has(tracker_id: number, fix_at: number, digest: number): boolean {
    return this.#keys.get(tracker_id)?.has(keyOf(fix_at, digest)) ?? false
  }

  /** Whether a file may hold any of them. */
  isWithin({ first_tracker_id, last_tracker_id, first_fix_at, last_fix_at }: Extent): boolean {
    return this.notes.some(
      ({ tracker_id, fix_at }) =>
        tracker_id >= first_tracker_id &&
        tracker_id <= last_tracker_id &&
        fix_at >= first_fix_at &&
        fix_at <= last_fix_at,
    )
  }
}

const keyOf = (fix_at: number, digest: number) => `${fix_at} ${digest}`

type Extent = { first_tracker_id: number; last_tracker_id: number; first_fix_at: number; last_fix_at: number }

/** A row of `event_archive_change`; its time is microseconds since 1970. */
export type ChangeNote = Pick<ArchivedEvent, 'tracker_id' | 'fix_at' | 'digest'> & {
  organisation_id: number
  version: number
}
