import type { ClaimedCommand } from '../commands/store.ts'
import type { DeviceSettings } from './phone_identity.ts'

/**
 * Which connection belongs to which tracker. Transports enter theirs after the sign-in and take them out when they end,
 * so what is revoked ends at once, and what is to be said to a tracker finds its way.
 */
export class Connected {
  #links = new Map<number, Set<Link>>()

  add(tracker_id: number, link: Link): void {
    const links = this.#links.get(tracker_id)
    if (links) links.add(link)
    else this.#links.set(tracker_id, new Set([link]))
  }

  remove(tracker_id: number, link: Link): void {
    const links = this.#links.get(tracker_id)
    if (links?.delete(link) && links.size === 0) this.#links.delete(tracker_id)
  }

  of(tracker_id: number): Link[] {
    return [...(this.#links.get(tracker_id) ?? [])]
  }

  /** Ends all that a tracker has open. */
  close(tracker_id: number, reason: string): void {
    for (const link of this.of(tracker_id)) link.close(reason)
  }

  get trackers(): number[] {
    return [...this.#links.keys()]
  }
}

export type Link = {
  /** The transport's name, as in the metrics. */
  transport: string
  close(reason: string): void
  /** Whether the device takes commands now. */
  readonly takes_commands?: boolean
  /** Gives it one. @returns why that cannot be said, or null */
  give?(command: ClaimedCommand): string | null
  /** Tells its settings where the device wants to hear them, and has not. @returns whether it knows them now */
  configure?(settings: DeviceSettings): boolean
}
