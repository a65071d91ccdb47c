import type { Db } from '#db/database.ts'
import { locatePositions } from './boundaries.ts'
import { isBreaking, isOutside } from './rules/outside.ts'

/**
 * Judges positions that a person has entered or imported: as late reports, by the boundaries that apply, without a state
 * or alerts.
 *
 * @param positions `fix_at` is milliseconds since 1970
 * @returns in their order, each with a fresh id for its event
 */
export async function judgePositions(db: Db, positions: EnteredPosition[]): Promise<EnteredVerdict[]> {
  const located = await locatePositions(
    db,
    positions.map((position) => ({
      ...position,
      moment: position.fix_at,
      part_id: null,
      digest: 0,
      is_breaking: false,
      duplicate_search: null,
    })),
  )
  return located.map((each) => {
    const input = { ...each, valid: true }
    return {
      id: input.event_id,
      outside_boundary: isBreaking(isOutside(input), input),
      boundary_id: input.broken?.[0]?.boundary_id ?? input.boundary_id,
    }
  })
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
