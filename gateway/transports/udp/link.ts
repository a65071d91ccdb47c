import type { ClaimedCommand } from '../../commands/store.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { Link } from '../shared/connected.ts'
import { encodeCommand } from '../tcp/command.ts'

/**
 * Reply channel to a device that sends datagrams. It stays open briefly after each datagram: carriers drop NAT
 * mappings, and the address may then belong to another device.
 */
export class UdpLink implements Link {
  readonly transport: string
  readonly address: string
  last_contact_at = 0
  #protocol: Protocol
  #session: unknown
  #send: ((bytes: Buffer) => void) | null = null
  #until = 0

  constructor(protocol: Protocol, address: string) {
    this.transport = protocol.name
    this.address = address
    this.#protocol = protocol
  }

  /** @returns whether the channel was closed before */
  open(session: unknown, send: (bytes: Buffer) => void): boolean {
    const now = Date.now()
    const was_closed = now >= this.#until
    this.#session = session
    this.#send = send
    this.#until = now + OPEN_MS
    this.last_contact_at = now
    return was_closed
  }

  close(): void {
    this.#until = 0
    this.#send = null
  }

  get takes_commands(): boolean {
    return Date.now() < this.#until
  }

  send(command: ClaimedCommand): string | null {
    const encoded = encodeCommand(this.#protocol, this.#session, command, ' over UDP')
    if (typeof encoded === 'string') return encoded
    this.#send?.(encoded)
    return null
  }
}

/** Carriers keep NAT mappings for 30 seconds or more. */
const OPEN_MS = 25_000
