import { Kysely, MysqlDialect, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { OperatorError } from '../../operator.ts'
import { Passing, retried } from './retried.ts'
import type { Entry, Query, Traccar } from './source.ts'

/**
 * What a Traccar has, read from its PostgreSQL or MySQL, whether it runs or not: in the form of its REST API, so that
 * all else is the same. Of each entry what is brought along is read. Nothing can be written.
 *
 * Source: the tables of its public migrations (traccar/traccar, `schema/changelog-4.0-clean.xml` and later).
 */
export class TraccarDatabase implements Traccar {
  readonly url: string
  readonly host: string
  readonly #kind: Kind
  readonly #db: Kysely<unknown>
  readonly #options: DatabaseOptions

  private constructor(kind: Kind, db: Kysely<unknown>, options: DatabaseOptions) {
    const url = new URL(options.url)
    this.#kind = kind
    this.#db = db
    this.#options = options
    this.host = url.host
    url.password = ''
    this.url = url.href
  }

  /** Whether a URL is that of a database. */
  static isFor(url: string): boolean {
    return URL.canParse(url) && new URL(url).protocol in kinds
  }

  static async open(options: DatabaseOptions): Promise<TraccarDatabase> {
    const kind = kinds[new URL(options.url).protocol]!
    return new TraccarDatabase(kind, new Kysely({ dialect: await kind.open(options.url) }), options)
  }

  async version(): Promise<string> {
    await this.retried('its tables', () => this.#rows(sql`select id from tc_devices limit 1`))
    return `of ${this.#kind.name}`
  }

  async list(path: string, query: Query = {}): Promise<Entry[]> {
    const read = path === 'positions' ? latest(this.#kind) : selectOf(path, query)
    const entries = await this.retried(path, () => this.#rows(read))
    if (entries.length > MOST_ENTRIES) {
      throw new OperatorError(
        `${this.url} lists more than ${MOST_ENTRIES} entries of ${path}: choose some by --devices.`,
      )
    }
    return entries.map(entryOf)
  }

  async *positions({ deviceId, from, to }: { deviceId: number; from: string; to: string }): AsyncGenerator<Entry> {
    let [time, id] = [stored(from), 0]
    while (true) {
      const rows = await this.#rows(sql`select p.id, p.deviceid as ${sql.id('deviceId')}, p.protocol,
          ${this.#kind.isoOf('p.fixtime')} as ${sql.id('fixTime')}, ${this.#kind.textOf('p.fixtime')} as ${sql.id('at')},
          case when p.valid then 1 else 0 end as valid, p.latitude, p.longitude, p.altitude, p.speed, p.course, p.accuracy,
          p.attributes
        from tc_positions p
        where p.deviceid = ${deviceId} and p.fixtime >= ${time} and p.fixtime <= ${stored(to)}
          and (p.fixtime > ${time} or p.id > ${id})
        order by p.fixtime, p.id limit ${sql.lit(PAGE)}`)
      for (const row of rows) yield entryOf(row)
      if (rows.length < PAGE) return
      const last = rows.at(-1)!
      ;[time, id] = [String(last.at), Number(last.id)]
    }
  }

  async retried<T>(what: string, work: () => Promise<T>): Promise<T> {
    return retried(what, work, { ...this.#options, of: this.url, fault: () => null })
  }

  async close(): Promise<void> {
    await this.#db.destroy()
  }

  /** @throws {Passing} @throws {OperatorError} */
  async #rows(query: RawBuilder<unknown>): Promise<Entry[]> {
    try {
      return (await query.execute(this.#db)).rows as Entry[]
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      const said = wrong[code]
      if (said) throw new OperatorError(`The database of Traccar at ${this.url} ${said}`)
      if (PASSING.test(code) || /terminated|closed|timeout/i.test(message)) throw new Passing(code || message)
      throw error
    }
  }
}

/** All entries of a list, or those that are linked to a device or a group. */
function selectOf(path: string, { deviceId, groupId }: Query): RawBuilder<unknown> {
  const { table, link, columns } = lists[path]!
  const read = sql.join(Object.entries(columns).map(([name, column]) => sql`${sql.raw(column)} as ${sql.id(name)}`))
  const entries = sql`select ${read} from ${sql.raw(table)} e`
  const order = sql`order by e.id limit ${sql.lit(MOST_ENTRIES + 1)}`
  if (deviceId === undefined && groupId === undefined) return sql`${entries} ${order}`
  const [of, id] = deviceId === undefined ? ['group', groupId] : ['device', deviceId]
  const linked = sql.raw(`select l.${link}id from tc_${of}_${link} l where l.${of}id =`)
  return sql`${entries} where e.id in (${linked} ${id}) ${order}`
}

const latest = (kind: Kind) => sql`select d.id as ${sql.id('deviceId')}, p.protocol,
    ${kind.isoOf('p.fixtime')} as ${sql.id('fixTime')}
  from tc_devices d join tc_positions p on p.id = d.positionid order by d.id limit ${sql.lit(MOST_ENTRIES + 1)}`

/** Numbers of 64 bits come as texts, attributes as JSON, and what is true as 1. */
function entryOf({ attributes, ...row }: Entry): Entry {
  const entry: Entry = { ...row, attributes: parsed(attributes) }
  for (const name of ['id', 'deviceId', 'groupId', 'start', 'period'] as const) {
    if (typeof entry[name] === 'string') entry[name] = Number(entry[name])
  }
  for (const name of ['disabled', 'valid'] as const) if (name in entry) entry[name] = Number(entry[name]) === 1
  return entry
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text ?? '{}'))
  } catch {
    return {}
  }
}

/** As the columns have times, in UTC. */
const stored = (iso: string) => new Date(iso).toISOString().replace('T', ' ').replace('Z', '')

const named = { id: 'e.id', name: 'e.name', attributes: 'e.attributes' }
const disabled = 'case when e.disabled then 1 else 0 end'
const lists: Record<string, { table: string; link?: string; columns: Record<string, string> }> = {
  devices: { table: 'tc_devices', columns: { ...named, uniqueId: 'e.uniqueid', groupId: 'e.groupid', disabled } },
  groups: { table: 'tc_groups', columns: { ...named, groupId: 'e.groupid' } },
  geofences: { table: 'tc_geofences', link: 'geofence', columns: { ...named, area: 'e.area' } },
  drivers: { table: 'tc_drivers', link: 'driver', columns: { ...named, uniqueId: 'e.uniqueid' } },
  maintenance: {
    table: 'tc_maintenances',
    link: 'maintenance',
    columns: { ...named, type: 'e.type', start: 'e.start', period: 'e.period' },
  },
  users: { table: 'tc_users', columns: { ...named, email: 'e.email', disabled } },
}

const postgres: Kind = {
  name: 'PostgreSQL',
  async open(url) {
    const options = '-c default_transaction_read_only=on -c statement_timeout=120s -c timezone=UTC'
    return new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2, options }) })
  },
  isoOf: (column) => sql.raw(`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`),
  textOf: (column) => sql.raw(`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS.US')`),
}

const mysql: Kind = {
  name: 'MySQL',
  async open(url) {
    const { createPool } = await import('mysql2')
    const pool = createPool({ uri: url.replace(/^mariadb:/, 'mysql:'), connectionLimit: 2, timezone: 'Z' })
    pool.on('connection', (connection) => {
      connection.query("set time_zone = '+00:00'")
      connection.query('set session transaction read only')
    })
    return new MysqlDialect({ pool })
  },
  isoOf: (column) => sql.raw(`date_format(${column}, '%Y-%m-%dT%H:%i:%s.%fZ')`),
  textOf: (column) => sql.raw(`date_format(${column}, '%Y-%m-%d %H:%i:%s.%f')`),
}

const kinds: Record<string, Kind> = {
  'postgres:': postgres,
  'postgresql:': postgres,
  'mysql:': mysql,
  'mariadb:': mysql,
}

const no_tables = 'has no tables of Traccar: tc_devices is not found. Is it the right database?'
const refused = 'refuses the user or the password of its URL.'
const no_database = 'has no database of that name.'
const not_found = 'cannot be reached: its host has no address. Is the URL right?'
/** What is said of errors that no repetition mends, by their codes. */
const wrong: Record<string, string> = {
  '42P01': no_tables,
  ER_NO_SUCH_TABLE: no_tables,
  '42501': 'does not let this user read its tables.',
  ER_TABLEACCESS_DENIED_ERROR: 'does not let this user read its tables.',
  '28P01': refused,
  '28000': refused,
  ER_ACCESS_DENIED_ERROR: refused,
  '3D000': no_database,
  ER_BAD_DB_ERROR: no_database,
  ENOTFOUND: not_found,
}
/** Away, starting, stopping, or overloaded. */
const PASSING = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|PROTOCOL_|ER_CON_COUNT|ER_LOCK|ER_SERVER_SHUTDOWN|08|53|57P|57014|40)/
/** Positions of a statement. */
const PAGE = 2000
const MOST_ENTRIES = 100_000

type Kind = {
  name: string
  open(url: string): Promise<PostgresDialect | MysqlDialect>
  /** A time as the REST API has it. */
  isoOf(column: string): RawBuilder<string>
  /** A time as it is compared with the column. */
  textOf(column: string): RawBuilder<string>
}
type DatabaseOptions = { url: string; retry_base_ms?: number; print?: (line: string) => void }
