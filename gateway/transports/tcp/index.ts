import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { protocols } from '../../protocols/index.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { GatewayContext } from '../context.ts'
import { startFeedDatagrams } from '../feed/datagrams.ts'
import type { UdpTransport } from '../udp/bind.ts'
import { startUdp } from '../udp/index.ts'
import { ANY, AnyPort } from './any_port.ts'
import { makeDeviceContext } from './context.ts'
import { Listeners } from './listeners.ts'

/**
 * Device protocols over TCP, and UDP where supported, each on its own port, and over TCP on one for all. Devices
 * identify themselves by number and have no token; reports are acknowledged after their commit.
 */
export async function startTcp(context: GatewayContext): Promise<TcpTransport> {
  const { config, metrics } = context
  const { limits } = config.tcp
  const tcp = makeDeviceContext(context)
  const listeners = new Listeners(context, tcp)
  const any = new AnyPort(tcp, (protocol, socket) => listeners.open(protocol, socket))
  const datagrams: UdpTransport[] = []

  async function start(protocol: Protocol, wanted: number): Promise<void> {
    listeners.of(protocol)
    const port = await listeners.listen(protocol.name, wanted, (socket) => listeners.open(protocol, socket))
    const startDatagrams = protocol.feed ? startFeedDatagrams : startUdp
    if (protocol.udp) datagrams.push(await startDatagrams(tcp, protocol, { port, host: config.host }))
  }

  async function startAny(port: number): Promise<void> {
    metrics.connections.watch(ANY, () => any.size)
    await listeners.listen(ANY, port, (socket) => any.take(socket))
  }

  const closeOverdue = (now = Date.now()) => {
    for (const connection of listeners.every()) if (connection.isOverdue(now)) connection.close('silent for too long')
    any.closeOverdue(now)
  }

  async function stop(): Promise<void> {
    listeners.close()
    any.stop()
    // Commits and acknowledges everything read before closing the connections.
    const last = listeners.every()
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
    const port = config.tcp.ports[ANY] ?? null
    if (port !== null) await startAny(port)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ports: listeners.ports,
    stop,
    tasks: {
      close_overdue: { name: 'overdue TCP connections', interval_ms: limits.sweep_ms, run: () => closeOverdue() },
      resume_blocked: tcp.resume_blocked,
    },
    forget(tracker_id) {
      listeners.forget(tracker_id)
      for (const transport of datagrams) transport.forget(tracker_id)
    },
  }
}

export type TcpTransport = {
  /** By the protocol's name; `any` is the one for all. */
  ports: Record<string, number>
  /** Drops cached lookups of a changed tracker's datagrams. */
  forget(tracker_id: number): void
  tasks: { close_overdue: PeriodicTask; resume_blocked: PeriodicTask }
  stop(): Promise<void>
}
