import type { Row } from '#api/client.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'

export type { ViewportUpdate } from '#gateway/live/messages.ts'
export type { Cell } from '#gateway/live/viewport/query.ts'
export type { View as Viewport } from '#gateway/live/viewport/viewport.ts'
export type { Feature }

export type Membership = {
  organisation_id: number
  organisation_name: string
  role_name: string
  role_is_admin: boolean
  features: Feature[]
  /** Where the person's files are; null until it is first needed. */
  root_file_id: number | null
}

export type User = {
  id: number
  username: string
  email: string
  email_proved: boolean
  name: string | null
  display_name: string
  platform_admin: boolean
  /** Whether pages say that they are for testing. */
  testing: boolean
  timezone: string
  locale: string
  post_login_url: string
  post_logout_url: string
  totp_enabled: boolean
  /** Whether a second factor must be set up before anything else. */
  second_factor_required: boolean
  impersonator_user_id: number | null
  password_change_required: boolean
  memberships: Membership[]
}

export type SignedIn = {
  user: User
  token: string
  session_id: number
  settings: UserConfig[]
  /** What is shown now, as `notifications/current` lists it. */
  notifications: object[]
  /** Number of unread messages. */
  unread: number
  /** Whether there are jobs that run, or have ended within a day. */
  has_jobs: boolean
}

/** A port where devices connect: `mqtt`, `mqtts`, `osmand`, or the name of a device protocol. */
export type DevicePort = { protocol: string; port: number; udp: boolean; tls: boolean }

/** An installation for a region. */
export type Backend = { name: string; code: string; baseURL: string; testing?: boolean; enable?: boolean }

/** Public options of an installation. */
export type Options = {
  app_version: string
  devices: DevicePort[]
  /** whether a mail server is configured */
  sends_mail: boolean
  /** `closed`: only administrators create accounts */
  registration: 'open' | 'closed'
  /** Days for which a browser keeps a session. */
  kept_days: number
  /** Whether this is a demonstration. */
  demo: boolean
  backendConfigs: Backend[]
  /** The installation for the visitor's country. */
  backend: Backend | null
  /** Whether this installation is for testing. */
  testing: boolean
}

export type Website = {
  name: string
  slogan: string | null
  copyright: string | null
  favicon_url: string | null
  analytics_key: string | null
  map_key: string | null
  terms_url: string | null
  privacy_url: string | null
  map_style_url: string | null
  basemap: string | null
  openfreemap: boolean
  second_factor_required: boolean
}

/** What an organisation has set of its site; null for what the installation says. */
export type OrganisationWebsite = Pick<Website, 'slogan' | 'copyright' | 'terms_url' | 'privacy_url'> & {
  favicon_file_id: number | null
}

/** A base map that people may choose. */
export type Basemap = {
  id: string
  /** null for `built_in`, `file` and `style`, which are named in the reader's language */
  name: string | null
  kind: 'built_in' | 'style' | 'raster' | 'vector_file' | 'raster_file'
  light_url: string | null
  dark_url: string | null
  attribution: string | null
  max_zoom: number | null
  /** west, south, east, north of a file */
  bounds: [number, number, number, number] | null
}

/** What the maps of the installation are drawn from. */
export type MapSettings = {
  /** the id of the default base map */
  basemap: string
  /** whether no platform administrator has chosen a default yet */
  undecided: boolean
  basemaps: Basemap[]
}

export type Tracker = Row<'tracker'>
/** The fields of a tracker that the map needs. */
export type NamedTracker = Pick<Tracker, 'id' | 'number' | 'name' | 'active' | 'online' | 'seen_at'> &
  Partial<Pick<Tracker, 'state'>>
export type Boundary = Row<'boundary'>
/** The live connection carries no names. */
export type TrackerEvent = Live<Row<'trackerevent'>, 'by_hand' | 'boundary_name' | 'boundary_rule'>
/** Whether a tracker is online, and since when. */
export type Presence = { tracker_id: number; online: boolean; changed_at: string }
export type Alert = Live<Row<'alert'>, 'duration_s' | 'tracker_name' | 'acknowledged_by'>
export type UserConfig = Row<'userconfig'>
/** Alerts since a time. */
export type AlertSummary = { counts: Record<Alert['kind'], number>; newest: Row<'alert'>[] }
/** A tracker that is outside or offline. */
export type UrgentTracker = {
  id: number
  number: string
  name: string | null
  demo: boolean
  state: 'outside' | 'offline'
  since: string | null
  offline_since: string | null
  position: { type: 'Point'; coordinates: number[] } | null
}
export type TaskName =
  | 'unconfirmed_members'
  | 'failed_messages'
  | 'unsent_messages'
  | 'held_messages'
  | 'new_enquiries'
  | 'unregistered_devices'
  | 'refused_devices'
/** What waits for an administrator, and how many there are. */
export type Task = { name: TaskName; count: number }
/** A file or a folder. */
export type StoredFile = Row<'file'>
export type Job = Row<'job'>
/** A file attached to a tracker, a boundary or a message. */
export type Attachment = Row<'attachment'>

type Live<Row, Computed extends keyof Row> = Omit<Row, Computed> & Partial<Pick<Row, Computed>>
