import type { AlarmName } from '../shared/vocabulary.ts'

/** The two digits behind the number in a message with a length in hexadecimal. */
export const tzoneAlarms: Record<string, AlarmName> = {
  '01': 'sos',
  '09': 'power_off',
  10: 'low_battery',
  11: 'overspeed',
  14: 'hard_braking',
  15: 'hard_acceleration',
  30: 'parking',
  42: 'geofence_exit',
  43: 'geofence_enter',
}

/** The two digits behind the length in a message with a length in decimal. */
export const totemAlarms: Record<string, AlarmName> = {
  '01': 'sos',
  '02': 'overspeed',
  '04': 'geofence_exit',
  '05': 'geofence_enter',
  '06': 'tow',
  '07': 'gps_antenna_cut',
  10: 'power_cut',
  11: 'power_on',
  12: 'low_power',
  13: 'low_battery',
  40: 'vibration',
  41: 'idle',
  42: 'hard_acceleration',
  43: 'hard_braking',
}

/** The equivalent bits of the status, the most severe first. */
export const statusAlarms: [number, AlarmName][] = [
  [31, 'sos'],
  [29, 'overspeed'],
  [27, 'geofence_exit'],
  [26, 'geofence_enter'],
  [25, 'gps_antenna_cut'],
]
