import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '#db/tables/index.ts'

export type ApiConfig = {
  /** Signs the tokens of people. */
  jwt_secret: string
  /** A MapLibre style to use instead of the built-in map. */
  map_style_url: string | null
  /** The folder of the built web client; null where another server has it. */
  web_root: string | null
}

/** What every route needs. */
export type ApiContext = {
  config: ApiConfig
  db: Kysely<Database>
  log: Logger
  registry: Registry
  /** Whether the database takes reports, as the gateway sees it. */
  healthy(): boolean
}
