import schema from 'virtual:resource/role'
import type { Row } from '#api/client.ts'
import type { Area } from '#db/tables/people/role.ts'
import type { Feature } from '../../core/types.ts'

const properties = schema.create!.properties.areas!.properties!

/** What a role allows or not, in the order of the menu. */
export const areas = Object.keys(properties) as Area[]

/** Those that mean something to an organisation with some features. */
export const areasWith = (features: readonly Feature[]) =>
  areas.filter((area) => {
    const feature = properties[area]!['x-feature']
    return feature === undefined || features.includes(feature)
  })

export const extents = ['none', 'read', 'write'] as const

/** Of an area that is closed there is no entry. */
export type Extents = NonNullable<Row<'role'>['areas']>
export type Extent = (typeof extents)[number]
type Base = NonNullable<Row<'role'>['base']>

const all = (extent: 'read' | 'write'): Extents => Object.fromEntries(areas.map((area) => [area, extent]))

/** Roles to begin with. */
export const presets = {
  dispatcher: {
    base: 'Administrator',
    areas: {
      trackers: 'write',
      history: 'write',
      alerts: 'write',
      boundaries: 'write',
      commands: 'write',
      maintenance: 'read',
      sharing: 'write',
      files: 'write',
      messages: 'write',
    },
  },
  workshop: { base: 'Staff', areas: { trackers: 'read', maintenance: 'write', files: 'write', messages: 'read' } },
  auditor: { base: 'Administrator', areas: all('read') },
  treasurer: { base: 'Administrator', areas: { billing: 'write', people: 'read', files: 'write', messages: 'write' } },
} satisfies Record<string, { base: Base; areas: Extents }>
export type Preset = keyof typeof presets
