import { connect, isIP, type Socket } from 'node:net'
import { isPublic } from '#db/networks.ts'
import { publicLookup } from '#messages/providers/request.ts'

/**
 * The other platform did not accept reports. `server`: it is unreachable or its answer is invalid, and all trackers wait.
 * `tracker`: it refuses this tracker only.
 */
export class NotTaken extends Error {
  readonly whose: 'server' | 'tracker'
  /** How many of the reports were taken before. */
  readonly taken: number

  constructor(whose: 'server' | 'tracker', reason: string, taken = 0) {
    super(reason)
    this.whose = whose
    this.taken = taken
  }
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER = 1_024

/** One connection to the other platform. Host names are resolved once, and their addresses checked (SSRF). */
export class Conversation {
  #socket: Socket
  #received = ''
  #waiting: { resolve(line: string): void; reject(error: Error): void } | null = null
  #failure: Error | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk.toString('latin1')))
    socket.on('error', (error) => this.#fail(error.message))
    socket.on('close', () => this.#fail('it closed the connection'))
  }

  /** @throws {NotTaken} */
  static async open({ host, port, allow_private }: Address): Promise<Conversation> {
    if (!allow_private && isIP(host) !== 0 && !isPublic(host)) {
      throw new NotTaken('server', `${host} is in a private network`)
    }
    const socket = connect({ host, port, ...(!allow_private && { lookup: publicLookup }) })
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(new Error(NO_ANSWER)), TIMEOUT_MS)
      socket.once('connect', () => {
        clearTimeout(timer)
        resolve()
      })
      socket.once('error', (error) => {
        clearTimeout(timer)
        reject(new NotTaken('server', error.message))
      })
    })
    return new Conversation(socket)
  }

  /** Sends a line and returns the next one. @throws {NotTaken} */
  async ask(line: string): Promise<string> {
    if (this.#failure) throw this.#failure
    const answer = new Promise<string>((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
    const timer = setTimeout(() => this.#fail(NO_ANSWER), TIMEOUT_MS)
    this.#socket.write(line)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
      this.#waiting = null
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(text: string): void {
    this.#received += text
    if (this.#received.length > MAX_ANSWER) {
      this.#fail('its answer is too long')
      return
    }
    const end = this.#received.indexOf('\n')
    if (end < 0) return
    const line = this.#received.slice(0, end).trim()
    this.#received = this.#received.slice(end + 1)
    this.#waiting?.resolve(line)
  }

  #fail(reason: string): void {
    this.#failure ??= new NotTaken('server', reason)
    this.#waiting?.reject(this.#failure)
    this.#socket.destroy()
  }
}

const NO_ANSWER = `no answer within ${TIMEOUT_MS / 1000} s`

type Address = { host: string; port: number; allow_private: boolean }
