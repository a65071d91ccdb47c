import type { Db } from '#db/database.ts'
import { locatePositions } from './boundaries.ts'
import { isBreaking, isOutside } from './rules/outside.ts'

/**
 * Judges a position that a person has entered: as a late report, by the boundaries that apply, without a state or alerts.
 *
 * @param position `fix_at` is milliseconds since 1970
 * @returns with a fresh id for its event
 */
export async function judgePosition(db: Db, position: EnteredPosition): Promise<EnteredVerdict> {
  const [located] = await locatePositions(db, [
    { ...position, moment: position.fix_at, part_id: null, digest: 0, is_breaking: false, duplicate_search: null },
  ])
  const input = { ...located!, valid: true }
  return {
    id: input.event_id,
    outside_boundary: isBreaking(isOutside(input), input),
    boundary_id: input.broken?.[0]?.boundary_id ?? input.boundary_id,
  }
}

type EnteredPosition = {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  lon: number
  lat: number
  accuracy: number | null
  fix_at: number
}
type EnteredVerdict = { id: number; outside_boundary: boolean | null; boundary_id: number | null }
