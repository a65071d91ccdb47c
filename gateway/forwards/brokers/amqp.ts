import { isIP } from 'node:net'
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import { publicLookup } from '#messages/providers/request.ts'
import { NotTaken } from '../conversation.ts'
import { allStored, type Bus, type BusAddress, type BusMessage, inTime, reachable, TIMEOUT_MS } from './bus.ts'

/**
 * AMQP 0-9-1: persistent messages to the exchange `amq.topic`, which every broker has. One counts when the broker has
 * confirmed it, and a queue has taken it.
 *
 * @throws {NotTaken}
 */
export async function openAmqp(to: BusAddress): Promise<Bus> {
  const { host, port, tls, username, password, client_id, allow_private } = to
  if (isIP(host) !== 0) await reachable(host, allow_private)
  const { vhost, user } = accountOf(username)
  const url = {
    protocol: tls ? 'amqps' : 'amqp',
    hostname: host,
    port,
    vhost,
    username: user,
    password: password ?? '',
    heartbeat: 30,
  }
  const socket = {
    timeout: TIMEOUT_MS,
    noDelay: true,
    clientProperties: { connection_name: client_id },
    ...(isIP(host) === 0 && { servername: host }),
    ...(!allow_private && { lookup: publicLookup }),
  }
  const connection = await inTime(connect(url, socket))
  // What waits is rejected by the channel.
  connection.on('error', () => {})
  try {
    const channel = await inTime(connection.createConfirmChannel())
    channel.on('error', () => {})
    return overChannel(connection, channel)
  } catch (error) {
    void connection.close().catch(() => {})
    throw error
  }
}

/** RabbitMQ's way to name a virtual host beside a user: `vhost:user`. */
function accountOf(username: string | null) {
  const name = username ?? 'guest'
  const colon = name.lastIndexOf(':')
  return colon < 0
    ? { vhost: '/', user: name }
    : { vhost: encodeURIComponent(name.slice(0, colon) || '/'), user: name.slice(colon + 1) }
}

function overChannel(connection: ChannelModel, channel: ConfirmChannel): Bus {
  const returned = new Set<string>()
  // The broker returns what no queue takes before it confirms it.
  channel.on('return', ({ properties }) => void returned.add(String(properties.messageId)))
  const closed = new Promise<never>((_, reject) => {
    const fail = () => reject(new NotTaken('server', 'it closed the connection'))
    channel.on('close', fail)
    connection.on('close', fail)
  })
  closed.catch(() => {})
  const store = ({ id, topic, payload }: BusMessage) =>
    new Promise<void>((resolve, reject) => {
      const properties = { persistent: true, mandatory: true, messageId: id, contentType: 'application/json' }
      channel.publish(EXCHANGE, topic, Buffer.from(payload), properties, (error) => {
        if (error) reject(new NotTaken('server', 'it refused the message'))
        else if (returned.delete(id)) reject(new NotTaken('server', `no queue is bound to ${EXCHANGE} for ${topic}`))
        else resolve()
      })
    })
  return {
    async publish(messages) {
      const works = messages.map((message) => inTime(Promise.race([store(message), closed])))
      await allStored(works)
    },
    close: () => void connection.close().catch(() => {}),
  }
}

const EXCHANGE = 'amq.topic'
