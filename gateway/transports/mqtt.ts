import type { EventEmitter } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type AuthErrorCode, type AuthenticateError, type PublishPacket } from 'aedes'
import { plainAddress } from '#db/networks.ts'
import { isTrackerNumber, NUMBER_LENGTH, storableNumber, topicLevels } from '#db/tracker_number.ts'
import type { GatewayContext } from '../context.ts'
import { decodeJson } from '../protocols/json.ts'
import { Addresses, countConnections } from './addresses.ts'
import { type Identity, signIn } from './identity.ts'
import { listen } from './listen.ts'
import { leavesWill } from './mqtt_last_will.ts'
import { hearSubscriptions, MqttLink } from './mqtt_link.ts'
import { isOwnCommandTopic, isOwntracks } from './mqtt_owntracks.ts'
import { belowOwn, type Device, MqttPublishes } from './mqtt_publishes.ts'
import { limitPacketSize, takePublishes } from './mqtt_wire.ts'
import { Paces } from './pace.ts'

/**
 * MQTT 3.1 and 3.1.1. A tracker signs in with its number and device token, and may touch `trackers/<its number>/` only.
 * A position is acknowledged (PUBACK, or PUBREC for QoS 2) after its commit.
 */
export async function startMqtt(context: GatewayContext): Promise<MqttTransport> {
  const { config, log, ingest, metrics } = context
  const { limits } = config.mqtt
  const publishes = new MqttPublishes(context)
  const paces = new Paces(limits)
  let stopping = false
  const broker = await Aedes.createBroker({
    concurrency: 1000,
    connectTimeout: limits.connect_timeout_ms,
    queueLimit: limits.queue,
    maxTopicLevels: 8,
    ...(context.cluster?.mqtt ?? {}),

    preConnect(client, packet, callback) {
      if (packet.clientId.length > limits.client_id_length) callback(connectError('client id too long', 2), false)
      else callback(null, true)
      client.conn.setMaxListeners(0)
    },

    // @ts-expect-error aedes types the answer as never being a plain Error
    async authenticate(
      client: Device,
      username: string | undefined,
      password: Buffer | undefined,
      callback: Authenticated,
    ) {
      if (stopping || ingest.full) return callback(connectError('the server takes no reports now', 3), false)
      const answer = await signIn(context, username, password, ['mqtt', 'owntracks'])
      if ('refused' in answer) {
        metrics.refusals.inc({ transport: 'mqtt', reason: answer.refused })
        log.info({ number: username?.slice(0, NUMBER_LENGTH), reason: answer.refused }, 'tracker refused')
        if (answer.refused === 'transport not allowed' && isTrackerNumber(username!)) {
          context.unknown.note('mqtt', username!, plainAddress((client.conn as Socket).remoteAddress ?? ''))
        }
        return callback(connectError(answer.refused, refusalCodes[answer.refused]), false)
      }
      // It has gone while it was looked up: nothing would take it out again.
      if (client.closed) return callback(connectError('closed', 3), false)
      client.tracker = answer
      client.pace = paces.of(answer.tracker_id)
      // A tracker for OwnTracks alone has no topics of its own.
      const transport = answer.transports.includes('mqtt') ? 'mqtt' : 'owntracks'
      client.prefixes = transport === 'mqtt' ? prefixesOf([storableNumber(username!), answer.number]) : []
      enter(client, answer, transport)
      // Sessions and takeovers go by client id: nobody may come into another's by guessing it.
      client.id = `${encodeURIComponent(answer.number)}/${client.id}`
      for (const prefix of client.prefixes.slice(0, 1)) {
        takePublishes(client, `${prefix}position`, limits.packet_bytes, (payload, dup, settle) =>
          publishes.takeReports(client, dup, settle, () => decodeJson(payload)),
        )
      }
      callback(null, true)
    },

    authorizePublish(client, packet, callback) {
      if (client) publishes.take(client as Device, packet, callback)
      else callback(new Error('not a tracker'))
    },

    authorizeSubscribe(client, subscription, callback) {
      const { tracker } = client as Device
      const { topic } = subscription
      const own = tracker && (belowOwn(client as Device, topic) !== null || isOwnCommandTopic(topic, tracker))
      callback(null, own && topic.length <= limits.topic_length ? subscription : null)
    },
  })

  // A position is in the database; nobody may subscribe to it, so there is nobody to hand it to.
  const handOn = broker.publish.bind(broker) as Publish
  broker.publish = ((packet, client, done) => {
    const stored = (by: Device) => isOwntracks(packet.topic) || STORED.has(belowOwn(by, packet.topic) ?? '')
    if (typeof client === 'object' && client?.tracker && stored(client)) done?.()
    else handOn(packet, client, done)
  }) as Publish

  hearSubscriptions(broker, (client: Device) => context.commands.wake(client.tracker!))
  // aedes' types leave it out; without a listener it would end the process.
  ;(broker as EventEmitter).on('error', (error) => log.warn({ err: error }, 'mqtt broker'))
  broker.on('clientError', (client, error) => log.debug({ client: client.id, reason: error.message }, 'mqtt client'))
  broker.on('connectionError', (_client, error) => log.debug({ reason: error.message }, 'mqtt connection'))

  /** So that the connection ends when the tracker is deleted, switched off or gets another token. */
  function enter(client: Device, identity: Identity, transport: 'mqtt' | 'owntracks'): void {
    const { organisation_id, tracker_id } = identity
    const link = new MqttLink(client, transport, client.prefixes!)
    client.link = link
    context.connected.add(tracker_id, link)
    context.presence.connected(organisation_id, tracker_id, leavesWill(client))
    client.conn.once('close', () => {
      context.connected.remove(tracker_id, link)
      context.presence.disconnected(organisation_id, tracker_id)
    })
  }

  const addresses = new Addresses(limits.connections, limits.per_address)
  const handle = (socket: Socket) => {
    if (!socket.destroyed) limitPacketSize(broker.handle(socket), limits.packet_bytes)
  }
  const servers: Server[] = []
  async function open(server: Server, port: number): Promise<number> {
    servers.push(server)
    countConnections(server, addresses, (address) =>
      context.refusals.note('mqtt', address, 'too many connections, in all or from this address'),
    )
    return listen(server, port, config.host)
  }
  const port = await open(createServer({ noDelay: true, highWaterMark: 16 * 1024 }, handle), config.mqtt.port)
  const tls_port = context.certificate
    ? await open(context.certificate.makeServer(handle, limits.connect_timeout_ms), config.mqtt.tls_port)
    : null
  metrics.connections.watch('mqtt', () => broker.connectedClients)

  return {
    port,
    tls_port,
    async stop() {
      stopping = true
      for (const server of servers) server.close()
      // What has been read is committed and acknowledged before the connections go.
      for (const client of clientsOf(broker)) client.pause()
      await ingest.drain()
      await new Promise((resolve) => setImmediate(resolve)) // the acknowledgements are on their way out
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

/** Below a tracker's own topics: what is in the database, and handed to nobody. */
const STORED = new Set(['position', 'command/answer'])

/** Below which topics a device may speak: its number as it says it, and as it is registered. */
const prefixesOf = (numbers: string[]) => [
  ...new Set(numbers.flatMap(topicLevels).map((level) => `trackers/${level}/`)),
]

const refusalCodes = {
  'unknown number': 4,
  'wrong token': 4,
  'transport not allowed': 4,
  'switched off': 5,
  'database away': 3,
} as const

/** MQTT 3.1.1 §3.2.2.3: 2 identifier rejected, 3 unavailable, 4 bad user name or password, 5 not authorized. */
function connectError(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode: returnCode as AuthErrorCode })
}

const clientsOf = (broker: Aedes) => Object.values((broker as unknown as { clients: Record<string, Device> }).clients)

/** `tls_port` is null without a certificate. */
export type MqttTransport = { port: number; tls_port: number | null; stop(): Promise<void> }

/** What aedes calls; its types know the shorter form only. */
type Publish = (packet: PublishPacket, client?: Device | (() => void) | null, done?: () => void) => void
type Authenticated = (error: AuthenticateError | null, success: boolean) => void
