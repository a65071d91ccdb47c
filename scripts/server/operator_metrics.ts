import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import { s3Calls } from '#db/contents/s3.ts'
import type { OpenDatabase } from '#db/open.ts'

/**
 * What an installation depends on: its database, standby, disk, bucket and backups. A figure that cannot be read now is
 * omitted.
 */
export function watchInstallation(registry: Registry, { database, data_dir }: Watched): void {
  const registers = [registry]
  watchDatabase(registers, database)
  const disk = new Gauge({
    name: 'ringfence_disk_bytes',
    help: 'The disk of DATA_DIR: free (to this user), size',
    labelNames: ['what'],
    registers,
    async collect() {
      this.reset()
      const { bavail, blocks, bsize } = await statfs(data_dir)
      disk.set({ what: 'free' }, bavail * bsize)
      disk.set({ what: 'size' }, blocks * bsize)
    },
  })
  new Counter({
    name: 'ringfence_s3_calls_total',
    help: 'Calls to the bucket of S3_URL: done, failed (after retries)',
    labelNames: ['command', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { command, outcome, count } of s3Calls.values()) this.inc({ command, outcome }, count)
    },
  })
}

function watchDatabase(registers: Registry[], { db, pools }: OpenDatabase): void {
  new Gauge({
    name: 'ringfence_database_connections',
    help: 'Connections to PostgreSQL by pool: used, idle; waiting is what waits for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { name, pool } of pools) {
        this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  /** A gauge read by a statement, omitted where it answers null or fails. */
  const asked = (name: string, help: string, statement: ReturnType<typeof sql<{ value: number | null }>>) =>
    new Gauge({
      name: `ringfence_${name}`,
      help,
      registers,
      async collect() {
        const value = await statement.execute(db).then(
          ({ rows }) => rows[0]?.value ?? null,
          () => null,
        )
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  asked(
    'backup_age_seconds',
    'Time since the last backup by npm run db -- backup; omitted before the first',
    sql`select extract(epoch from now() - backed_up_at)::float8 as value from installation`,
  )
  asked(
    'standbys',
    'Standby servers that stream from this database',
    sql`select count(*)::float8 as value from pg_stat_replication`,
  )
  asked(
    'standby_lag_seconds',
    'How far the slowest standby is behind; needs the role pg_monitor, omitted without a standby',
    sql`select extract(epoch from max(replay_lag))::float8 as value from pg_stat_replication`,
  )
  asked(
    'forwards_oldest_seconds',
    'How long the oldest report to forward has waited; omitted where none waits',
    sql`select extract(epoch from now() - queued_at)::float8 as value from report_forward_item order by id limit 1`,
  )
  asked(
    'forwards_failing',
    'Forwardings whose platform takes nothing at present',
    sql`select count(*)::float8 as value from report_forward where active and failures > 0`,
  )
}

type Watched = { database: OpenDatabase; data_dir: string }
