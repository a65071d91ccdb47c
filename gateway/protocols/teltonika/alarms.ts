import type { AlarmName } from '../shared/vocabulary.ts'

/**
 * What an element's value raises, if anything.
 *
 * @param event the element that made the record: zones raise only then, since the record of another event also says
 * which zone the vehicle is in
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

/** Zones of the FMB from 1 to 10, and the one that the device draws around where it is parked. */
const zones = new Set([155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 175])
/** 2 is the end of what 3 begins. */
const crossings: Record<number, AlarmName> = { 0: 'geofence_exit', 1: 'geofence_enter', 3: 'overspeed' }
const OVERSPEED = 255
