import type { Channel } from '#db/tables/messaging/message_delivery.ts'

/** Delivers messages of one channel. */
export type Provider = {
  name: string
  /**
   * Whether one server delivers to all addresses: when it is unavailable, the whole channel pauses. Otherwise only the
   * address does.
   */
  shared: boolean
  /** @throws {NotDelivered} other errors count as `later` */
  send(letter: Letter): Promise<Sent>
  close(): void
}

/** A message to one address. */
export type Letter = {
  /** Of the delivery: the same for every attempt. */
  id: number
  organisation_id: number | null
  channel: Channel
  address: string
  subject: string
  text: string
  html: string | null
  /** The tracker it is about. */
  tracker_id: number | null
  headers: Record<string, string>
  /** Of mails only. */
  attachments: AttachedFile[]
}

export type AttachedFile = { name: string; mimetype: string | null; bytes: Buffer }

/**
 * `id`: the provider's id; `delivered`: already delivered, as there will be no receipt; `unsent`: stored for people of
 * the installation to read, and sent to no recipient.
 */
export type Sent = { id: string | null; delivered?: boolean; unsent?: boolean }

/**
 * `away`: the provider is unavailable; `later`: this message may succeed later; `never`: refused permanently, with
 * `bounced` because of the address.
 */
export class NotDelivered extends Error {
  override name = 'NotDelivered'
  readonly verdict: 'away' | 'later' | 'never'
  readonly bounced: boolean
  /** Seconds to wait, as the provider asks. */
  readonly wait_s: number

  constructor(verdict: 'away' | 'later' | 'never', reason: string, { bounced = false, wait_s = 0 } = {}) {
    super(reason)
    this.verdict = verdict
    this.bounced = bounced
    this.wait_s = wait_s
  }
}
