import { extentIn, type Need, type Place } from '#api/crud/roles/limit.ts'
import type { NewRole } from '../../../seeds/roles.ts'
import { allAreas } from '../../../seeds/roles.ts'

/** Members with a role of the organisation: what they may is derived from the areas that it allows. */
export const ownRoles: Record<'auditor' | 'dispatcher' | 'workshop', NewRole> = {
  auditor: { name: 'Auditor', base: 'Administrator', areas: allAreas('read') },
  dispatcher: {
    name: 'Dispatcher',
    base: 'Administrator',
    areas: {
      trackers: 'write',
      history: 'write',
      alerts: 'write',
      boundaries: 'write',
      commands: 'write',
      sharing: 'write',
    },
  },
  workshop: { name: 'Workshop', base: 'Staff', areas: { trackers: 'read', maintenance: 'write' } },
}

/**
 * The letters of a line: those of the base where the role allows the route, those of a person who owns nothing where it
 * is about one's own account, and else forbidden; public routes answer as to a guest.
 */
export function lettersOf(role: NewRole, route: string, { place = null, need = 'write' }: Route, columns: Columns) {
  const extent = extentIn(role, place, need)
  const closed = columns.guest === 'SSS' ? 'NNN' : columns.guest
  if (ofTrackers.includes(route) && extentIn(role, 'trackers', 'write') === 'none') return 'NNx'
  return { all: columns.base, own: columns.own, none: closed }[extent]
}

/** Routes about rows of any resource, which the requests of the matrix name: trackers. */
const ofTrackers = ['POST import', 'POST import/undo', 'POST bulk']

type Route = { place?: Place; need?: Need }
/** Letters of the guest, of the role's base, and of a Customer without rows of their own. */
type Columns = { guest: string; base: string; own: string }
