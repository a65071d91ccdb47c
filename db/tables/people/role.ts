import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import type { Feature } from '../organisations/organisation_config.ts'
import { type MembershipRole, membershipRoles } from './membership.ts'

/**
 * What a role of an organisation allows or not, each with all that belongs to it, in the order of the menu; with the
 * feature without which an organisation has nothing of it.
 */
const features = {
  trackers: 'tracking',
  history: 'tracking',
  alerts: 'tracking',
  boundaries: 'tracking',
  commands: 'tracking',
  maintenance: 'tracking',
  sharing: 'tracking',
  files: 'files',
  messages: null,
  people: null,
  settings: null,
  connections: null,
  content: null,
  cpd: 'cpd',
  billing: 'billing',
} as const satisfies Record<string, Feature | null>
export const areas = Object.keys(features) as Area[]

const extentIn = (area: Area) =>
  Type.Optional(
    Type.Unsafe<'read' | 'write'>(
      Type.String({ enum: ['read', 'write'], ...(features[area] && { 'x-feature': features[area] }) }),
    ),
  )

/** The areas that a role allows; one that is missing is closed, and so is one of a later release. */
export const Areas = Type.Object(
  Object.fromEntries(areas.map((area) => [area, extentIn(area)])) as Record<Area, ReturnType<typeof extentIn>>,
  { additionalProperties: false, description: 'By area read or write; an area that is missing is closed' },
)

/** The roles of memberships and the platform's own, which are built in, and those of organisations. */
export const Role = defineTable({
  name: 'role',
  columns: {
    id: Id,
    /** Null: built in. */
    organisation_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 50 }),
    /** What a role of an organisation limits; null of those that are built in. */
    base: Nullable(Type.Unsafe<MembershipRole>(Type.String({ enum: [...membershipRoles] }))),
    areas: Nullable(Areas),
    is_admin: Type.Boolean(),
    /** Of the installation, not of an organisation. */
    platform: Type.Boolean(),
    about: Type.String({ maxLength: 500 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  defaults: ['id', 'organisation_id', 'base', 'areas', 'is_admin', 'platform', 'about', 'created_at', 'modified_at'],
  conflicts: { role_organisation_name: ['name_conflict', 'name'] },
})

export type Area = keyof typeof features
/** The role of an organisation that limits a membership. */
export type RoleLimits = { id: number; name: string; areas: AreaExtents }
export type AreaExtents = Static<typeof Areas>
