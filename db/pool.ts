import pg from 'pg'
import { timestampToIso } from './timestamp.ts'

/**
 * A pool on a PostgreSQL server.
 *
 * @throws {Error} with one sentence for people when the server cannot be reached or is not fit
 */
export async function openPool(url: string, onError: (error: Error) => void = () => {}): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: url,
    Client: NamingClient as unknown as new () => pg.ClientBase,
    types: { getTypeParser },
    max: 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Statements here are short; compiling them takes longer than running them.
    options: '-c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=60000',
    application_name: 'ringfence',
  })
  pool.on('error', onError)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { host, pathname } = new URL(url)
    throw new Error(`DATABASE_URL: no answer from PostgreSQL at ${host}${pathname}: ${(error as Error).message}.`)
  }
  return pool
}

/**
 * Runs a statement that begins with a comment of one word as a named one, so that the server parses and plans it once
 * for each connection.
 */
class NamingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Without a listener an error on a connection that is checked out would end the process; its query rejects anyway.
    this.on('error', () => {})
  }

  // @ts-expect-error the overloads of pg's query do not fit one signature
  override query(text: unknown, values: unknown, callback: unknown) {
    const name = typeof text === 'string' && text.startsWith('/*') ? text.slice(2, text.indexOf('*/')).trim() : null
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const query = super.query as any
    return name ? query.call(this, { name, text, values }, callback) : query.call(this, text, values, callback)
  }
}

const { INT8, TIMESTAMPTZ } = pg.types.builtins

/** Keys stay below 2^53, so they are numbers; times stay text. */
function getTypeParser(oid: number, format?: string) {
  if (oid === INT8) return Number
  if (oid === TIMESTAMPTZ) return timestampToIso
  // biome-ignore lint/suspicious/noExplicitAny: pg types its formats as a union of literals
  return pg.types.getTypeParser(oid, format as any)
}
