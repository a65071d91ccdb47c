import type { Row } from '#api/client.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import type { AreaExtents } from '#db/tables/people/role.ts'

export type { Feature }

export type Membership = {
  organisation_id: number
  organisation_name: string
  role_name: string
  /** What they do in professional development besides. */
  cpd_role: 'officer' | 'auditor' | 'committee' | null
  /** What they do in billing besides. */
  billing_role: 'treasurer' | null
  role_is_admin: boolean
  /** The role of the organisation that limits them; null without one. */
  limits?: { id: number; name: string; areas: AreaExtents } | null
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
  /** where people may sign in elsewhere: the installation's providers */
  identity_providers: { id: number; name: string }[]
  /** whether organisations have such, which are found by an address */
  organisations_sign_in: boolean
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
  logo_file_id: number | null
}

export type UserConfig = Row<'userconfig'>
export type Job = Row<'job'>
