import pg from 'pg'
import { Cancelled, currentCaller } from '../cancelling.ts'
import { nameOf } from '../database.ts'
import { timestampToIso } from '../timestamp.ts'
import { hostOf, Servers, serverUrls } from './servers.ts'

/** A lazy connection pool for a PostgreSQL server, or for the primary of several (`postgres://one,two/name`). */
export function makePool(
  url: string,
  { name, max, statement_timeout_s = 0, cancels = false, on_error }: PoolSettings,
): pg.Pool {
  const idle_s = statement_timeout_s ? Math.min(60, statement_timeout_s) : 60
  const urls = serverUrls(url)
  const servers = urls.length > 1 ? new Servers(urls) : null
  const config: Config & pg.PoolConfig = {
    connectionString: urls[0]!,
    servers,
    Client: (cancels ? CancellingClient : NamingClient) as unknown as new () => pg.ClientBase,
    types: { getTypeParser },
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Statements are short; JIT compilation takes longer than running them.
    options: [
      '-c timezone=UTC -c jit=off',
      `-c statement_timeout=${1000 * statement_timeout_s}`,
      `-c idle_in_transaction_session_timeout=${1000 * idle_s}`,
    ].join(' '),
    application_name: `ringfence ${name}`,
  }
  const pool = new pg.Pool(config)
  pool.on('error', on_error)
  return pool
}

/**
 * @throws {Error} with one sentence for people when the server is unreachable or unusable; the pool has ended then
 */
export async function checkPool(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const urls = serverUrls(url)
    const { pathname } = new URL(urls[0]!)
    const hosts = urls.map(hostOf).join(',')
    throw new Error(`DATABASE_URL: no answer from PostgreSQL at ${hosts}${pathname}: ${(error as Error).message}.`)
  }
}

export type PoolSettings = {
  /** Part of `application_name`. */
  name: string
  /** Maximum connections. */
  max: number
  /** Statement timeout; 0 disables it. Idle transactions end after the same time. */
  statement_timeout_s?: number
  /**
   * Whether statements are cancelled when their client disconnects (`cancelledBy`). Not for statements shared by many.
   */
  cancels?: boolean
  /** Called for errors on idle connections, which the pool replaces. */
  on_error(error: Error): void
}

/**
 * Runs a statement that begins with a one-word comment as a named prepared statement, parsed and planned once per
 * connection.
 */
class NamingClient extends pg.Client {
  readonly #servers: Servers | null

  constructor(config: Config) {
    super(config)
    this.#servers = config.servers ?? null
    // Without a listener an error on a connection that is checked out would end the process; its query rejects anyway.
    this.on('error', () => this.#servers?.forget())
  }

  // @ts-expect-error the overloads of pg's connect do not fit one signature
  override connect(callback?: (error?: Error) => void) {
    if (!this.#servers) return callback ? super.connect(callback) : super.connect()
    const connecting = this.#connectToPrimary(this.#servers)
    if (!callback) return connecting
    connecting.then(() => callback(), callback)
  }

  async #connectToPrimary(servers: Servers): Promise<void> {
    moveTo(this, await servers.primary())
    try {
      await super.connect()
    } catch (error) {
      servers.forget()
      throw error
    }
  }

  // @ts-expect-error the overloads of pg's query do not fit one signature
  override query(text: unknown, values: unknown, callback: unknown) {
    const name = typeof text === 'string' ? nameOf(text) : null
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const query = super.query as any
    return name ? query.call(this, { name, text, values }, callback) : query.call(this, text, values, callback)
  }
}

class CancellingClient extends NamingClient {
  readonly #config: Config

  constructor(config: Config) {
    super(config)
    this.#config = config
  }

  override query(text: unknown, values: unknown, callback: unknown) {
    const caller = currentCaller()
    const run = () => super.query(text, values, callback)
    return caller && !callback && !isBoundary(text) ? this.#cancellable(caller, run) : run()
  }

  async #cancellable<T>(caller: AbortSignal, run: () => Promise<T>): Promise<T> {
    if (caller.aborted) throw new Cancelled()
    let cancelling: Promise<void> | undefined
    const cancel = () => {
      cancelling = this.#cancel()
    }
    caller.addEventListener('abort', cancel)
    try {
      return await run()
    } finally {
      caller.removeEventListener('abort', cancel)
      // The connection must not run another statement until the cancellation has arrived, which would hit it.
      await cancelling
    }
  }

  async #cancel(): Promise<void> {
    const { processID } = this as this & { processID: number }
    const other = new pg.Client({ ...this.#config, password: this.password ?? undefined, statement_timeout: 5_000 })
    other.on('error', () => {})
    moveTo(other, this)
    try {
      await other.connect()
      await other.query('select pg_cancel_backend($1)', [processID])
    } catch {
      // The statement's timeout ends it.
    } finally {
      await other.end().catch(() => {})
    }
  }
}

/** Before it connects. The types of pg have these as read-only, although connecting reads them. */
const moveTo = (client: object, { host, port }: { host: string; port: number }) =>
  void Object.assign(client, { host, port })

/** Transaction control is never cancelled. */
const isBoundary = (text: unknown) => typeof text === 'string' && /^(begin|start|commit|rollback)\b/.test(text)

type Config = pg.ClientConfig & { servers?: Servers | null }

const { DATE, INT8, TIMESTAMPTZ } = pg.types.builtins

/** Keys are below 2^53, so numbers; times are ISO 8601 text. */
function getTypeParser(oid: number, format?: string) {
  if (oid === INT8) return Number
  if (oid === TIMESTAMPTZ) return timestampToIso
  // A date stays text: it is a day, not a moment.
  if (oid === DATE) return (text: string) => text
  // biome-ignore lint/suspicious/noExplicitAny: pg types its formats as a union of literals
  return pg.types.getTypeParser(oid, format as any)
}
