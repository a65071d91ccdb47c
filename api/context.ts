import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Database } from '#db/tables/index.ts'
import type { Alert } from '#db/tables/tracking/alert.ts'
import type { Backend } from './http/backends.ts'

export type ApiConfig = {
  /** Signs the tokens of people. */
  jwt_secret: string
  /** The address that people use, which links in mails begin with. */
  public_url: string
  /** Who sends SMS; its receipts are signed with what is in here. */
  sms_url: string | null
  /** Whether there is a mail server; without one mails stay in the outbox. */
  sends_mail: boolean
  /** Whoever gives it as a bearer token may read the figures; null: whoever asks from a private network. */
  metrics_token: string | null
  /** Whether strangers may register. */
  registration: 'open' | 'closed'
  /** Days after which a session ends, however often it was renewed. */
  session_max_days: number
  /** Days that the audit log is kept; 0 is for ever. */
  audit_retain_days: number
  /** A MapLibre style to use instead of the built-in map. */
  map_style_url: string | null
  /** Origins whose pages may call the API; the server's own always may. */
  cors_origins: string[]
  /** Addresses of proxies whose word on the client's address is taken. */
  trust_proxy: string[]
  /** A country database (.mmdb) to use instead of the built-in one. */
  geoip_file: string | null
  /** Requests a second that one address may go on sending, and connections at once. */
  http_rate: number
  http_connections: number
  /** Of them from one address. */
  http_per_address: number
  /** What organisations and people may have where nobody has said otherwise. */
  quotas: QuotaDefaults
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
  /** There are messages to deliver. */
  wakeDelivery(): void
  /** Says something to a room of the live connection, such as `user:<id>`. */
  tellLive: TellLive
  /** Ends the live connections in a room, `session:<id>` or `user:<id>`. Who still may comes back. */
  closeLive(room: string): void
  /**
   * Ends what a tracker has open. A device that still may comes back.
   *
   * @param except by these transports what is open stays; without them everything ends
   */
  closeTracker(tracker_id: number, except?: readonly string[]): void
  /** There is something to say to a tracker: a command, or other settings. */
  tellTracker(tracker: { organisation_id: number; tracker_id: number }): void
  /** Where devices connect to this process. */
  devicePorts(): DevicePort[]
  /** Whether the database takes reports, as the gateway sees it. */
  healthy(): boolean
}

/** @param protocol `mqtt`, `mqtts`, `osmand`, or the name of a device protocol */
export type DevicePort = { protocol: string; port: number; udp: boolean; tls: boolean }

/** What the API says on the live connection. */
export type TellLive = (
  room: string,
  ...words: ['message', MessageNews] | ['notification', NotificationNews] | ['alert', RowOf<typeof Alert>]
) => void

/** A message has come, or was read: how many are unread. */
export type MessageNews = { unread: number; message_id: number | null; subject: string | null }
export type NotificationNews = { id: number; title: string; text: string; begins: string; expires: string | null }
