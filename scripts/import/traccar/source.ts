import { OperatorError } from '../../operator.ts'
import { CutOff, jsonItems, UnreadableAnswer } from './json_items.ts'
import { Passing, retried } from './retried.ts'

/**
 * A running Traccar over its REST API. What may pass (503, 429, a connection that breaks off) is asked again with
 * backoff; what will not is an `OperatorError` that says what to do.
 *
 * Source: traccar.org/api-reference.
 */
export class TraccarServer implements Traccar {
  readonly url: string
  private readonly options: TraccarOptions

  constructor(options: TraccarOptions) {
    this.url = addressOf(options.url)
    this.options = options
  }

  get host(): string {
    return new URL(this.url).host
  }

  /** The version that the server says it has, which needs no token. */
  async version(): Promise<string> {
    const { version } = await this.retried('server', () => this.object('server'))
    return typeof version === 'string' ? version.replace(/[^\w.-]/g, '').slice(0, 20) : ''
  }

  async list(path: string, query: Query = {}): Promise<Entry[] | typeof refused> {
    return this.retried(path, async () => {
      const entries: Entry[] = []
      for await (const entry of this.entries(path, query, MOST_LIST_BYTES)) {
        if (entries.length >= MOST_ENTRIES) throw new UnreadableAnswer(`it lists more than ${MOST_ENTRIES} entries`)
        entries.push(entry)
      }
      return entries
    }).catch((error) => {
      if (error instanceof Refused) return refused
      throw error
    })
  }

  positions(query: { deviceId: number; from: string; to: string }): AsyncGenerator<Entry> {
    return this.entries('positions', query)
  }

  async retried<T>(what: string, work: () => Promise<T>): Promise<T> {
    return retried(what, work, {
      ...this.options,
      of: this.url,
      fault: (error) => (error instanceof UnreadableAnswer ? this.unreadable(what, error) : null),
    })
  }

  async close(): Promise<void> {}

  unreadable(what: string, error: UnreadableAnswer): OperatorError {
    return new OperatorError(
      `What ${this.url} answers to ${what} is not Traccar's: ${error.message}. Is the URL right?`,
    )
  }

  private async object(path: string): Promise<Entry> {
    const signal = AbortSignal.timeout(this.options.timeout_ms ?? TIMEOUT_MS)
    try {
      const response = await this.ask(path, {}, signal)
      const entry = parsed(await beginning(response, MOST_OBJECT_BYTES))
      if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) return entry as Entry
      throw new UnreadableAnswer('it is no object in JSON')
    } catch (error) {
      throw passingOf(error as Error, signal.aborted, this.options.timeout_ms ?? TIMEOUT_MS)
    }
  }

  private async *entries(path: string, query: Query, most = Number.POSITIVE_INFINITY): AsyncGenerator<Entry> {
    const silence = new AbortController()
    const { timeout_ms = TIMEOUT_MS } = this.options
    let timer = setTimeout(() => silence.abort(), timeout_ms)
    let bytes = 0
    const alive = (more = 0) => {
      bytes += more
      if (bytes > most) throw new UnreadableAnswer('its list is too large')
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), timeout_ms)
    }
    try {
      const response = await this.ask(path, query, silence.signal)
      alive()
      for await (const item of jsonItems(watched(response.body!, alive))) {
        if (typeof item === 'object' && item !== null && !Array.isArray(item)) yield item as Entry
      }
    } catch (error) {
      throw passingOf(error as Error, silence.signal.aborted, timeout_ms)
    } finally {
      clearTimeout(timer)
      silence.abort()
    }
  }

  private async ask(path: string, query: Query, signal: AbortSignal): Promise<Response> {
    const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${this.url}/api/${path}${parameters.size > 0 ? `?${parameters}` : ''}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${this.options.token}` },
      // The token must not reach another host.
      redirect: 'manual',
      signal,
    })
    const { status } = response
    if (status === 200) return response
    const text = await textOf(response)
    if (status === 401) {
      throw new OperatorError(
        `Traccar at ${this.url} refuses the token: make one there under Settings, Preferences, Token, and give it as ` +
          '--token or TRACCAR_TOKEN.',
      )
    }
    if (status >= 300 && status < 400) {
      throw new OperatorError(
        `${this.url} answers from ${response.headers.get('location') ?? 'elsewhere'}: give that URL.`,
      )
    }
    if (status === 404)
      throw new OperatorError(`There is no Traccar at ${this.url}: ${path} is not found. Is the URL right?`)
    if (status === 400 || status === 403) throw new Refused(text || `it answers ${status}`)
    const retry_after_s = Math.min(MOST_WAIT_S, Number(response.headers.get('retry-after')) || 0)
    throw new Passing(`it answers ${status}`, retry_after_s)
  }
}

export const refused = Symbol('this user may not read it')

/** 400 or 403: this user may not ask that. */
export class Refused extends Error {
  override name = 'Refused'
}

/** Without a byte. */
const TIMEOUT_MS = 120_000
const MOST_WAIT_S = 120
const MOST_ENTRIES = 100_000
/** Of lists, which are kept in memory, unlike positions. */
const MOST_LIST_BYTES = 200_000_000
const MOST_OBJECT_BYTES = 1_000_000

async function* watched(body: ReadableStream<Uint8Array>, alive: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    alive(chunk.length)
    yield chunk
  }
}

function passingOf(error: Error, silent: boolean, timeout_ms: number): Error {
  if (silent) return new Passing(`nothing has arrived for ${Math.round(timeout_ms / 1000)} s`)
  if (error instanceof CutOff) return new Passing(error.message)
  // What `fetch` throws: no connection, or one that broke off.
  if (error instanceof TypeError) {
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code?.startsWith('ERR_TLS') || code?.includes('CERT')) {
      return new OperatorError(`Traccar cannot be reached: ${(error.cause as Error).message}. Is the URL right?`)
    }
    return new Passing(code ? `no connection (${code})` : 'the connection broke off')
  }
  return error
}

/** The first line of what a refusal says. */
async function textOf(response: Response): Promise<string> {
  const text = await beginning(response, 2000).catch(() => '')
  return text
    .split('\n')[0]!
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 200)
}

/** The first bytes of an answer. */
async function beginning(response: Response, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    read += chunk.length
    if (read >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new OperatorError(`"${text}" is no address of a Traccar: give one that begins with http:// or https://.`)
  }
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`
}

/** Where what a Traccar has is read: its server, or its database. */
export type Traccar = {
  /** Without a password. */
  url: string
  host: string
  /** As it is printed. */
  version(): Promise<string>
  /** All entries of a list such as `devices`; `refused` where this user may not read it. */
  list(path: string, query?: Query): Promise<Entry[] | typeof refused>
  /**
   * The positions of a device between two times, oldest first, while they arrive. Not repeated: who reads them knows what
   * was read.
   *
   * @throws {Passing} where it may be asked again
   * @throws {Refused} where this user may not read them, or not that long a span
   */
  positions(query: { deviceId: number; from: string; to: string }): AsyncGenerator<Entry>
  /** Does it again with backoff while the other side is away, overloaded, or breaks off. */
  retried<T>(what: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Query = Record<string, string | number | boolean>
export type Entry = Record<string, unknown>
export type TraccarOptions = {
  url: string
  token: string
  /** Until something arrives. */
  timeout_ms?: number
  retry_base_ms?: number
  print?: (line: string) => void
}
