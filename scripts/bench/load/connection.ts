import { connect, type Socket } from 'node:net'
import { type AnswerParser, type Dialect, MORE, REFUSED, WELCOME } from './dialects/dialect.ts'

/** A device's connection: signs in, and reports acknowledged slots. */
export class DeviceConnection {
  #socket: Socket
  #parse: AnswerParser
  #events: ConnectionEvents
  #closed = false

  constructor({ port, index, dialect, slots }: ConnectionOptions, events: ConnectionEvents) {
    this.#events = events
    this.#parse = dialect.parser(slots)
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      // Spread over loopback addresses: connections per address are limited.
      localAddress: `127.0.0.${1 + (index % 250)}`,
      noDelay: true,
      // One buffer for all connections: it is parsed before the next read.
      onread: { buffer: received, callback: (length) => this.#read(length) },
    })
    this.#socket.once('connect', () => {
      const hello = dialect.hello(index)
      if (hello) this.#socket.write(hello)
      else events.welcome()
    })
    this.#socket.once('error', (error) => this.#fail(error))
    this.#socket.once('close', () => this.#fail(new Error('the server closed the connection')))
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** Destroys the connection; no more events follow. */
  close(): void {
    this.#closed = true
    this.#socket.destroy()
  }

  #read(length: number): boolean {
    const now = performance.now()
    for (let i = 0; i < length && !this.#closed; i++) {
      const slot = this.#parse(received[i]!)
      if (slot >= 0) this.#events.acknowledged(slot, now)
      else if (slot === WELCOME) this.#events.welcome()
      else if (slot === REFUSED) this.#fail(new Error('the server refused the message'))
      else if (slot !== MORE) throw new RangeError(`unknown answer ${slot}`)
    }
    this.#events.read?.()
    return true
  }

  #fail(error: Error): void {
    if (this.#closed) return
    this.close()
    this.#events.lost(error)
  }
}

const received = Buffer.alloc(64 * 1024)

export type ConnectionOptions = { port: number; index: number; dialect: Dialect; slots: number }

type ConnectionEvents = {
  welcome(): void
  acknowledged(slot: number, now: number): void
  /** All bytes of a read have been parsed. */
  read?(): void
  lost(error: Error): void
}
