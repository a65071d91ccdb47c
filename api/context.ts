import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '#db/tables/index.ts'
import type { Backend } from './backends.ts'
import type { Mailer } from './mail/mailer.ts'

export type ApiConfig = {
  /** Signs the tokens of people. */
  jwt_secret: string
  /** The address that people use, which links in mails begin with. */
  public_url: string
  /** Whether strangers may register. */
  registration: 'open' | 'closed'
  /** A MapLibre style to use instead of the built-in map. */
  map_style_url: string | null
  /** Origins whose pages may call the API; the server's own always may. */
  cors_origins: string[]
  /** Addresses of proxies whose word on the client's address is taken. */
  trust_proxy: string[]
  /** Installations for other regions. */
  backends: Backend[]
  /** The folder of the built web client; null where another server has it. */
  web_root: string | null
}

/** What every route needs. */
export type ApiContext = {
  config: ApiConfig
  db: Kysely<Database>
  log: Logger
  registry: Registry
  mailer: Mailer
  /** Ends the live connections in a room, `session:<id>` or `user:<id>`. Who still may comes back. */
  closeLive(room: string): void
  /** Whether the database takes reports, as the gateway sees it. */
  healthy(): boolean
}
