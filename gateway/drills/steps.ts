import type { RowOf } from '#db/tables/define_table.ts'
import type { FireDrill } from '#db/tables/tracking/drills/fire_drill.ts'
import type { Report } from '../protocols/report.ts'

/** The reports of the tracker of a fire drill. Pure. */

/** How many there are: a walk over the edge of a boundary, or a position and the alarm. */
export const stepsOf = ({ kind }: Pick<Way, 'kind'>) => (kind === 'alarm' ? 2 : WALK)

/** The report of the drill's present step. Only the last one of a walk is beyond the edge for certain. */
export function reportOf({ kind, alarm, step, ...way }: Way, now: number): Report {
  const part = kind === 'alarm' ? 0 : step / (WALK - 1)
  const { from_lon, from_lat, to_lon, to_lat } = way
  const lon = from_lon === null || to_lon === null ? from_lon : between(from_lon, to_lon, part)
  const lat = from_lat === null || to_lat === null ? from_lat : from_lat + (to_lat - from_lat) * part
  return {
    fix_at: now,
    valid: lon !== null && lat !== null,
    lon,
    lat,
    altitude: null,
    heading: null,
    speed: null,
    accuracy: null,
    event: 'drill',
    alarm: kind === 'alarm' && step === stepsOf({ kind }) - 1 ? alarm : null,
    attributes: null,
    seq: null,
  }
}

/** The shorter way, which may lead over 180°. */
function between(from: number, to: number, part: number): number {
  const way = ((to - from + 540) % 360) - 180
  const lon = from + way * part
  return lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
}

const WALK = 5

type Way = Pick<RowOf<typeof FireDrill>, 'kind' | 'alarm' | 'step' | 'from_lon' | 'from_lat' | 'to_lon' | 'to_lat'>
