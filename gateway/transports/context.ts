import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/tables/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Commands } from '../commands/commands.ts'
import type { GatewayConfig } from '../config.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { Connected } from '../links/connected.ts'
import type { Metrics } from '../metrics.ts'
import type { Presence } from '../presence/presence.ts'
import type { Refusals } from '../refusals.ts'
import type { Certificate } from './shared/certificate.ts'
import type { UnknownDevices } from './shared/unknown.ts'
import type { Watch } from './shared/watch.ts'

/** Dependencies of the transports. */
export type GatewayContext = {
  config: GatewayConfig
  db: Kysely<Database>
  log: Logger
  metrics: Metrics
  refusals: Refusals
  ingest: Ingest
  presence: Presence
  watch: Watch
  authorizePhone: AuthorizePhone
  findByKey: FindByKey
  connected: Connected
  unknown: UnknownDevices
  commands: Commands
  /** Null without TLS. */
  certificate: Certificate | null
  /** Whether what people enter may name addresses in private networks. */
  forward_private: boolean
  /** Only with several gateways. */
  cluster?: Cluster | undefined
}

/**
 * The tracker with a number that an API key may report for; implemented by `api`.
 *
 * @throws while the database is away
 */
export type FindByKey = (
  key: string,
  address: string,
  number: string,
) => Promise<{ tracker_id: number } | { refused: 'wrong token' | 'unknown number' }>

/**
 * Resolves the tracker that a person's phone reports as; implemented by `api`. Null for an invalid token; `refused`
 * holds the reason, fit to show to the person, when they have no such tracker.
 */
export type AuthorizePhone = (handshake: {
  token: string
  number: string | undefined
  organisation_id: number | undefined
}) => Promise<
  | { user_id: number; session_id: number | null; organisation_id: number; tracker_id: number }
  | { refused: string }
  | null
>
