import type { Attributes } from '../report.ts'
import type { AlarmName } from '../shared/vocabulary.ts'

/**
 * The four status bytes at the end of every H02 position. Negative logic: 0 is on, except for the ignition. Models without
 * a door sensor or a relay leave those bits at 1, so 1 is not stored as off.
 *
 * Source: recorded messages, and traccar.org/forums, "ffffffff-h02-protocol".
 */
export function decodeStatus(status: number): { alarm: AlarmName | null; attributes: Attributes } {
  const on = (bit: number) => ((status >>> bit) & 1) === 0
  return {
    alarm: alarmBits.find(([bit]) => on(bit))?.[1] ?? null,
    attributes: { ignition: !on(10), ...(on(8) && { door: true }), ...(on(27) && { blocked: true }), status },
  }
}

/** The first active one is reported. */
const alarmBits: [number, AlarmName][] = [
  [0, 'vibration'],
  [1, 'sos'],
  [18, 'sos'],
  [2, 'overspeed'],
  [19, 'power_cut'],
]

/** Charge in percent: 1 to 6 are the bars of an indicator, of which the first three are near the end. */
export function decodeBattery(value: number): number | null {
  if (value >= 1 && value <= 3) return (value - 1) * 10
  if (value >= 4 && value <= 6) return (value - 1) * 20
  if (value >= 7 && value <= 100) return value
  if (value >= 0xf1 && value <= 0xf6) return value - 0xf0
  return null
}
