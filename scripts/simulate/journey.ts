import { between, direction, distance, type Place } from './ground.ts'

/**
 * A round trip, second by second: it speeds up, brakes for corners and stops, and waits. Where somebody is follows from
 * the time alone, so that the past can be told as well as the present, and a restart goes on where it would be.
 */
export class Journey {
  #seconds: Second[] = []

  constructor(waypoints: Waypoint[]) {
    const arrival = arrivalSpeeds(waypoints)
    let speed = 0
    let gone = 0
    for (let i = 1; i < waypoints.length; i++) {
      const [from, to] = [waypoints[i - 1]!, waypoints[i]!]
      const length = distance(from.place, to.place)
      const heading = direction(from.place, to.place)
      while (gone < length) {
        const braking = Math.sqrt(arrival[i]! ** 2 + 2 * BRAKES * (length - gone))
        speed = Math.max(0.5, Math.min(speed + ENGINE, to.kmh / 3.6, braking))
        this.#seconds.push({ place: between(from.place, to.place, gone / length), speed, heading })
        gone += speed
      }
      gone -= length
      if (to.wait_s === 0) continue
      for (let waited = 0; waited < to.wait_s; waited++) this.#seconds.push({ place: to.place, speed: 0, heading })
      gone = 0
      speed = 0
    }
  }

  get duration_s(): number {
    return this.#seconds.length
  }

  /** Where it is after so many seconds, round after round. */
  at(seconds: number): Second {
    const count = this.#seconds.length
    const moment = ((seconds % count) + count) % count
    const before = this.#seconds[Math.floor(moment)]!
    const after = this.#seconds[(Math.floor(moment) + 1) % count]!
    return { ...before, place: between(before.place, after.place, moment % 1) }
  }
}

/** Metres per second, per second. */
const ENGINE = 1.5
const BRAKES = 2

/** The speed at which each waypoint is passed: nothing where it waits, little in a corner. */
function arrivalSpeeds(waypoints: Waypoint[]): number[] {
  const speeds = waypoints.map(({ wait_s }, i) => (wait_s > 0 ? 0 : cornerSpeed(waypoints, i)))
  for (let i = waypoints.length - 2; i >= 0; i--) {
    const next = distance(waypoints[i]!.place, waypoints[i + 1]!.place)
    speeds[i] = Math.min(speeds[i]!, Math.sqrt(speeds[i + 1]! ** 2 + 2 * BRAKES * next))
  }
  return speeds
}

function cornerSpeed(waypoints: Waypoint[], i: number): number {
  const [before, here, after] = [waypoints[i - 1], waypoints[i]!, waypoints[i + 1]]
  if (!before || !after) return 0
  const turn = Math.abs(direction(before.place, here.place) - direction(here.place, after.place))
  const degrees = Math.min(turn, 360 - turn)
  // Motorways bend gently, however few points draw them.
  if (degrees < 30 || (here.kmh > 60 && degrees < 70)) return Number.POSITIVE_INFINITY
  return degrees < 100 ? 8 : 3
}

type Second = { place: Place; speed: number; heading: number }

export type Waypoint = {
  place: Place
  /** On the way to here. */
  kmh: number
  /** Seconds that it stops here. */
  wait_s: number
}
