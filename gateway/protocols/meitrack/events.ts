import type { AlarmName } from '../shared/vocabulary.ts'

/** Source: Meitrack GPRS protocol, "Event code". */
export const alarmOf: Record<number, AlarmName> = {
  1: 'sos',
  17: 'low_battery',
  18: 'low_power',
  19: 'overspeed',
  20: 'geofence_enter',
  21: 'geofence_exit',
  22: 'power_on',
  23: 'power_cut',
  28: 'gps_antenna_cut',
  36: 'tow',
  40: 'power_off',
  44: 'jamming',
  50: 'temperature',
  51: 'temperature',
  54: 'fuel_leak',
  78: 'crash',
  79: 'fall',
  90: 'hard_cornering',
  91: 'hard_cornering',
  129: 'hard_braking',
  130: 'hard_acceleration',
  133: 'idle',
  135: 'fatigue',
}

/** The ignition by event, on some models. */
export const ignitionOf: Record<number, boolean> = { 144: true, 145: false }

/** A card or key was read; its number is the event's data. */
export const CARD_READ = 37
