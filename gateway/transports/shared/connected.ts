import { isSameNetwork } from '#db/networks.ts'
import type { ClaimedCommand } from '../../commands/store.ts'
import type { DeviceSettings } from './phone_identity.ts'

/**
 * The open connections (links) of each tracker. Transports add theirs after the sign-in and remove them on close, so
 * that revocations and commands reach them.
 */
export class Connected {
  #links = new Map<number, Set<Link>>()
  /** The last request of each tracker that was identified by its number alone, oldest first. */
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

  /** Whether another network has used the number of a device without a token during the last minute. */
  isInUseElsewhere(tracker_id: number, address: string, own?: Link): boolean {
    const since = Date.now() - IN_USE_MS
    const isElsewhere = (one: Pick<Link, 'address' | 'last_contact_at'> | undefined) =>
      one?.address !== undefined && one.last_contact_at >= since && !isSameNetwork(one.address, address)
    if (isElsewhere(this.#requests.get(tracker_id))) return true
    for (const link of this.#links.get(tracker_id) ?? []) if (link !== own && isElsewhere(link)) return true
    return false
  }

  /** Records a request without a token: it blocks other networks as a connection does. */
  recordRequest(tracker_id: number, address: string): void {
    this.#requests.delete(tracker_id)
    this.#requests.set(tracker_id, { address, last_contact_at: Date.now() })
    if (this.#requests.size > MAX_REQUESTS) this.#requests.delete(this.#requests.keys().next().value!)
  }

  /** Closes a tracker's links, except those of the transports in `except`. */
  close(tracker_id: number, reason: string, except: readonly string[] = []): void {
    for (const link of this.of(tracker_id)) if (!except.includes(link.transport)) link.close(reason)
  }

  get trackers(): number[] {
    return [...this.#links.keys()]
  }
}

/** How long the last message of a device without a token blocks other networks. */
const IN_USE_MS = 60_000
const MAX_REQUESTS = 50_000

export type Link = {
  /** The transport of this link. */
  transport: string
  /** Last contact in milliseconds since 1970. Commands go to the link with the latest. */
  last_contact_at: number
  /** The remote address, for devices without a token. */
  address?: string
  close(reason: string): void
  /** Whether commands can be sent now. */
  readonly takes_commands?: boolean
  /** Sends a command. @returns why it cannot be encoded, or null */
  send?(command: ClaimedCommand): string | null
  /** Sends changed settings if the device listens for them. @returns whether the device has the current settings */
  configure?(settings: DeviceSettings): boolean
}
