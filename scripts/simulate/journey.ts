import { between, direction, distance, type Place } from './ground.ts'

/**
 * A round trip in steps of a second: accelerates, brakes for corners and stops, and waits. The position is a function
 * of time, so that history can be generated and a restart continues seamlessly.
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

  /** The state after the given seconds, cyclically. */
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

/** The speed at each waypoint: zero at stops, low in corners. */
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
  const bend = Math.abs(direction(before.place, here.place) - direction(here.place, after.place))
  const degrees = Math.min(bend, 360 - bend)
  // Motorways have gentle bends, though few points draw them.
  if (degrees < 30 || (here.kmh > 60 && degrees < 70)) return Number.POSITIVE_INFINITY
  return degrees < 100 ? 8 : 3
}

/** Where it is at a second. */
export type Second = { place: Place; speed: number; heading: number }

export type Waypoint = {
  place: Place
  /** Speed on the way to this point. */
  kmh: number
  /** Seconds of the stop at this point. */
  wait_s: number
}
