import type { Socket } from 'node:net'
import type { AuthErrorCode, AuthenticateError } from 'aedes'
import { plainAddress } from '#db/networks.ts'
import { isTrackerNumber, NUMBER_LENGTH, storableNumber, topicLevels } from '#db/tracker_number.ts'
import { decodeJson } from '../../protocols/json/index.ts'
import type { GatewayContext } from '../context.ts'
import { type Identity, type Refusal, signIn } from '../shared/identity.ts'
import { TokenBuckets } from '../shared/token_bucket.ts'
import type { Device } from './device.ts'
import { leavesWill } from './last_will.ts'
import { MqttLink } from './link.ts'
import type { Mesh } from './mesh.ts'
import type { MqttPublishes } from './publishes.ts'
import { publishReader, releaseConnectPacket } from './wire.ts'

/** Authenticates devices by number and device token, and registers their connections until they close. */
export class MqttSignIn {
  #context: GatewayContext
  /** Positions bypass aedes' parser. */
  #readPositions: (client: Device, topic: string) => void
  #mesh: Mesh
  #rate_limits: TokenBuckets
  #stopping = false

  constructor(context: GatewayContext, publishes: MqttPublishes, mesh: Mesh) {
    this.#context = context
    this.#mesh = mesh
    this.#readPositions = publishReader<Device>(
      context.config.mqtt.limits.packet_bytes,
      (client, payload, dup, settle) => publishes.takeReports(client, dup, settle, () => decodeJson(payload)),
    )
    this.#rate_limits = new TokenBuckets(context.config.mqtt.limits)
  }

  async authenticate(client: Device, username: string | undefined, password: Buffer | undefined, callback: Callback) {
    if (this.#stopping || this.#context.ingest.full) {
      return callback(connectError('the server takes no reports now', 3), false)
    }
    const key = password?.toString() ?? ''
    if (key.startsWith(API_KEY)) return this.#admitMesh(client, key, callback)
    const answer = await signIn(this.#context, username, password, ['mqtt', 'owntracks', 'meshtastic'])
    if ('refused' in answer) {
      this.#noteRefusal(client, username, answer.refused)
      return callback(connectError(answer.refused, refusalCodes[answer.refused]), false)
    }
    // Disconnected during the lookup: nothing would unregister it.
    if (client.closed) return callback(connectError('closed', 3), false)
    const { tracker, transport, allowed } = answer
    client.tracker = tracker
    if (allowed.includes('meshtastic')) client.mesh = { key: null, name: tracker.number }
    client.rate_limit = this.#rate_limits.of(tracker.tracker_id)
    // Trackers that only use OwnTracks or Meshtastic have no topics below `trackers/`.
    client.prefixes = transport === 'mqtt' ? prefixesOf([storableNumber(username!), tracker.number]) : []
    this.#enter(client, tracker, transport)
    // A prefix keeps one tracker from taking over another's session by guessing its client id.
    client.id = `${encodeURIComponent(tracker.number)}/${client.id}`
    if (client.prefixes[0]) this.#readPositions(client, `${client.prefixes[0]}position`)
    releaseConnectPacket(client)
    callback(null, true)
  }

  /** A gateway node of Meshtastic. It is not a device: its connection says nothing of those that it passes on. */
  async #admitMesh(client: Device, key: string, callback: Callback): Promise<void> {
    const refused = await this.#mesh.signIn(client, key)
    if (refused !== null) {
      this.#context.metrics.refusals.inc({ transport: 'mqtt', reason: refused })
      return callback(connectError(refused, refusalCodes[refused]), false)
    }
    if (client.closed) return callback(connectError('closed', 3), false)
    client.id = `mesh/${client.mesh!.name}/${client.id}`
    releaseConnectPacket(client)
    callback(null, true)
  }

  /** Refuses every sign-in from now on. */
  stop(): void {
    this.#stopping = true
  }

  #noteRefusal(client: Device, username: string | undefined, reason: Refusal): void {
    const { metrics, log, unknown } = this.#context
    metrics.refusals.inc({ transport: 'mqtt', reason })
    log.info({ number: username?.slice(0, NUMBER_LENGTH), reason }, 'tracker refused')
    if (reason === 'transport not allowed' && isTrackerNumber(username!)) {
      unknown.note('mqtt', username!, plainAddress((client.conn as Socket).remoteAddress ?? ''))
    }
  }

  /** Registers the connection, so that it is closed when the tracker is deleted, deactivated or gets another token. */
  #enter(client: Device, { organisation_id, tracker_id }: Identity, transport: MqttLink['transport']): void {
    const { connected, presence } = this.#context
    const link = new MqttLink(client, transport, client.prefixes!)
    client.link = link
    connected.add(tracker_id, link)
    presence.connected(organisation_id, tracker_id, leavesWill(client))
    client.conn.once('close', () => {
      connected.remove(tracker_id, link)
      presence.disconnected(organisation_id, tracker_id)
    })
  }
}

/** Topic prefixes of a device: its number as sent and as registered. */
const prefixesOf = (numbers: string[]) => [
  ...new Set(numbers.flatMap(topicLevels).map((level) => `trackers/${level}/`)),
]

/** What API keys begin with. */
const API_KEY = 'rf_'

const refusalCodes = {
  'unknown number': 4,
  'wrong token': 4,
  'transport not allowed': 4,
  'switched off': 5,
  'on hold': 3,
  'database away': 3,
} as const satisfies Record<Refusal, number>

/** MQTT 3.1.1 §3.2.2.3: 2 identifier rejected, 3 unavailable, 4 bad user name or password, 5 not authorized. */
export function connectError(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode: returnCode as AuthErrorCode })
}

type Callback = (error: AuthenticateError | null, success: boolean) => void
