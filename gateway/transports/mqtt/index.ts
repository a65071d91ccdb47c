import { createServer, type Server, type Socket } from 'node:net'
import type { Aedes } from 'aedes'
import type { GatewayContext } from '../context.ts'
import { Addresses, countConnections } from '../shared/addresses.ts'
import { listen } from '../shared/listen.ts'
import { createBroker } from './broker.ts'
import type { Device } from './device.ts'
import { packetSizeLimit } from './wire.ts'

/**
 * MQTT 3.1 and 3.1.1. A tracker signs in with its number and device token, and may touch `trackers/<its number>/` only.
 * Gateway nodes of Meshtastic sign in with an API key and publish below `msh/`.
 * A position is acknowledged (PUBACK, or PUBREC for QoS 2) after its commit.
 */
export async function startMqtt(context: GatewayContext): Promise<MqttTransport> {
  const { broker, sign_in } = await createBroker(context)
  const { servers, port, tls_port } = await openPorts(context, broker)
  context.metrics.connections.watch('mqtt', () => broker.connectedClients)
  return {
    port,
    tls_port,
    async stop() {
      sign_in.stop()
      for (const server of servers) server.close()
      // Commits and acknowledges everything read before closing the connections.
      for (const client of clientsOf(broker)) client.pause()
      await context.ingest.drain()
      await new Promise((resolve) => setImmediate(resolve)) // lets the acknowledgements leave
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

/** Opens the plain port, and the TLS port if there is a certificate. Limits apply to both together. */
async function openPorts({ config, refusals, certificate }: GatewayContext, broker: Aedes) {
  const { limits, port, tls_port } = config.mqtt
  const addresses = new Addresses(limits.connections, limits.per_address)
  const limitPackets = packetSizeLimit(limits.packet_bytes)
  const handle = (socket: Socket) => {
    if (!socket.destroyed) limitPackets(broker.handle(socket))
  }
  const servers: Server[] = []
  const open = async (server: Server, requested_port: number): Promise<number> => {
    servers.push(server)
    countConnections(server, addresses, (address) =>
      refusals.note('mqtt', address, 'too many connections, in all or from this address'),
    )
    return listen(server, requested_port, config.host)
  }
  return {
    servers,
    port: await open(createServer({ noDelay: true, highWaterMark: 16 * 1024 }, handle), port),
    tls_port: certificate ? await open(certificate.makeServer(handle, limits.connect_timeout_ms), tls_port) : null,
  }
}

const clientsOf = (broker: Aedes) => Object.values((broker as Aedes & { clients: Record<string, Device> }).clients)

/** `tls_port` is null without a certificate. */
export type MqttTransport = { port: number; tls_port: number | null; stop(): Promise<void> }
