import type { ClaimedCommand } from '../../links/command.ts'
import { isInUse, type Link } from '../../links/connected.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import { encodeCommand } from '../shared/encode_command.ts'

/**
 * Reply channel to a device that sends datagrams. It stays open briefly after each datagram: carriers drop NAT
 * mappings, and the address may then belong to another device.
 */
export class UdpLink implements Link {
  readonly transport: string
  readonly address: string
  readonly identified_by = 'number'
  readonly is_datagram = true
  since = 0
  last_contact_at = 0
  #protocol: Protocol
  #channel: UdpChannel | null = null
  #until = 0

  constructor(protocol: Protocol, transport: string, address: string) {
    this.transport = transport
    this.address = address
    this.#protocol = protocol
  }

  /**
   * Keeps the channel that is open: a datagram from another port of the address does not get the commands of the one
   * before. @returns whether the channel was closed before
   */
  open(channel: UdpChannel): boolean {
    const now = Date.now()
    const was_closed = now >= this.#until
    if (!isInUse(this)) this.since = now
    this.last_contact_at = now
    if (!was_closed && this.#channel?.port !== channel.port) return false
    this.#channel = channel
    this.#until = now + OPEN_MS
    return was_closed
  }

  close(): void {
    this.#until = 0
    this.#channel = null
  }

  get takes_commands(): boolean {
    return Date.now() < this.#until
  }

  send(command: ClaimedCommand): string | null {
    const encoded = encodeCommand(this.#protocol, this.#channel?.session, command, ' over UDP')
    if (typeof encoded === 'string') return encoded
    this.#channel?.send(encoded)
    return null
  }
}

/** Carriers keep NAT mappings for 30 seconds or more. */
const OPEN_MS = 25_000

/** The sender of a datagram at its port, its protocol session and how to answer. */
export type UdpChannel = { port: number; session: unknown; send(bytes: Buffer): void }
