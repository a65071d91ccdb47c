import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { changedSince } from './cluster/changed.ts'
import type { Connected } from './links/connected.ts'

/** Closes a tracker's connections in this process when it is deleted, deactivated or changed. */
export class Revocations {
  #db: Kysely<Database>
  #connected: Connected
  #forget: ((tracker_id: number) => void)[] = []
  #stopped = false

  constructor(db: Kysely<Database>, connected: Connected) {
    this.#db = db
    this.#connected = connected
  }

  /** Registers a callback for each revoked tracker. Used for UDP senders, which have no connection to close. */
  onRevoked(forget: (tracker_id: number) => void): void {
    this.#forget.push(forget)
  }

  /** @param except transports whose connections stay */
  revoke(tracker_id: number, except?: readonly string[]): void {
    for (const forget of this.#forget) forget(tracker_id)
    this.#connected.close(tracker_id, 'the tracker was deleted, switched off or changed', except)
  }

  /**
   * Revokes connected trackers that were changed during a Redis outage, which other processes could not announce.
   * Retries while the database is unavailable.
   *
   * @param away_s seconds for which Redis was away
   */
  async revokeChanged(away_s: number): Promise<void> {
    const since = performance.now()
    for (let changed: number[] | null = null; changed === null && !this.#stopped; ) {
      const seconds = away_s + (performance.now() - since) / 1000
      changed = await changedSince(this.#db, this.#connected.trackers, seconds).catch(() => null)
      for (const tracker_id of changed ?? []) this.revoke(tracker_id)
      if (changed === null) await wait(RETRY_MS)
    }
  }

  stop(): void {
    this.#stopped = true
  }
}

const RETRY_MS = 1_000
