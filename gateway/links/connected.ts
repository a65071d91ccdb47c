import { isSameNetwork } from '#db/networks.ts'
import type { ClaimedCommand, DeviceSettings } from './command.ts'

/**
 * The open connections (links) of each tracker. Transports add theirs after the sign-in and remove them on close, so
 * that revocations and commands reach them.
 */
export class Connected {
  #links = new Map<number, Set<Link>>()
  /** The last request over HTTP of each tracker, oldest first. */
  #requests = new Map<number, Use>()

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

  /**
   * The link for a tracker's next command. Of links in use: one with a token, the last used; else the oldest, since
   * another device that knows the number may have come later. Without one in use, the last used.
   */
  forCommands(tracker_id: number): Link | undefined {
    const links = this.of(tracker_id)
      .filter((link) => link.takes_commands)
      .toSorted((a, b) => b.last_contact_at - a.last_contact_at)
    const used = links.filter(isInUse)
    const oldest = used.toSorted((a, b) => a.since - b.since)[0]
    return used.find(({ identified_by }) => identified_by === 'token') ?? oldest ?? links[0]
  }

  /** Whether a connection or request of another network has used the tracker's number during the last minute. */
  isInUseElsewhere(tracker_id: number, address: string, own?: Link): boolean {
    const request = this.#requests.get(tracker_id)
    if (request && isElsewhere(request, address)) return true
    return this.#others(tracker_id, own).some((link) => !link.is_datagram && isElsewhere(link, address))
  }

  /** Whether datagrams of another network have come during the last minute. Their addresses can be forged. */
  hasDatagramsElsewhere(tracker_id: number, address: string, own?: Link): boolean {
    return this.#others(tracker_id, own).some((link) => link.is_datagram && isElsewhere(link, address))
  }

  /** Records a request over HTTP: it blocks other networks as a connection does. */
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

  #others(tracker_id: number, own: Link | undefined): Link[] {
    return this.of(tracker_id).filter((link) => link !== own)
  }
}

/** Whether there was contact during the last minute. */
export const isInUse = ({ last_contact_at }: Pick<Use, 'last_contact_at'>): boolean =>
  Date.now() - last_contact_at <= IN_USE_MS

const isElsewhere = (use: Use, address: string) => isInUse(use) && !isSameNetwork(use.address, address)

/** How long a contact protects a tracker from devices of other networks that know its number. */
const IN_USE_MS = 60_000
const MAX_REQUESTS = 50_000

type Use = { address: string; last_contact_at: number }

export type Link = {
  /** The transport of this link. */
  transport: string
  /** What proved its tracker: the device token, or the number, which others may know. */
  identified_by: 'token' | 'number'
  /** Whether it is the sender of datagrams. */
  is_datagram?: boolean
  /** When it began, in milliseconds since 1970. */
  since: number
  /** Last contact in milliseconds since 1970. */
  last_contact_at: number
  /** The remote address. */
  address: string
  close(reason: string): void
  /** Whether commands can be sent now. */
  readonly takes_commands?: boolean
  /** Sends a command. @returns why it cannot be encoded, or null */
  send?(command: ClaimedCommand): string | null
  /** Sends changed settings if the device listens for them. @returns whether the device has the current settings */
  configure?(settings: DeviceSettings): boolean
}
