import pg from 'pg'

/**
 * A database URL for each host of a URL that names several, as libpq writes them.
 *
 * @example
 * serverUrls('postgres://me@db1,db2:5433/fleet') // ['postgres://me@db1/fleet', 'postgres://me@db2:5433/fleet']
 */
export function serverUrls(url: string): string[] {
  const [, start, hosts, rest] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s.exec(url) ?? [null, '', url, '']
  return hosts!.split(',').map((host) => start + host + rest)
}

/** The primary of several PostgreSQL servers, found again after a failover. Shared by the connections of a pool. */
export class Servers {
  readonly #urls: string[]
  #found: Promise<Address> | null = null

  constructor(urls: string[]) {
    this.#urls = urls
  }

  /**
   * The address of the server that takes writes, remembered until `forget`.
   *
   * Of several, that of the newest timeline: a primary that comes back after its standby was promoted would lose all
   * that was written since. Of these, the first in the URL.
   *
   * @throws {Error} when no server answers, or each is a standby
   */
  primary(): Promise<Address> {
    const found = this.#found ?? this.#find()
    this.#found = found
    found.catch(() => this.forget(found))
    return found
  }

  /** The next connection looks for the primary again. `found`: only if this is still what is remembered. */
  forget(found = this.#found): void {
    if (this.#found === found) this.#found = null
  }

  async #find(): Promise<Address> {
    const answers = await Promise.allSettled(this.#urls.map(ask))
    const primaries = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []))
    const [newest] = primaries.sort((a, b) => b.timeline - a.timeline)
    if (newest) return newest
    const reasons = answers.map((answer, i) => `${hostOf(this.#urls[i]!)}: ${reasonOf(answer)}`)
    throw new Error(`no primary (${reasons.join('; ')})`)
  }
}

/** Host and port of a database URL with one host. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** @returns null for a standby */
async function ask(url: string): Promise<Answer | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ringfence primary',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE)
    const { timeline } = rows[0]!
    return timeline === null ? null : { host: client.host, port: client.port, timeline: Number.parseInt(timeline, 16) }
  } finally {
    await client.end().catch(() => {})
  }
}

/** The first eight digits of the name of a WAL file are the timeline. A standby has no file that it writes. */
const TIMELINE = `
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`
const ANSWER_MS = 2_000

const reasonOf = (answer: PromiseSettledResult<unknown>): string =>
  answer.status === 'fulfilled' ? 'a standby' : (answer.reason as Error).message

export type Address = { host: string; port: number }
type Answer = Address & { timeline: number }
