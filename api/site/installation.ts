import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Nullable, Timestamp } from '#db/tables/columns.ts'
import { version } from '#db/version.ts'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { Backend, isForTesting } from '../http/backends.ts'
import { AppError } from '../http/errors.ts'
import { KEPT_DAYS } from '../people/sessions/sessions.ts'
import { makeCountryOf } from './country.ts'

const DevicePort = Type.Object({
  /** `mqtt`, `mqtts`, `osmand`, or the name of a device protocol. */
  protocol: Type.String(),
  port: Type.Integer(),
  udp: Type.Boolean(),
  tls: Type.Boolean(),
})
const Options = Type.Object({
  app_version: Type.String(),
  appVersion: Type.String(),
  backendConfigs: Type.Array(Backend),
  /** The installation for the visitor's country. */
  backend: Nullable(Backend),
  /** Whether this installation is for testing. */
  testing: Type.Boolean(),
  /** Ports on which devices connect to this process; a proxy may use others. */
  devices: Type.Array(DevicePort),
  /** Without a mail server, mails stay in the outbox for platform administrators. */
  sends_mail: Type.Boolean(),
  /** If closed, only administrators create accounts. */
  registration: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
  /** Days for which a browser keeps a session, if its person wants that. */
  kept_days: Type.Integer(),
})
const GeoInfo = Type.Object({ country_iso_code: Nullable(Type.String({ pattern: '^[A-Z]{2}$' })) })
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
  tables: Type.Array(Type.Object({ name: Type.String(), rows_estimated: Type.Integer(), size_bytes: Type.Integer() })),
})

/** Information on the installation. */
export function addInstallation(app: FastifyInstance, { config, db, devicePorts }: ApiContext): void {
  const countryOf = makeCountryOf(config.geoip_file)
  const countryOfVisitor = (request: FastifyRequest) => countryByProxy(request) ?? countryOf(request.ip)
  app.get('/options', {
    schema: {
      tags: ['website'],
      summary: 'Read the version, backends and ports of the installation',
      response: answers({ 200: Options }),
      security: [],
    },
    async handler(request) {
      const country = config.backends.length > 0 ? countryOfVisitor(request) : null
      const backend = config.backends.find(({ code, enable }) => code === country && enable !== false) ?? null
      const backends = { backendConfigs: config.backends, backend, testing: isForTesting(config) }
      const { sends_mail, registration } = config
      const kept_days = Math.min(KEPT_DAYS, config.session_max_days)
      const here = { ...backends, devices: devicePorts(), sends_mail, registration, kept_days }
      return { data: { app_version: version, appVersion: version, ...here } }
    },
  })

  app.get('/geoinfo', {
    schema: {
      tags: ['website'],
      summary: 'Read the country of your address',
      response: answers({ 200: GeoInfo }),
      security: [],
    },
    handler: async (request) => ({ data: { country_iso_code: countryOfVisitor(request) } }),
  })

  app.get('/devinfo', {
    schema: {
      tags: ['installation'],
      summary: 'Read details of the server and the database',
      response: answers({ 200: DevInfo }),
    },
    async handler(request) {
      if (!viewerOf(request).platform_admin) throw new AppError('forbidden')
      return {
        data: {
          app_version: version,
          node_version: process.version,
          platform: `${process.platform} ${process.arch}`,
          started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
          memory_bytes: process.memoryUsage.rss(),
          ...(await databaseInfo(db)),
        },
      }
    },
  })
}

/** The country set by a trusted proxy. Cloudflare sends XX if unknown, and T1 for Tor. */
function countryByProxy({ ips = [], headers }: FastifyRequest): string | null {
  const header = headers['cf-ipcountry']
  if (ips.length < 2) return null
  return typeof header === 'string' && /^[A-Z]{2}$/.test(header) && header !== 'XX' ? header : null
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
