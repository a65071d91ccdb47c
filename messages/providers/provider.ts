import type { Channel } from '#db/tables/messaging/message_delivery.ts'

/** Whatever carries messages to one kind of address. */
export type Provider = {
  name: string
  /**
   * Whether all addresses are reached by one server: when it is away, everything waits for it. Otherwise each address
   * waits for itself.
   */
  shared: boolean
  /** @throws {NotDelivered} any other error counts as one that may pass */
  send(letter: Letter): Promise<Sent>
  close(): void
}

/** A message to one address. */
export type Letter = {
  /** Of the delivery: stays the same however often it is tried. */
  id: number
  organisation_id: number | null
  channel: Channel
  address: string
  subject: string
  text: string
  html: string | null
  /** What it tells of. */
  tracker_id: number | null
  headers: Record<string, string>
}

/** `id`: what the provider calls it; `delivered`: whether it has arrived already, as far as anybody will ever know. */
export type Sent = { id: string | null; delivered?: boolean }

/**
 * `away`: the provider takes nothing from anybody; `later`: it may take this one another time; `never`: it refuses this
 * one for good, and with `bounced` the address.
 */
export class NotDelivered extends Error {
  override name = 'NotDelivered'
  readonly verdict: 'away' | 'later' | 'never'
  readonly bounced: boolean
  /** Seconds for which the provider wants to be left alone with it. */
  readonly wait_s: number

  constructor(verdict: 'away' | 'later' | 'never', reason: string, { bounced = false, wait_s = 0 } = {}) {
    super(reason)
    this.verdict = verdict
    this.bounced = bounced
    this.wait_s = wait_s
  }
}
