import { isSameNetwork } from '#db/networks.ts'
import type { ClaimedCommand } from '../../commands/store.ts'
import type { DeviceSettings } from './phone_identity.ts'

/**
 * Which connection belongs to which tracker. Transports enter theirs after the sign-in and take them out when they end,
 * so what is revoked ends at once, and what is to be said to a tracker finds its way.
 */
export class Connected {
  #links = new Map<number, Set<Link>>()
  /** Requests that named a tracker by its number alone: the last of each, in the order of their times. */
  #requests = new Map<number, Pick<Link, 'address' | 'last_contact_at'>>()

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

  /** Whether the number of a device without a secret is in use from another network, which spoke a moment ago. */
  isInUseElsewhere(tracker_id: number, address: string, own?: Link): boolean {
    const since = Date.now() - IN_USE_MS
    const isElsewhere = (one: Pick<Link, 'address' | 'last_contact_at'> | undefined) =>
      one?.address !== undefined && one.last_contact_at >= since && !isSameNetwork(one.address, address)
    if (isElsewhere(this.#requests.get(tracker_id))) return true
    for (const link of this.#links.get(tracker_id) ?? []) if (link !== own && isElsewhere(link)) return true
    return false
  }

  /** A request without a secret, whose sender keeps others out as a connection does. */
  recordRequest(tracker_id: number, address: string): void {
    this.#requests.delete(tracker_id)
    this.#requests.set(tracker_id, { address, last_contact_at: Date.now() })
    if (this.#requests.size > MAX_REQUESTS) this.#requests.delete(this.#requests.keys().next().value!)
  }

  /** Ends what a tracker has open, but by the transports in `except`. */
  close(tracker_id: number, reason: string, except: readonly string[] = []): void {
    for (const link of this.of(tracker_id)) if (!except.includes(link.transport)) link.close(reason)
  }

  get trackers(): number[] {
    return [...this.#links.keys()]
  }
}

/** For how long a device without a secret keeps others out after its last message. */
const IN_USE_MS = 60_000
const MAX_REQUESTS = 50_000

export type Link = {
  /** By which of its transports the tracker is here. */
  transport: string
  /** When it spoke last, in milliseconds since 1970. Commands go to the link that did so last. */
  last_contact_at: number
  /** Where it comes from, for a device that has no secret. */
  address?: string
  close(reason: string): void
  /** Whether the device takes commands now. */
  readonly takes_commands?: boolean
  /** Gives it one. @returns why that cannot be said, or null */
  send?(command: ClaimedCommand): string | null
  /** Tells its settings where the device wants to hear them, and has not. @returns whether it knows them now */
  configure?(settings: DeviceSettings): boolean
}
