import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { jetstream } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { NotTaken } from '../conversation.ts'
import { allStored, type Bus, type BusAddress, type BusMessage, inTime, reachable, TIMEOUT_MS } from './bus.ts'

/**
 * JetStream: a message counts when a stream has stored it, and the stream leaves out one that comes again with its id.
 * Servers that the first one names are not connected to.
 *
 * @throws {NotTaken}
 */
export async function openNats(to: BusAddress): Promise<Bus> {
  const { host, port, tls, username, password, client_id, allow_private } = to
  const address = await reachable(host, allow_private)
  const connection = await inTime(
    connect({
      servers: `${isIP(address) === 6 ? `[${address}]` : address}:${port}`,
      name: client_id,
      reconnect: false,
      ignoreClusterUpdates: true,
      noEcho: true,
      timeout: TIMEOUT_MS,
      tls: tls ? tlsOf(host) : null,
      ...(username === null ? password !== null && { token: password } : { user: username, pass: password ?? '' }),
    }).catch(saidOf),
  )
  return overStreams(connection)
}

/**
 * The certificate is that of the host as it was entered, not of the address that it was resolved to. These are Node's own
 * options, which the types leave out.
 */
const tlsOf = (host: string): object => ({
  ...(isIP(host) === 0 && { servername: host }),
  checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
})

/** The client fails at its own options where a server asks for TLS that is switched off. */
function saidOf(error: unknown): never {
  throw (error as Error).message.includes('certFile') ? new NotTaken('server', 'the server asks for TLS') : error
}

function overStreams(connection: NatsConnection): Bus {
  const streams = jetstream(connection, { timeout: TIMEOUT_MS })
  const store = async ({ id, topic, payload }: BusMessage) => {
    try {
      await streams.publish(topic, payload, { msgID: id, timeout: TIMEOUT_MS })
    } catch (error) {
      const { name, message } = error as Error
      const no_stream = /no ?responders|not enabled|no stream/i.test(`${name} ${message}`)
      throw no_stream ? new NotTaken('server', `no stream of JetStream takes the subject ${topic}`) : error
    }
  }
  return {
    publish: (messages) => allStored(messages.map((message) => inTime(store(message)))),
    // What waits for an acknowledgement is dropped: it is still in the queue.
    close: () => void connection.close().catch(() => {}),
  }
}
