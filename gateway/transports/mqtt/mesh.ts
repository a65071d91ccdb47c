import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { PublishPacket } from 'aedes'
import { plainAddress } from '#db/networks.ts'
import { decodeMeshtastic, type MeshPacket } from '../../protocols/meshtastic/index.ts'
import { BadReport, type Report } from '../../protocols/report.ts'
import type { GatewayContext } from '../context.ts'
import type { Identity } from '../shared/identity.ts'
import { phoneById } from '../shared/phone_identity.ts'
import { TokenBuckets } from '../shared/token_bucket.ts'
import type { Device } from './device.ts'

/**
 * Gateway nodes of Meshtastic, which publish what a whole mesh says. One with an API key reports for the trackers that
 * the owner of the key may change; one with the device token of a tracker for this one alone.
 */
export class Mesh {
  #context: GatewayContext
  #rate_limits: TokenBuckets
  /** The last packets of each tracker: several gateway nodes pass on the same. */
  #packets = new Map<number, number[]>()
  /** Until when the node of a key is not looked up again: most of a public mesh belong to no tracker. */
  #strangers = new Map<string, number>()

  constructor(context: GatewayContext) {
    this.#context = context
    this.#rate_limits = new TokenBuckets(context.config.mqtt.limits)
  }

  /** @returns why the key is refused, or null */
  async signIn(client: Device, key: string): Promise<'wrong token' | 'database away' | null> {
    const found = await this.#context.findByKey(key, addressOf(client), '').catch(() => null)
    if (found === null) return 'database away'
    if ('refused' in found && found.refused === 'wrong token') return 'wrong token'
    client.mesh = { key, name: hash('sha256', key).slice(0, 16) }
    return null
  }

  /** Packets in other forms than JSON are passed over: a gateway node publishes each in both. */
  async take(client: Device, packet: PublishPacket, settle: Settle): Promise<void> {
    packet.retain = false // the last position is in the database
    if (!JSON_TOPIC.test(packet.topic)) return settle(null)
    let read: MeshPacket
    try {
      read = decodeMeshtastic(packet.payload as Buffer)
    } catch (error) {
      if (!(error instanceof BadReport)) throw error
      // One node's bad packet must not disconnect those of the others.
      this.#context.refusals.note('meshtastic', nameOf(client), error.message)
      return settle(null)
    }
    if (read.report === null) return settle(null)
    const tracker = await this.#trackerOf(client, read.number)
    if (tracker === 'wrong token') return settle(new Error('the API key has ended'))
    if (tracker === null || this.#isKnown(tracker, read.id)) return settle(null)
    this.#store(tracker, read.report, settle)
  }

  #store(tracker: Identity, report: Report, settle: Settle): void {
    const wait_ms = this.#rate_limits.of(tracker.tracker_id).take(1)
    // aedes reads on when everything read is settled, so full queues stop the connection (backpressure).
    this.#context.ingest.add(tracker, report, false, () => {
      if (wait_ms > 0) setTimeout(settle, wait_ms, null)
      else settle(null)
    })
  }

  async #trackerOf(client: Device, number: string): Promise<Identity | 'wrong token' | null> {
    const { mesh, tracker } = client
    if (!mesh || mesh.key === null) return tracker?.number.toLowerCase() === number ? tracker : null
    const stranger = `${mesh.name} ${number}`
    if (Date.now() < (this.#strangers.get(stranger) ?? 0)) return null
    const found = await this.#find(client, mesh.key, number)
    if (found === null || found.refused === 'wrong token') return found === null ? null : 'wrong token'
    if (found.tracker) return found.tracker
    this.#strangers.delete(stranger)
    this.#strangers.set(stranger, Date.now() + STRANGER_MS)
    if (this.#strangers.size > MAX_STRANGERS) this.#strangers.delete(this.#strangers.keys().next().value!)
    return null
  }

  /** Each packet is looked up, so that a key is worth nothing once it has ended. Null where the client has left. */
  async #find(client: Device, key: string, number: string): Promise<Lookup | null> {
    const { findByKey, log, metrics, unknown } = this.#context
    for (let pause_ms = 50; !client.closed; pause_ms = Math.min(1_000, 2 * pause_ms)) {
      try {
        const found = await findByKey(key, addressOf(client), number)
        if ('refused' in found) return { refused: found.refused }
        const phone = await phoneById(this.#context, found.tracker_id, 'meshtastic')
        if (!('refused' in phone)) return { tracker: phone }
        if (phone.refused !== 'database away') {
          metrics.refusals.inc({ transport: 'meshtastic', reason: phone.refused })
          if (phone.refused === 'transport not allowed') unknown.note('meshtastic', number, addressOf(client))
          return { refused: phone.refused }
        }
      } catch (error) {
        log.debug({ err: error }, 'no node is looked up while the database is away')
      }
      await wait(pause_ms)
    }
    return null
  }

  #isKnown({ tracker_id }: Identity, id: number | null): boolean {
    if (id === null) return false
    const last = this.#packets.get(tracker_id) ?? []
    if (last.includes(id)) return true
    this.#packets.delete(tracker_id)
    this.#packets.set(tracker_id, [...last, id].slice(-PACKETS_EACH))
    if (this.#packets.size > MAX_TRACKERS) this.#packets.delete(this.#packets.keys().next().value!)
    return false
  }
}

/** `msh/NZ/2/json/LongFast/!da5ed0a0`; the root may have more levels. */
const JSON_TOPIC = /^msh\/.*\bjson\/[^/]+\/![0-9a-f]{8}$/

/** Whether a topic is one of a mesh; a gateway node can be given another root than `msh`, which is not served. */
export const isMesh = (topic: string) => topic.startsWith('msh/')

const addressOf = ({ conn }: Device) => plainAddress((conn as Socket).remoteAddress ?? '')
const nameOf = ({ mesh, id }: Device) => mesh?.name ?? id

const PACKETS_EACH = 16
const MAX_TRACKERS = 50_000
const STRANGER_MS = 60_000
const MAX_STRANGERS = 20_000

type Lookup = { tracker?: Identity; refused?: string }
type Settle = (error: Error | null) => void
