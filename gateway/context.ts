import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/tables/index.ts'
import type { GatewayConfig } from './config.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { Metrics } from './metrics.ts'
import type { Refusals } from './refusals.ts'

/** What every transport needs. */
export type GatewayContext = {
  config: GatewayConfig
  db: Kysely<Database>
  log: Logger
  metrics: Metrics
  refusals: Refusals
  ingest: Ingest
  /** Set where several gateways work together. */
  cluster?: { mqtt: object } | undefined
}
