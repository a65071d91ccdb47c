import type { DeviceContext } from '../shared/device_context.ts'
import type { Identity } from '../shared/identity.ts'

/**
 * Which numbers of a feed are trackers. Most are not: these are looked up again after minutes only, and never listed as
 * unknown devices, since the ships of one harbour would fill the list.
 */
export class Known {
  #context: DeviceContext
  #transport: string
  #trackers = new Map<string, { identity: Identity; until: number }>()
  /** Until when a number is not a tracker's. */
  #strangers = new Map<string, number>()
  #open = new Map<string, Promise<Identity | null>>()

  constructor(context: DeviceContext, transport: string) {
    this.#context = context
    this.#transport = transport
  }

  /** Lookups under way. */
  get open(): number {
    return this.#open.size
  }

  /** @returns null for a number that may not report here, undefined where that must be looked up */
  get(number: string, address: string): Identity | null | undefined {
    const key = keyOf(number, address)
    const tracker = this.#trackers.get(key)
    if (tracker && Date.now() < tracker.until) return tracker.identity
    return Date.now() < (this.#strangers.get(key) ?? 0) ? null : undefined
  }

  /** @returns null also when the caller was closed before the database answered */
  find(number: string, address: string, isClosed: () => boolean): Promise<Identity | null> {
    const key = keyOf(number, address)
    const open = this.#open.get(key) ?? this.#lookUp(number, address, isClosed).finally(() => this.#open.delete(key))
    this.#open.set(key, open)
    return open
  }

  /** Looks it up again: its tracker was changed or deleted. */
  forget(tracker_id: number): void {
    for (const [key, { identity }] of this.#trackers) if (identity.tracker_id === tracker_id) this.#trackers.delete(key)
  }

  async #lookUp(number: string, address: string, isClosed: () => boolean): Promise<Identity | null> {
    const found = await this.#context.recognise(this.#transport, number, address, isClosed)
    if (found === null) return null
    const key = keyOf(number, address)
    this.#trackers.delete(key)
    this.#strangers.delete(key)
    if (!('refused' in found)) {
      keep(this.#trackers, key, { identity: found, until: Date.now() + TRACKER_MS })
      return found
    }
    if (found.refused !== 'unknown number') this.#context.refuse(this.#transport, number, address, found.refused)
    keep(this.#strangers, key, Date.now() + STRANGER_MS)
    return null
  }
}

function keep<Entry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.set(key, entry)
  if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!)
}

const keyOf = (number: string, address: string) => `${number} ${address}`

const TRACKER_MS = 60_000
/** A ship that is registered while it is heard appears after this time. */
const STRANGER_MS = 120_000
/** All ships that send AIS are some 100 000; a receiver has hundreds in reach. */
const MAX_ENTRIES = 100_000
