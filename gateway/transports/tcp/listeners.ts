import { createServer, type Server, type Socket } from 'node:net'
import { plainAddress } from '#db/networks.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { GatewayContext } from '../context.ts'
import { FeedConnection } from '../feed/connection.ts'
import { Known } from '../feed/known.ts'
import { Addresses } from '../shared/addresses.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import { listen } from '../shared/listen.ts'
import { Connection } from './connection.ts'

/** The TCP ports and the connections of each protocol, within the limits over all of them. */
export class Listeners {
  #context: GatewayContext
  #devices: DeviceContext
  #connections = new Map<Protocol, Set<OpenConnection>>()
  /** Of protocols that are feeds. */
  #known = new Map<Protocol, Known>()
  #addresses: Addresses
  #servers: Server[] = []
  /** By the protocol's name; `any` is the one for all. */
  readonly ports: Record<string, number> = {}

  constructor(context: GatewayContext, devices: DeviceContext) {
    const { connections, per_address } = devices.limits
    this.#context = context
    this.#devices = devices
    this.#addresses = new Addresses(connections, per_address)
  }

  async listen(name: string, port: number, next: (socket: Socket) => void): Promise<number> {
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => this.#take(name, socket, next))
    this.#servers.push(server)
    const opened = await listen(server, port, this.#context.config.host)
    this.ports[name] = opened
    return opened
  }

  open(protocol: Protocol, socket: Socket): void {
    const all = this.of(protocol)
    const connection = protocol.feed
      ? new FeedConnection(this.#devices, protocol, socket, this.#knownOf(protocol))
      : new Connection(this.#devices, protocol, socket)
    all.add(connection)
    socket.on('close', () => void all.delete(connection))
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
  }

  /** A protocol without a port of its own is spoken on the one for all. */
  of(protocol: Protocol): Set<OpenConnection> {
    const known = this.#connections.get(protocol)
    if (known) return known
    const all = new Set<OpenConnection>()
    this.#connections.set(protocol, all)
    this.#context.metrics.connections.watch(protocol.name, () => all.size)
    return all
  }

  every(): OpenConnection[] {
    return [...this.#connections.values()].flatMap((all) => [...all])
  }

  /** Drops cached lookups of a changed tracker. */
  forget(tracker_id: number): void {
    for (const known of this.#known.values()) known.forget(tracker_id)
  }

  /** Takes no new connections. */
  close(): void {
    for (const server of this.#servers) server.close()
  }

  #knownOf(protocol: Protocol): Known {
    const known = this.#known.get(protocol) ?? new Known(this.#devices, protocol.name)
    this.#known.set(protocol, known)
    return known
  }

  #take(name: string, socket: Socket, next: (socket: Socket) => void): void {
    const { refusals, certificate } = this.#context
    socket.on('error', () => socket.destroy())
    const address = plainAddress(socket.remoteAddress ?? '')
    if (!this.#addresses.enter(address)) {
      refusals.note(name, address, 'too many connections, in all or from this address')
      socket.destroy()
      return
    }
    socket.on('close', () => this.#addresses.leave(address))
    if (certificate) certificate.detectTls(socket, this.#devices.limits.first_frame_ms, next)
    else next(socket)
  }
}

/** Idle time before TCP keep-alive probes. */
const KEEP_ALIVE_MS = 120_000

type OpenConnection = Pick<Connection, 'isOverdue' | 'close' | 'stop' | 'finish'>
