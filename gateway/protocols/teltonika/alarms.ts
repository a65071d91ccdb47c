import type { AlarmName } from '../shared/vocabulary.ts'

/**
 * The alarm that an element's value raises, or null.
 *
 * @param event the element that caused the record. A zone raises an alarm only if it did: other records contain the
 * present zone as well
 */
export function alarmOf(id: number, value: number, event: number): AlarmName | null {
  if (id === GREEN_DRIVING) return green_driving[value] ?? null
  if (id === event && zones.has(id)) return crossings[value] ?? null
  if (id === event && id === OVERSPEED) return 'overspeed'
  return value > 0 ? (flags[id] ?? null) : null
}

const flags: Record<number, AlarmName> = {
  236: 'general',
  242: 'fall',
  246: 'tow',
  247: 'crash',
  249: 'jamming',
  251: 'idle',
  252: 'power_cut',
  318: 'jamming',
}

const GREEN_DRIVING = 253
const green_driving: Record<number, AlarmName> = { 1: 'hard_acceleration', 2: 'hard_braking', 3: 'hard_cornering' }

/** Zones 1 to 10 of the FMB, and the one around the parked position. */
const zones = new Set([155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 175])
/** 3 is the start, 2 the end. */
const crossings: Record<number, AlarmName> = { 0: 'geofence_exit', 1: 'geofence_enter', 3: 'overspeed' }
const OVERSPEED = 255
