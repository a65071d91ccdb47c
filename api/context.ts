import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Static } from 'typebox'
import type { Explained, ExplainedOccasion, ExplainedRecipient, Explanation } from '#db/alerts/explanation.ts'
import type { ContentStore } from '#db/contents/store.ts'
import type { Trx } from '#db/database.ts'
import type { HistoryStore } from '#db/history/store.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { LiveFeed, LiveReport, LiveViewer } from '#db/live/feed.ts'
import type { LentPosition } from '#db/loans/lent.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Job } from '#db/tables/files/job.ts'
import type { Database } from '#db/tables/index.ts'
import type { Alert } from '#db/tables/tracking/alert.ts'
import type { BoundaryDraft } from '#db/tables/tracking/boundary.ts'
import type { DrillLine } from '#db/tables/tracking/drills/fire_drill.ts'
import type { Backend } from './http/backends.ts'
import type { Jobs } from './http/jobs.ts'
import type { Site } from './http/policy.ts'
import type { ProviderSettings } from './http/provider_settings.ts'

export type ApiConfig = {
  /** Signs session tokens. */
  jwt_secret: string
  /** The address that people use, which links in mails begin with. */
  public_url: string
  /** The virus scanner, `tcp://host:port` or `unix:/path`; null without one. */
  clamd_url: string | null
  /** An upload that sends nothing for this long ends. */
  upload_idle_s: number
  /** The SMS provider; its credentials also verify the signatures of receipts. */
  sms_url: string | null
  /** Whether there is a mail server; without one mails stay in the outbox. */
  sends_mail: boolean
  /** Where the installation keeps its data. */
  data_dir: string
  /** Whether each answer is compared with the schema of its route, and refused where it differs: in tests. */
  check_answers?: boolean
  /** Whether simulated trackers drive in a demo organisation. */
  demo: boolean
  /** The bearer token of /metrics; null: private networks may read it without a token. */
  metrics_token: string | null
  /** Whether people may register themselves. */
  registration: 'open' | 'closed'
  /** Which OAuth clients people may let in; each includes those before it. */
  oauth_clients: 'entered' | 'documents' | 'registration'
  /** Days after which a session ends even if it is renewed. */
  session_max_days: number
  /** Days that the audit log is kept; 0 is for ever. */
  audit_retain_days: number
  /** A MapLibre style to use instead of the built-in map. */
  map_style_url: string | null
  /** A server for routes, where no trips lead: of OSRM or Valhalla; null without one. */
  routing_url: string | null
  /** A map of streets in the PMTiles format, or null. */
  map_file: string | null
  /** Origins whose pages may call the API; the server's own always may. */
  cors_origins: string[]
  /** Proxies whose X-Forwarded-For is trusted. */
  trust_proxy: string[]
  /** Whether addresses that people enter may be in private networks. */
  private_addresses: boolean
  /** A country database (.mmdb) to use instead of the built-in one. */
  geoip_file: string | null
  /** Sustained requests a second from one address, and connections at a time. */
  http_rate: number
  http_connections: number
  /** Of them from one address. */
  http_per_address: number
  /** Default quotas of organisations and people. */
  quotas: QuotaDefaults
  /** Installations for other regions. */
  backends: Backend[]
  /** Accounting and payment providers that organisations may connect. */
  providers: ProviderSettings
  /** The folder of the built web client; null where another server serves it. */
  web_root: string | null
}

/** What every route needs. */
export type ApiContext = {
  config: ApiConfig
  db: Kysely<Database>
  /**
   * For lists and exports of history, and reports: replicas may answer, which have all that was committed when the
   * statement began. Statements only. Signing in, rights and settings are read from `db`.
   */
  reads: Kysely<Database>
  /** Seals secrets in the database, and wraps the keys of file contents. */
  keys: KeyRing
  /** The bytes of files. */
  contents: ContentStore
  /** The events of closed days. */
  history: HistoryStore
  /** Background jobs. */
  jobs: Jobs
  /** What the content security policy depends on, kept up to date. */
  site: Site
  log: Logger
  registry: Registry
  /** Links that this process has printed to sign in once. */
  sign_in_links: { take(token: string): number }
  /** Notifies the delivery queue of new messages. */
  notifyDelivery(): void
  /** Publishes an event to a room of the live connection, such as `user:<id>`. */
  publishLive: PublishLive
  /** Closes the live connections in a room, `session:<id>` or `user:<id>`. Clients whose rights permit it reconnect. */
  closeLive(room: string): void
  /** Follows what a person sees on the live map. @returns ends it */
  followLive(viewer: LiveViewer, feed: LiveFeed): () => void
  /** The last report of every tracker that a person sees. */
  readLastReports(viewer: LiveViewer): Promise<LiveReport[]>
  /**
   * Closes the connections of a tracker. A device that is still authorised reconnects.
   *
   * @param except transports whose connections stay open; without it all are closed
   */
  closeTracker(tracker_id: number, except?: readonly string[]): void
  /** Notifies the gateway that a tracker has a queued command or changed settings. */
  notifyTracker(tracker: { organisation_id: number; tracker_id: number }): void
  /** What devices of each transport can do by name: their protocols declare it. */
  commands: CommandCatalogue
  /**
   * Checks the viewer's own password before what could do harm; slow as signing in is.
   *
   * @throws {AppError} forbidden, too_many_requests
   */
  checkOwnPassword(viewer: { user_id: number; session_id: number | null }, password: string): Promise<void>
  /** Judges positions by the boundaries that apply to their trackers, and draws the ids of their events. */
  judgePositions(trx: Trx, places: EnteredPlace[]): Promise<EnteredVerdict[]>
  /** Judges the history of trackers as if a draft of a boundary had been stored. */
  rehearse(db: Kysely<Database>, draft: BoundaryDraft): Promise<Rehearsal>
  /** What was known of a tracker at a time, and what the engine made of it. */
  explainTracker(db: Kysely<Database>, of: Explained): Promise<Explanation>
  /**
   * Who is notified of an occasion by the settings of now, and who is not.
   *
   * @param at milliseconds since 1970
   */
  explainRecipients(
    db: Kysely<Database>,
    quotas: QuotaDefaults,
    occasion: ExplainedOccasion,
    at: number,
  ): Promise<ExplainedRecipient[]>
  /** What has become of the messages of a fire drill that runs. */
  readDrillLines(
    db: Kysely<Database>,
    quotas: QuotaDefaults,
    drill: { organisation_id: number; tracker_id: number | null; alert_id: number | null },
  ): Promise<Static<typeof DrillLine>[]>
  /** Publishes the last event of a tracker again on the live connection: it was changed by hand. */
  publishLastEvent(tracker: { organisation_id: number; tracker_id: number }): void
  /** Where devices connect to this process. */
  devicePorts(): DevicePort[]
  /** Whether the gateway can store reports in the database. */
  healthy(): boolean
}

/** @param protocol `mqtt`, `mqtts`, `osmand`, or the name of a device protocol */
export type DevicePort = { protocol: string; port: number; udp: boolean; tls: boolean }

export type CommandCatalogue = {
  of(transports: readonly string[]): CatalogueEntry[]
  /** @returns the name of the first wrong field, and why; null where all are right */
  wrongValue(
    entry: { name: string; transports: readonly string[] },
    values: Record<string, string | number | boolean>,
  ): [string, string] | null
  isDangerousText(text: string): boolean
}
export type CatalogueEntry = {
  name: string
  dangerous: boolean
  fields: {
    name: string
    type: 'integer' | 'text' | 'boolean'
    unit?: 's'
    minimum?: number
    maximum?: number
    max_length?: number
    optional?: true
  }[]
  /** Those of the asked ones that have it. */
  transports: string[]
}

/** A position that a person enters. `fix_at` is milliseconds since 1970, `accuracy` metres. */
export type EnteredPlace = {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  lon: number
  lat: number
  accuracy: number | null
  fix_at: number
}
/** `boundary_id` is that of the event; `outside_boundary` null if no boundary applies. */
export type EnteredVerdict = { id: number; outside_boundary: boolean | null; boundary_id: number | null }

/** Events that the API publishes on the live connection. */
export type PublishLive = (
  room: string,
  ...words:
    | ['message', MessageUpdate]
    | ['notification', NotificationUpdate]
    | ['alert', RowOf<typeof Alert>]
    | ['job', JobUpdate]
    | ['loans', { id: number }]
    | ['lent', LentPosition[]]
) => void

/** A job's progress, or its end. */
export type JobUpdate = Omit<RowOf<typeof Job>, 'input' | 'attempts' | 'leased_until' | 'error_message'>

/** A message has arrived or was read; `unread` is the new count. */
export type MessageUpdate = { unread: number; message_id: number | null; subject: string | null }
export type NotificationUpdate = { id: number; title: string; text: string; begins: string; expires: string | null }

export type Rehearsal = {
  /** @param span times are milliseconds since 1970; of each tracker some `most` reports are judged */
  follow(
    trackers: readonly {
      tracker_id: number
      owner_user_id: number | null
      exit_confirmations: number
      exit_delay_s: number
    }[],
    span: { from: number; to: number; most: number; signal?: AbortSignal },
  ): Promise<
    {
      alerts: {
        kind: 'left_boundary' | 'entered_boundary'
        started_at: number
        ended_at: number | null
        lon: number
        lat: number
      }[]
      reports: number
      complete: boolean
    }[]
  >
}
