import { udpOf } from '#db/transports.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import type { Identity } from '../shared/identity.ts'
import { UdpLink } from './link.ts'

/** The senders of a protocol's datagrams, by their numbers and addresses. */
export class Senders {
  #context: DeviceContext
  #protocol: Protocol
  #isPaused: () => boolean
  #senders = new Map<string, Sender>()

  constructor(context: DeviceContext, protocol: Protocol, isPaused: () => boolean) {
    this.#context = context
    this.#protocol = protocol
    this.#isPaused = isPaused
  }

  /** Identifies the sender, cached for a minute. */
  async of(number: string, address: string, datagram: Buffer): Promise<Sender | null> {
    const transport = udpOf(this.#protocol.name)
    const key = `${number} ${address}`
    const cached = this.#senders.get(key)
    if (cached && Date.now() - cached.at < LOOKUP_TTL_MS) return cached
    const identity = await this.#context.recognise(transport, number, address, this.#isPaused)
    if (identity === null) return null
    if ('refused' in identity) {
      this.drop(key)
      this.#context.refuse(transport, number, address, identity.refused, datagram)
      return null
    }
    if (cached && this.#senders.get(key) === cached && cached.identity.tracker_id === identity.tracker_id) {
      cached.at = Date.now()
      return cached
    }
    this.drop(key)
    if (this.#senders.size >= MAX_SENDERS) for (const other of this.#senders.keys()) this.drop(other)
    const sender = { identity, at: Date.now(), link: new UdpLink(this.#protocol, transport, address) }
    this.#senders.set(key, sender)
    this.#context.addReplyChannel(identity, sender.link)
    return sender
  }

  drop(key: string): void {
    const sender = this.#senders.get(key)
    this.#senders.delete(key)
    if (sender) this.#context.removeReplyChannel(sender.identity, sender.link)
  }

  /** Drops the cached lookups of a tracker that was changed. */
  forget(tracker_id: number): void {
    for (const [key, { identity }] of this.#senders) if (identity.tracker_id === tracker_id) this.drop(key)
  }
}

const MAX_SENDERS = 20_000
const LOOKUP_TTL_MS = 60_000

export type Sender = { identity: Identity; at: number; link: UdpLink }
