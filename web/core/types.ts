import type { Row } from '#api/client.ts'

export type { ViewportUpdate as Scene } from '#gateway/live/messages.ts'
export type { Cell } from '#gateway/live/viewport/query.ts'
export type { View } from '#gateway/live/viewport/viewport.ts'

export type Membership = {
  organisation_id: number
  organisation_name: string
  role_name: string
  role_is_admin: boolean
}

export type User = {
  id: number
  username: string
  email: string
  email_proved: boolean
  name: string | null
  display_name: string
  platform_admin: boolean
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

export type SignedIn = { user: User; token: string; session_id: number }

/** A port where devices connect: `mqtt`, `mqtts`, `osmand`, or the name of a device protocol. */
export type DevicePort = { protocol: string; port: number; udp: boolean; tls: boolean }

/** What an installation says of itself. */
export type Options = {
  app_version: string
  devices: DevicePort[]
  /** whether there is a mail server */
  sends_mail: boolean
  /** where it is closed, administrators make the accounts */
  registration: 'open' | 'closed'
  backendConfigs: { name: string; code: string; baseURL: string }[]
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
  second_factor_required: boolean
}

export type Tracker = Row<'tracker'>
/** What the map needs of a tracker beside what was heard of it. */
export type NamedTracker = Pick<Tracker, 'id' | 'number' | 'name' | 'active' | 'online' | 'seen_at'>
export type Boundary = Row<'boundary'>
export type TrackerEvent = Row<'trackerevent'>
/** Whether a tracker is online, and since when it is or is not. */
export type Presence = { tracker_id: number; online: boolean; changed_at: string }
export type Alert = Row<'alert'>
export type UserConfig = Row<'userconfig'>
