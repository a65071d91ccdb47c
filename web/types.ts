import type { Row } from '#api/client.ts'

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
  name: string | null
  display_name: string
  platform_admin: boolean
  timezone: string
  locale: string
  memberships: Membership[]
}

export type Website = { name: string; map_style_url: string | null }

export type Tracker = Row<'tracker'>
export type Boundary = Row<'boundary'>
export type TrackerEvent = Row<'trackerevent'>
export type Alert = Row<'alert'>
