import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, type Postgres, startPostgres } from '../postgres.ts'
import { serverProcess } from '../server_process.mjs'
import { type Child, startChild, stopProcess } from './child_calls.ts'
import { FEWER_TRACKERS, TRACKERS } from './load/fleet.ts'
import type { Fleet, Measured, Run } from './load/load.ts'
import { mosquittoVersion, startMosquitto } from './mosquitto.ts'
import type { Filled, Filling } from './prepare.ts'
import type { AlertCounts, Started } from './serve.ts'

export const ADMIN = { email: 'bench@example.com', password: 'bench-password' }

/** The measured servers. Each is started on first use; `end` stops all and removes their files. */
export class Stage {
  #options: StageOptions
  #dir = mkdtempSync(join(tmpdir(), 'ringfence-bench-'))
  #started = new Map<string, Promise<unknown>>()
  #undo: (() => unknown)[] = []
  /** Missing software, with how to install it. */
  missing = new Set<string>()

  constructor(options: StageOptions) {
    this.#options = options
    process.once('exit', () => rmSync(this.#dir, { recursive: true, force: true }))
  }

  get quick(): boolean {
    return this.#options.quick
  }

  /** Events of the database that lists are measured on. */
  get events(): number | undefined {
    return this.#options.events
  }

  /** Of the part history; undefined for its own. */
  get fleet(): StageOptions['fleet'] {
    return this.#options.fleet
  }

  get profile(): string | undefined {
    return this.#options.profile
  }

  log(text: string): void {
    this.#options.log(text)
  }

  /** Makes an empty folder, which is removed at the end. */
  folder(prefix: string): string {
    return mkdtempSync(join(this.#dir, `${prefix}-`))
  }

  postgres(): Promise<Postgres | null> {
    return this.#once('postgres', async () => {
      this.log('starting PostgreSQL')
      const postgres = await startPostgres()
      if ('missing' in postgres) {
        this.missing.add(postgres.missing)
        return null
      }
      this.#undo.push(() => postgres.remove())
      return postgres
    })
  }

  /** @returns null where it is not installed */
  mosquitto(): Promise<{ mqtt_port: number; version: string } | null> {
    return this.#once('mosquitto', async () => {
      const version = mosquittoVersion()
      if (!version) {
        this.missing.add(
          'mosquitto is not installed here, so there is nothing to compare with (Debian: apt-get install mosquitto).',
        )
        return null
      }
      this.log('starting mosquitto')
      const { child, mqtt_port } = await startMosquitto(this.#dir)
      this.#undo.push(() => stopProcess(child))
      return { mqtt_port, version }
    })
  }

  /**
   * Ringfence on a database with the given number of boundaries.
   *
   * @param instance a name for a server that other parts do not share; `limited` has the default rate limits
   * @returns null without PostgreSQL
   */
  ringfence(kind: Kind, boundaries = 1000, instance = 'all'): Promise<Ringfence | null> {
    return this.#once(`ringfence ${kind} ${boundaries} ${instance}`, async () => {
      const filled = await this.filled(kind, boundaries)
      if (!filled) return null
      this.log(`starting Ringfence on ${names[kind]}`)
      const production = serverProcess({})
      const child = startChild('serve.ts', {
        env: { ...filled.env, ...production.env, ...(instance === 'limited' ? {} : unlimited) },
        node_args: [
          ...production.args,
          '--expose-gc',
          ...(this.#options.profile ? ['--cpu-prof', '--cpu-prof-dir', this.#options.profile] : []),
        ],
      })
      this.#undo.push(() => child.stop())
      const started = await child.call<Started>('start')
      return {
        ...started,
        pid: child.pid,
        boundary_seconds: filled.boundary_seconds,
        collect: () => child.call('collect'),
        stored: () => child.call('stored'),
        counts: (how) => child.call('counts', how),
      }
    })
  }

  /** The settings of a server on a filled database. */
  filled(kind: Kind, boundaries = 1000): Promise<Prepared | null> {
    return this.#once(`filled ${kind} ${boundaries}`, async () => {
      const postgres = kind === 'postgres' ? await this.postgres() : null
      if (kind === 'postgres' && !postgres) return null
      // Idle connections are measured on PostgreSQL if possible; filling the embedded database is slow.
      const trackers = kind === 'embedded' && !('missing' in findPostgres()) ? FEWER_TRACKERS : TRACKERS
      this.log(`filling ${names[kind]} with ${trackers} trackers and ${boundaries} boundaries`)
      const data_dir = join(this.#dir, `${kind}_${boundaries}`)
      mkdirSync(data_dir)
      const database_url = await postgres?.createDatabase(`bench_${boundaries}`)
      const child = startChild('prepare.ts')
      this.#undo.push(() => child.stop())
      const filling: Filling = { database_url, data_dir, admin: ADMIN, trackers, boundaries }
      const { boundary_seconds } = await child.call<Filled>('fill', filling)
      await child.stop()
      return { env: settings(data_dir, database_url), boundary_seconds }
    })
  }

  /** One run of the load generator, in a process of its own. */
  async measure(fleet: Fleet, run: Run): Promise<Measured> {
    const load = await this.connect(fleet)
    try {
      return await load.call<Measured>('run', run)
    } finally {
      await load.stop()
    }
  }

  /** Connects idle devices. */
  async connect(fleet: Fleet): Promise<Child> {
    const load = startChild('load/load.ts')
    this.#undo.push(() => load.stop())
    await load.call('connect', fleet)
    return load
  }

  async end(): Promise<void> {
    for (const step of this.#undo.splice(0).reverse()) {
      await Promise.resolve(step()).catch((error) => this.log(`at the end: ${error.message}`))
    }
  }

  #once<T>(name: string, start: () => Promise<T>): Promise<T> {
    let started = this.#started.get(name) as Promise<T> | undefined
    if (!started) {
      started = start()
      this.#started.set(name, started)
    }
    return started
  }
}

export const names = { mosquitto: 'mosquitto', postgres: 'PostgreSQL', embedded: 'the embedded database' } as const

/** Without rate limits: few connections stand for many devices. */
const unlimited = { MQTT_RATE: '1000000', MQTT_MAX_PER_ADDRESS: '1000000', TCP_RATE: '1000000' }

function settings(data_dir: string, database_url = ''): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    HTTP_PORT: '0',
    MQTT_PORT: '0',
    OSMAND_PORT: 'any',
    TCP_PORTS: 'off',
    TCP_PORT_TELTONIKA: 'any',
    TCP_PORT_GT06: 'any',
    DATA_DIR: data_dir,
    DATABASE_URL: database_url,
    REDIS_URL: '',
    ROLE: 'all',
    LOG_LEVEL: 'error',
  }
}

export type Kind = 'postgres' | 'embedded'

export type Ringfence = Started & {
  pid: number
  boundary_seconds: number
  /**
   * Runs the garbage collector.
   *
   * @returns bytes of JavaScript memory in use afterwards
   */
  collect(): Promise<number>
  /** Reports in the database. */
  stored(): Promise<number>
  /** Counts alerts and their messages; with `digest`, as if the hour were over. */
  counts(how: { digest: boolean }): Promise<AlertCounts>
}

type Prepared = { env: Record<string, string>; boundary_seconds: number }

export type StageOptions = {
  quick: boolean
  /** Folder for CPU profiles of the servers. */
  profile: string | undefined
  fleet?: { trackers: number; days: number } | undefined
  log(text: string): void
  events?: number | undefined
}
