import { estimateArrival } from '../../../api/tracking/arrivals/arrive.ts'
import { courseOf } from '../../../api/tracking/arrivals/course.ts'
import { driveTime } from '../../../api/tracking/arrivals/drive.ts'
import { TravelModel } from '../../../api/tracking/arrivals/model.ts'
import { distance } from '../../../messages/geography/distance.ts'
import { median, ms, percentiles, type Row } from '../figures.ts'
import { makeTownTrips, type TownTrip } from '../load/town_trips.ts'
import type { Stage } from '../stage.ts'

/**
 * Arrivals learned from trips, against the straight line, on the last week of trips through a town, which was not
 * learned. Each is asked for at a third of the trip.
 */
export function eta(stage: Stage): Promise<Row[]> {
  const rows = (stage.quick ? [500, 2000] : [200, 1000, 4000, 10_000]).flatMap((count) => {
    stage.log(`${count} trips through a town`)
    return compare(count)
  })
  return Promise.resolve(rows)
}

function compare(count: number): Row[] {
  const trips = makeTownTrips({ trips: count, weeks: WEEKS, seed: 7 })
  const held_out = trips.filter(({ begin }) => begin >= (WEEKS - 1) * WEEK_S)
  const learned = trips.filter(({ begin }) => begin < (WEEKS - 1) * WEEK_S)
  const began = performance.now()
  const model = new TravelModel(
    learned.toReversed().map((trip) => {
      const course = courseOf(trip, { from: trip.at[0]!, to: trip.at.at(-1)! })
      return { tracker_id: 1, local: trip.begin + MONDAY_S, ...course }
    }),
  )
  const learned_ms = performance.now() - began
  const mean_speed = speedOf(learned)
  const results = held_out.flatMap((trip) => askOf(model, trip, mean_speed) ?? [])
  const known = results.filter(({ drive }) => drive !== null)
  const errors = (of: (result: Result) => number) => results.map((result) => Math.abs(of(result) - result.left_s) / 60)
  const own = errors(({ drive, straight_s }) => drive?.seconds ?? straight_s)
  const straight = errors(({ straight_s }) => straight_s)
  const inside = known.filter(({ drive, left_s }) => drive!.earliest_s <= left_s && left_s <= drive!.latest_s)
  const times = results.map(({ took_ms }) => took_ms).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!
  const coverage = inside.length / known.length
  const what = `arrivals, learned from ${learned.length} trips`
  const width = median(known.map(({ drive }) => (drive!.latest_s - drive!.earliest_s) / 60))
  return [
    {
      what: `${what}: median error`,
      measured: `${median(own).toFixed(1)} min; straight line ${median(straight).toFixed(1)} min, of ${Math.round(median(results.map(({ left_s }) => left_s / 60)))} min`,
      value: median(own),
      unit: 'min',
      goal: 'half of the straight line’s',
      reached: median(own) * 2 <= median(straight),
    },
    {
      what: '  within the range; its width',
      measured: `${Math.round(coverage * 100)} %; ${width.toFixed(1)} min`,
      value: coverage,
      unit: 'share',
      goal: '75 to 90 %',
      reached: coverage >= 0.75 && coverage <= 0.9,
    },
    {
      what: '  asked; known; an answer; all learned',
      measured: `${results.length}; ${Math.round((100 * known.length) / results.length)} %; ${percentiles(at(0.5), at(0.99))}; ${ms(learned_ms)}`,
      value: at(0.99),
      unit: 'ms',
    },
  ]
}

function askOf(model: TravelModel, trip: TownTrip, speed: number): Result | null {
  const i = Math.floor(trip.at.length / 3)
  const [from, to] = [i, trip.at.length - 1].map((at) => ({ lon: trip.lon[at]!, lat: trip.lat[at]! })) as [Place, Place]
  if (distance(from, to) < LEAST_M) return null
  const now = trip.at[i]!
  const fix = {
    position: [from.lon, from.lat] as const,
    fix_at: new Date(now).toISOString(),
    speed: 0,
    mean_speed: speed,
  }
  const { arrives_at } = estimateArrival(fix, [to.lon, to.lat], now, null)
  const local = now / 1000 + MONDAY_S
  const began = performance.now()
  const drive = driveTime(model, {
    from,
    to,
    hour: Math.floor(local / 3600),
    second: local % 3600,
    includes: () => true,
    speed: speed / 1.3,
  })
  return {
    drive,
    took_ms: performance.now() - began,
    left_s: (trip.at.at(-1)! - now) / 1000,
    straight_s: (Date.parse(arrives_at!) - now) / 1000,
  }
}

function speedOf(trips: TownTrip[]): number {
  let [metres, seconds] = [0, 0]
  for (const { at, lon, lat } of trips) {
    for (let i = 1; i < at.length; i++) {
      metres += distance({ lon: lon[i - 1]!, lat: lat[i - 1]! }, { lon: lon[i]!, lat: lat[i]! })
    }
    seconds += (at.at(-1)! - at[0]!) / 1000
  }
  return metres / seconds
}

const WEEKS = 5
const WEEK_S = 7 * 86_400
/** The first Monday of 1970. */
const MONDAY_S = 4 * 86_400
const LEAST_M = 3000

type Place = { lon: number; lat: number }
type Result = { drive: ReturnType<typeof driveTime>; took_ms: number; left_s: number; straight_s: number }
