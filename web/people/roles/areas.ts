import type { Row } from '#api/client.ts'

/** What a role allows or not, in the order of the menu. */
export const areas = [
  'trackers',
  'history',
  'alerts',
  'boundaries',
  'commands',
  'maintenance',
  'sharing',
  'files',
  'messages',
  'people',
  'settings',
  'connections',
  'content',
  'cpd',
  'billing',
] as const satisfies (keyof Extents)[]

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
