import type { Simulated } from './fleet.ts'
import { moved, type Place } from './ground.ts'
import type { Second } from './journey.ts'

/** The report of a simulated tracker at a time. */
export function reportAt(simulated: Simulated, ms: number): object {
  const { journey, phase_s, yard } = simulated
  const now = journey?.at(ms / 1000 + phase_s) ?? { place: yard, speed: 0, heading: 0 }
  return reportOf(simulated, ms, now, journey !== null)
}

/** The report of a simulated tracker that is at a place at a time. */
export function reportOf(
  simulated: Simulated,
  ms: number,
  { place, speed, heading }: Second,
  ignition: boolean,
): object {
  const { journey, type, seed } = simulated
  const seconds = ms / 1000
  const accuracy = 9 + 6 * wave(seconds, 70, seed)
  const [lon, lat] = blurred(place, accuracy, seconds, seed)
  return {
    lat: round(lat, 7),
    // Journeys continue past 180°; devices report within ±180°.
    lon: round(lon > 180 ? lon - 360 : lon, 7),
    ts: round(seconds, 3),
    speed: round(speed, 2),
    ...(speed > 0 && { heading: round(heading, 1) }),
    accuracy: round(accuracy, 1),
    ...(type === 'phone'
      ? phoneBattery(seconds, seed)
      : {
          battery: 100,
          charging: speed > 0 || journey === null,
          attributes: { ignition, ...sensed(simulated, seconds) },
        }),
  }
}

/** GPS noise: a slow drift around the position. */
function blurred(place: Place, accuracy: number, seconds: number, seed: number): Place {
  return moved(place, (accuracy / 4) * wave(seconds, 40, seed + 1), (accuracy / 4) * wave(seconds, 55, seed + 2))
}

/** A tank of a day and a half, filled at once; a cold store whose door opens for some minutes every three hours. */
function sensed({ has_tank, is_cold, seed }: Simulated, seconds: number): object {
  const used = (seconds / (36 * 3600) + seed * 0.37) % 1
  const open = Math.max(0, 1 - Math.abs((seconds % 10_800) - 600) / 600)
  return {
    ...(has_tank && { fuel: round(92 - 74 * used + 0.4 * wave(seconds, 50, seed), 1) }),
    ...(is_cold && { temperature_1: round(-19 + wave(seconds, 1500, seed) + 11 * open, 1) }),
  }
}

/** Discharges in six hours, charges in two. */
function phoneBattery(seconds: number, seed: number): { battery: number; charging: boolean } {
  const share = (seconds / (8 * 3600) + seed * 0.37) % 1
  const charging = share > 0.75
  return { battery: Math.round(charging ? 20 + (share - 0.75) * 320 : 100 - (share / 0.75) * 80), charging }
}

const wave = (seconds: number, period_s: number, seed: number) =>
  Math.sin((seconds / period_s) * 2 * Math.PI + seed * 1.7)
const round = (value: number, digits: number) => Number(value.toFixed(digits))
