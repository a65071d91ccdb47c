import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Nullable, Timestamp } from '#db/tables/columns.ts'
import { version } from '#db/version.ts'
import { defineAction } from '../crud/action.ts'
import { AppError } from '../http/errors.ts'

const Count = Type.Integer({ minimum: 0 })
const Deliveries = Type.Object({
  /** Whether a provider is configured; otherwise messages go to the outbox. */
  configured: Type.Boolean(),
  /** To be sent, and kept back. */
  queued: Count,
  held: Count,
  /** Of the last 24 hours. */
  sent_day: Count,
  failed_day: Count,
  /** Of the last 24 hours, kept in the outbox because no provider is configured for their channel. */
  unsent_day: Count,
  last_sent_at: Nullable(Timestamp),
})
const DevInfo = Type.Object({
  app_version: Type.String(),
  node_version: Type.String(),
  platform: Type.String(),
  started_at: Timestamp,
  memory_bytes: Type.Integer(),
  database: Type.Object({
    version: Type.String(),
    postgis_version: Type.String(),
    size_bytes: Type.Integer(),
    migrations: Type.Array(Type.String()),
  }),
  /** Null where the operating system does not say. */
  disk: Nullable(Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer() })),
  files: Type.Object({ backend: Type.String(), count: Count, bytes: Count }),
  mail: Deliveries,
  sms: Deliveries,
  /** The ring that encrypts files and secrets; the keys themselves are never shown. */
  keys: Type.Object({ count: Count, current_id: Type.String(), current_since: Nullable(Timestamp) }),
  jobs: Type.Object({ queued: Count, running: Count, failed_day: Count, done_day: Count }),
  /** Trackers that have reported, and those of them whose trips and visits have not been found yet. */
  movement: Type.Object({ trackers: Count, unread: Count }),
  tables: Type.Array(Type.Object({ name: Type.String(), rows_estimated: Type.Integer(), size_bytes: Type.Integer() })),
})

/** What the operator of the installation wants to know, for platform administrators. */
export const readDevInfo = defineAction({
  method: 'GET',
  path: 'devinfo',
  tags: ['installation'],
  summary: 'Read details of the server, the database, storage, delivery, keys and jobs',
  answer: DevInfo,
  async run({ context: { config, contents, db, keys }, viewer }) {
    if (!viewer.platform_admin) throw new AppError('forbidden')
    const { mail, sms } = await deliveryInfo(db)
    return {
      app_version: version,
      node_version: process.version,
      platform: `${process.platform} ${process.arch}`,
      started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      memory_bytes: process.memoryUsage.rss(),
      ...(await databaseInfo(db)),
      disk: await diskInfo(config.data_dir),
      files: { backend: contents.backend.name, ...(await fileInfo(db)) },
      mail: { configured: config.sends_mail, ...mail },
      sms: { configured: config.sms_url !== null, ...sms },
      keys: { count: keys.ids.length, current_id: keys.current, current_since: await keyDate(db, keys.current) },
      jobs: await jobInfo(db),
      movement: await movementInfo(db),
    }
  },
})

/** The file system with the data of the installation. */
async function diskInfo(path: string) {
  const of = await statfs(path).catch(() => null)
  return of && { free_bytes: of.bavail * of.bsize, total_bytes: of.blocks * of.bsize }
}

async function fileInfo(db: Db) {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from file_content`.execute(db)
  return rows[0]!
}

async function deliveryInfo(db: Db) {
  const day = sql`now() - interval '1 day'`
  const { rows } = await sql<{ channel: string } & Delivered>`
    select channel, (count(*) filter (where state = 'queued'))::int as queued,
      (count(*) filter (where state = 'held'))::int as held, (count(*) filter (where sent > ${day}))::int as sent_day,
      (count(*) filter (where failed > ${day}))::int as failed_day,
      (count(*) filter (where state = 'unsent' and queued > ${day}))::int as unsent_day, max(sent) as last_sent_at
    from message_delivery d
    where channel in ('email', 'sms') and (state in ('queued', 'held') or queued > now() - interval '7 days')
    group by channel`.execute(db)
  const of = (wanted: string): Delivered => {
    const row = rows.find(({ channel }) => channel === wanted)
    if (!row) return { queued: 0, held: 0, sent_day: 0, failed_day: 0, unsent_day: 0, last_sent_at: null }
    const { channel: _, ...figures } = row
    return figures
  }
  return { mail: of('email'), sms: of('sms') }
}

async function keyDate(db: Db, id: string): Promise<string | null> {
  const key = await db.selectFrom('encryption_key').select('created_at').where('id', '=', id).executeTakeFirst()
  return key?.created_at ?? null
}

async function jobInfo(db: Db) {
  const day = sql`now() - interval '1 day'`
  const { rows } = await sql<{ queued: number; running: number; failed_day: number; done_day: number }>`
    select (count(*) filter (where state = 'queued'))::int as queued,
      (count(*) filter (where state = 'running'))::int as running,
      (count(*) filter (where state = 'failed' and ended_at > ${day}))::int as failed_day,
      (count(*) filter (where state = 'done' and ended_at > ${day}))::int as done_day from job`.execute(db)
  return rows[0]!
}

async function movementInfo(db: Db) {
  const { rows } = await sql<{ trackers: number; unread: number }>`
    select count(*)::int as trackers, (count(*) filter (where c.through is null))::int as unread
    from tracker_state s
    left join movement_checkpoint c on c.organisation_id = s.organisation_id and c.tracker_id = s.tracker_id
    where s.judged_at is not null`.execute(db)
  return rows[0]!
}

async function databaseInfo(db: Db) {
  const { rows: database } = await sql<{
    version: string
    postgis_version: string
    size_bytes: number
    migrations: string[]
  }>`
    select current_setting('server_version') as version, postgis_lib_version() as postgis_version,
      pg_database_size(current_database())::float8 as size_bytes,
      array(select name from kysely_migration order by name) as migrations`.execute(db)
  const { rows: tables } = await sql<{ name: string; rows_estimated: number; size_bytes: number }>`
    select coalesce(parent.relname, c.relname) as name, sum(greatest(c.reltuples, 0))::float8 as rows_estimated,
      sum(pg_total_relation_size(c.oid))::float8 as size_bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' group by 1 order by 3 desc`.execute(db)
  return { database: database[0]!, tables }
}

type Delivered = {
  queued: number
  held: number
  sent_day: number
  failed_day: number
  unsent_day: number
  last_sent_at: string | null
}
