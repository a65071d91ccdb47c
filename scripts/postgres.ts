import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Starts a temporary PostgreSQL server with PostGIS for benchmarks and tests, from the installed binaries, on
 * 127.0.0.1. It ends with this process at the latest.
 *
 * @returns `missing`, a sentence on how to install it, if it is not installed
 * @example
 * const postgres = await startPostgres({ fsync: false })
 * if ('missing' in postgres) return console.log(postgres.missing)
 * await postgres.restart() // the same port and data
 * await postgres.remove()
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres | { missing: string }> {
  const installation = findPostgres()
  if ('missing' in installation) return installation
  const { bin, version } = installation
  const { fsync = true, settings = {} } = options
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'ringfence-postgres-'))
  const data = join(dir, 'data')
  const port = options.port ?? (await freePort())
  const owner = unprivileged()
  mkdirSync(dir, { recursive: true })
  if (owner) chownSync(dir, owner.uid, owner.gid)
  const removeDir = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })

  let server: ChildProcess | null = null
  const killAtExit = () => {
    server?.kill('SIGQUIT')
    // An exit handler is synchronous; files must not reappear while they are removed.
    for (let i = 0; i < 100 && existsSync(join(data, 'postmaster.pid')); i++) sleep(20)
    if (!options.dir) removeDir()
  }
  process.once('exit', killAtExit)

  const urlOf = (database: string) => `postgresql://${USER}@127.0.0.1:${port}/${database}`

  async function start(): Promise<void> {
    if (server) return
    const unsafe = fsync ? {} : unsafe_settings
    const flags = flagsOf({ ...unsafe, ...settings, port, listen_addresses: '127.0.0.1', unix_socket_directories: dir })
    const { child, lastErrors } = launch([join(bin, 'postgres'), '-D', data, ...flags], { ...owner, cwd: dir })
    child.once('exit', () => {
      if (server === child) server = null
    })
    server = child
    await untilReady(urlOf('postgres'), () => {
      if (server !== child) throw new Error(`PostgreSQL did not start: ${lastErrors()}`)
    })
  }

  const end = async (signal: NodeJS.Signals) => server && (await endOf(server, signal))

  const postgres: Postgres = {
    url: urlOf(DATABASE),
    port,
    dir,
    version,
    fsync,
    get pid() {
      return server?.pid ?? null
    },
    start,
    stop: async () => void (await end('SIGINT')),
    crash: async () => void (await end('SIGQUIT')),
    async restart() {
      await end('SIGINT')
      await start()
    },
    promote: () => query(urlOf('postgres'), 'select pg_promote()'),
    createDatabase: async (name) => {
      await query(urlOf('postgres'), `create database ${pg.escapeIdentifier(name)}`)
      return urlOf(name)
    },
    async remove() {
      await end('SIGINT')
      process.off('exit', killAtExit)
      removeDir()
    },
  }
  try {
    const isNew = !existsSync(data)
    if (isNew) createData({ bin, data, copied_port: options.copy_of?.port, run: { ...owner, cwd: dir } })
    await start()
    if (isNew && !options.copy_of) await postgres.createDatabase(DATABASE)
    return postgres
  } catch (error) {
    await end('SIGQUIT')
    process.off('exit', killAtExit)
    if (!options.dir) removeDir()
    throw error
  }
}

function launch([command, ...args]: [string, ...string[]], run: SpawnOptions) {
  let stderr = ''
  const child = spawnMortal(command, args, { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr!.on('data', (text) => {
    stderr = `${stderr}${text}`.slice(-4000)
  })
  return { child, lastErrors: () => stderr }
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

const flagsOf = (parameters: Record<string, string | number>) =>
  Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Creates the files of a new server, or those of a standby of the server at a port. */
function createData({ bin, data, copied_port, run }: Created): void {
  const of_new = ['-E', 'UTF8', '--locale=C', '--auth=trust', '--no-instructions']
  const of_copy = ['-h', '127.0.0.1', '-p', String(copied_port), '-R', '-c', 'fast']
  const [command, parameters] = copied_port === undefined ? ['initdb', of_new] : ['pg_basebackup', of_copy]
  execFileSync(join(bin, command), ['-D', data, '-U', USER, '--no-sync', ...parameters], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** The newest installed PostgreSQL with PostGIS: Debian's paths first, then `pg_config` in the PATH. */
export function findPostgres(): Installation | { missing: string } {
  for (const { bin, share } of candidates()) {
    if (!existsSync(join(bin, 'postgres')) || !existsSync(join(share, 'extension/postgis.control'))) continue
    const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
      .trim()
      .replace(/^.*\) /, '')
    if (Number.parseInt(version, 10) >= OLDEST) return { bin, version }
  }
  return {
    missing: `PostgreSQL ${OLDEST} or later with PostGIS is not installed here (Debian: apt-get install postgresql-15-postgis-3).`,
  }
}

/**
 * Finds a free port below those that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere), so that
 * it is free again for a server that was killed and starts once more.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Spawns a process that ends with this one, even if this one is killed. */
export function spawnMortal(
  command: string,
  parameters: string[],
  { uid, gid, ...options }: SpawnOptions,
): ChildProcess {
  if (!existsSync(SETPRIV)) return spawn(command, parameters, { ...options, uid, gid })
  const user = uid === undefined ? [] : ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  return spawn(SETPRIV, [...user, '--pdeathsig', 'QUIT', command, ...parameters], options)
}

const SETPRIV = '/usr/bin/setpriv'
const USER = 'ringfence'
const DATABASE = 'ringfence'
const OLDEST = 15

/** Settings for tests, whose data may be lost in a crash. */
const unsafe_settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

function candidates(): { bin: string; share: string }[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = versions.map((v) => ({ bin: `${debian}/${v}/bin`, share: `/usr/share/postgresql/${v}` }))
  try {
    const [bin, share] = execFileSync('pg_config', ['--bindir', '--sharedir'], { encoding: 'utf8' }).trim().split('\n')
    if (bin && share) places.push({ bin, share })
  } catch {
    // pg_config is not in the PATH.
  }
  return places
}

/** The user to run PostgreSQL as, which refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody here.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

async function untilReady(url: string, check: () => void): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; ) {
    check()
    try {
      return await query(url, 'select 1')
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end()
  }
}

type Created = { bin: string; data: string; copied_port: number | undefined; run: SpawnOptions }
type Installation = { bin: string; version: string }

export type PostgresOptions = {
  /** The data folder; a temporary one by default. Existing data is reused. */
  dir?: string
  /** Any free port by default. */
  port?: number
  /** False is faster and not crash-safe. */
  fsync?: boolean
  /** Makes a standby, which streams from this server. */
  copy_of?: Postgres
  /** More settings, such as `shared_preload_libraries`. */
  settings?: Record<string, string | number>
}

export type Postgres = {
  /** URL of the empty database `ringfence`. */
  url: string
  port: number
  dir: string
  version: string
  fsync: boolean
  /** Null while it is stopped. */
  readonly pid: number | null
  /** Starts it again, on the same port and data. */
  start(): Promise<void>
  /** Cancels running statements and stops. The data stays. */
  stop(): Promise<void>
  /** Ends immediately, as in a crash: the next start recovers. */
  crash(): Promise<void>
  restart(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** @returns its URL */
  createDatabase(name: string): Promise<string>
  /** Stops, and deletes the data. */
  remove(): Promise<void>
}
