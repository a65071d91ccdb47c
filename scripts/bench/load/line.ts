import { connect, type Socket } from 'node:net'
import { type Dialect, type Ear, MORE, REFUSED, WELCOME } from './dialects/dialect.ts'

/** A device's connection: signs in, and says which of its slots were acknowledged. */
export class Line {
  #socket: Socket
  #ear: Ear
  #says: Says
  #closed = false

  constructor({ port, index, dialect, slots }: LineOptions, says: Says) {
    this.#says = says
    this.#ear = dialect.listen(slots)
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      // Few devices share an address, and an address may not have them all.
      localAddress: `127.0.0.${1 + (index % 250)}`,
      noDelay: true,
      // One buffer for all: what it holds is looked at before the next is read.
      onread: { buffer: received, callback: (length) => this.#read(length) },
    })
    this.#socket.once('connect', () => {
      const hello = dialect.hello(index)
      if (hello) this.#socket.write(hello)
      else says.welcome()
    })
    this.#socket.once('error', (error) => this.#fail(error))
    this.#socket.once('close', () => this.#fail(new Error('the server closed the connection')))
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** Breaks it off: nothing more is said. */
  close(): void {
    this.#closed = true
    this.#socket.destroy()
  }

  #read(length: number): boolean {
    const now = performance.now()
    for (let i = 0; i < length && !this.#closed; i++) {
      const heard = this.#ear(received[i]!)
      if (heard >= 0) this.#says.acknowledged(heard, now)
      else if (heard === WELCOME) this.#says.welcome()
      else if (heard === REFUSED) this.#fail(new Error('the server refused what the device said'))
      else if (heard !== MORE) throw new RangeError(`what is ${heard}?`)
    }
    this.#says.read?.()
    return true
  }

  #fail(error: Error): void {
    if (this.#closed) return
    this.close()
    this.#says.lost(error)
  }
}

const received = Buffer.alloc(64 * 1024)

export type LineOptions = { port: number; index: number; dialect: Dialect; slots: number }

type Says = {
  welcome(): void
  acknowledged(slot: number, now: number): void
  /** All that has come at once is told. */
  read?(): void
  lost(error: Error): void
}
