import type { EventEmitter } from 'node:events'
import { Aedes, type PublishPacket } from 'aedes'
import type { GatewayContext } from '../context.ts'
import { belowOwn, type Device, isOwnCommandTopic, isOwntracks } from './device.ts'
import { onSubscribed } from './link.ts'
import { isMesh, Mesh } from './mesh.ts'
import { MqttPublishes } from './publishes.ts'
import { connectError, MqttSignIn } from './sign_in.ts'

/** Creates the broker with its rules: authentication, publishing, subscribing, limits. */
export async function createBroker(context: GatewayContext): Promise<{ broker: Aedes; sign_in: MqttSignIn }> {
  const { limits } = context.config.mqtt
  const mesh = new Mesh(context)
  const publishes = new MqttPublishes(context, mesh)
  const sign_in = new MqttSignIn(context, publishes, mesh)
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

    authenticate: (client, username, password, callback) =>
      sign_in.authenticate(client as Device, username, password, callback),

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
  keepStored(broker)
  onSubscribed(broker, (client: Device) => context.commands.notify(client.tracker!))
  logErrors(broker, context)
  return { broker, sign_in }
}

/** Stops aedes from forwarding stored messages: no client may subscribe to them. */
function keepStored(broker: Aedes): void {
  const forward = broker.publish.bind(broker) as Publish
  broker.publish = ((packet, client, done) => {
    const isStored = (by: Device) =>
      isOwntracks(packet.topic) || isMesh(packet.topic) || STORED.has(belowOwn(by, packet.topic) ?? '')
    if (typeof client === 'object' && (client?.tracker || client?.mesh) && isStored(client)) done?.()
    else forward(packet, client, done)
  }) as Publish
}

/** Subtopics of a tracker whose messages are stored and not forwarded. */
const STORED = new Set(['position', 'command/answer'])

function logErrors(broker: Aedes, { log }: GatewayContext): void {
  // Missing from aedes' types; without a listener the process would exit.
  ;(broker as EventEmitter).on('error', (error) => log.warn({ err: error }, 'mqtt broker'))
  broker.on('clientError', (client, error) => log.debug({ client: client.id, reason: error.message }, 'mqtt client'))
  broker.on('connectionError', (_client, error) => log.debug({ reason: error.message }, 'mqtt connection'))
}

/** The full signature that aedes calls; its types have only the shorter form. */
type Publish = (packet: PublishPacket, client?: Device | (() => void) | null, done?: () => void) => void
