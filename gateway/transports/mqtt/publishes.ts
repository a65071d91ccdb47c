import type { PublishPacket } from 'aedes'
import type { Done } from '../../ingest/entry.ts'
import { decodeJson } from '../../protocols/json/index.ts'
import { BadReport, type Report } from '../../protocols/report.ts'
import type { GatewayContext } from '../context.ts'
import type { Identity } from '../shared/identity.ts'
import { isAnswer, takeAnswer } from './answer.ts'
import { belowOwn, type Device, isOwntracks } from './device.ts'
import { recordLeft } from './last_will.ts'
import { isMesh, type Mesh } from './mesh.ts'
import { MqttOwntracks } from './owntracks.ts'

/** Handles published messages by topic: reports, answers to commands, statuses. `settle` acknowledges them. */
export class MqttPublishes {
  #context: GatewayContext
  #mesh: Mesh
  #owntracks: MqttOwntracks

  constructor(context: GatewayContext, mesh: Mesh) {
    this.#context = context
    this.#mesh = mesh
    this.#owntracks = new MqttOwntracks(context)
  }

  take(client: Device, packet: PublishPacket, settle: Settle): void {
    const { tracker } = client
    const { topic_length } = this.#context.config.mqtt.limits
    if (client.mesh && isMesh(packet.topic)) {
      void this.#mesh.take(client, packet, settle)
      return
    }
    if (tracker && isOwntracks(packet.topic) && packet.topic.length <= topic_length) {
      packet.retain = false
      this.takeReports(client, packet.dup, settle, () => this.#owntracks.read(client, tracker, packet))
      return
    }
    const own = packet.topic.length > topic_length ? null : belowOwn(client, packet.topic)
    if (!tracker || own === null) {
      const prefix = client.prefixes?.[0] ?? (client.mesh ? 'msh/' : 'owntracks/')
      this.#refuse(client, `topic: ${packet.topic.slice(0, 100)} is not below ${prefix}`, settle)
      return
    }
    this.#takeOwn(client, tracker, packet, own, settle)
  }

  /** Stores reports; over the tracker's rate limit they are acknowledged later. */
  takeReports(client: Device, redelivered: boolean, settle: Settle, decode: () => Report[]): void {
    let reports: Report[]
    try {
      reports = decode()
    } catch (error) {
      if (!(error instanceof BadReport)) throw error
      this.#refuse(client, error.message, settle)
      return
    }
    if (reports.length === 0) {
      settle(null)
      return
    }
    client.link!.last_contact_at = Date.now()
    const wait_ms = client.rate_limit!.take(reports.length)
    let open = reports.length
    let is_unknown = false
    const done: Done = (outcome) => {
      if (outcome === 'unknown_tracker') is_unknown = true
      if (--open > 0) return
      if (is_unknown) this.#refuse(client, 'the tracker is deleted or switched off', settle)
      else if (wait_ms > 0) setTimeout(settle, wait_ms, null)
      else settle(null)
    }
    // aedes reads on when everything read is settled, so full queues stop every connection (backpressure).
    for (const report of reports) this.#context.ingest.add(client.tracker!, report, redelivered, done)
  }

  /** @param topic below the tracker's own */
  #takeOwn(client: Device, tracker: Identity, packet: PublishPacket, topic: string, settle: Settle): void {
    const payload = packet.payload as Buffer
    if (isAnswer(topic, payload)) {
      packet.retain = false
      this.#takeAnswer(client, tracker, payload, settle)
    } else if (topic === 'status') {
      this.#takeStatus(client, tracker, payload.toString())
      settle(null)
    } else if (topic === 'position') {
      packet.retain = false // the last position is in the database
      this.takeReports(client, packet.dup, settle, () => decodeJson(payload))
    } else this.#refuse(client, `topic: ${packet.topic} takes nothing`, settle)
  }

  async #takeAnswer(client: Device, tracker: Identity, payload: Buffer, settle: Settle): Promise<void> {
    const wait_ms = client.rate_limit!.take(1)
    const reason = await takeAnswer(this.#context, tracker, payload)
    if (reason !== null) this.#refuse(client, reason, settle)
    else if (wait_ms > 0) setTimeout(settle, wait_ms, null)
    else settle(null)
  }

  /** Mostly the last will, published by the broker for a broken connection. */
  #takeStatus(client: Device, { organisation_id, tracker_id }: Identity, status: string): void {
    const { presence } = this.#context
    if (status === 'offline') recordLeft(this.#context, client)
    else if (status === 'online') presence.recordContact(organisation_id, tracker_id)
  }

  /** MQTT 3.1.1 §4.8: a server that cannot process a packet closes the connection. */
  #refuse(client: Device, reason: string, settle: Settle): void {
    this.#context.refusals.note('mqtt', client.tracker?.number ?? client.id, reason)
    settle(new Error(reason))
  }
}

type Settle = (error: Error | null) => void
