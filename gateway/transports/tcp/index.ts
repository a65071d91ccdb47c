import { createServer, type Server, type Socket } from 'node:net'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { plainAddress } from '#db/networks.ts'
import { protocols } from '../../protocols/index.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { GatewayContext } from '../context.ts'
import { Addresses } from '../shared/addresses.ts'
import { listen } from '../shared/listen.ts'
import { startUdp, type UdpTransport } from '../udp/index.ts'
import { Connection } from './connection.ts'
import { makeDeviceContext } from './context.ts'

/**
 * Device protocols over TCP, and UDP where supported, each on its own port. Devices identify themselves by number and
 * have no token; reports are acknowledged after their commit.
 */
export async function startTcp(context: GatewayContext): Promise<TcpTransport> {
  const { config, metrics, refusals, certificate } = context
  const { limits } = config.tcp
  const tcp = makeDeviceContext(context)
  const connections = new Map<Protocol, Set<Connection>>()
  const addresses = new Addresses(limits.connections, limits.per_address)
  const servers: Server[] = []
  const datagrams: UdpTransport[] = []
  const ports: Record<string, number> = {}

  function take(protocol: Protocol, socket: Socket): void {
    socket.on('error', () => socket.destroy())
    const address = plainAddress(socket.remoteAddress ?? '')
    if (!addresses.enter(address)) {
      refusals.note(protocol.name, address, 'too many connections, in all or from this address')
      socket.destroy()
      return
    }
    socket.on('close', () => addresses.leave(address))
    if (certificate) certificate.detectTls(socket, limits.first_frame_ms, (detected) => open(protocol, detected))
    else open(protocol, socket)
  }

  function open(protocol: Protocol, socket: Socket): void {
    const all = connections.get(protocol)!
    const connection = new Connection(tcp, protocol, socket)
    all.add(connection)
    socket.on('close', () => void all.delete(connection))
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
  }

  async function start(protocol: Protocol, port: number): Promise<void> {
    const all = new Set<Connection>()
    connections.set(protocol, all)
    metrics.connections.watch(protocol.name, () => all.size)
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => take(protocol, socket))
    servers.push(server)
    ports[protocol.name] = await listen(server, port, config.host)
    if (protocol.udp) datagrams.push(await startUdp(tcp, protocol, { port: ports[protocol.name]!, host: config.host }))
  }

  const every = () => [...connections.values()].flatMap((all) => [...all])
  const closeOverdue = (now = Date.now()) => {
    for (const connection of every()) if (connection.isOverdue(now)) connection.close('silent for too long')
  }

  async function stop(): Promise<void> {
    for (const server of servers) server.close()
    // Commits and acknowledges everything read before closing the connections.
    const last = every()
    for (const connection of last) connection.stop()
    for (const transport of datagrams) transport.pause()
    await context.ingest.drain()
    for (const connection of last) connection.finish()
    await Promise.all(datagrams.map((transport) => transport.stop()))
    tcp.stop()
  }

  try {
    for (const protocol of protocols) {
      const port = config.tcp.ports[protocol.name] ?? null
      if (port !== null) await start(protocol, port)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ports,
    stop,
    tasks: {
      close_overdue: { name: 'overdue TCP connections', interval_ms: limits.sweep_ms, run: () => closeOverdue() },
      resume_blocked: tcp.resume_blocked,
    },
    forget(tracker_id) {
      for (const transport of datagrams) transport.forget(tracker_id)
    },
  }
}

/** Idle time before TCP keep-alive probes. */
const KEEP_ALIVE_MS = 120_000

export type TcpTransport = {
  /** By the protocol's name. */
  ports: Record<string, number>
  /** Drops cached lookups of a changed tracker's datagrams. */
  forget(tracker_id: number): void
  tasks: { close_overdue: PeriodicTask; resume_blocked: PeriodicTask }
  stop(): Promise<void>
}
