import type { AlarmName } from '../shared/vocabulary.ts'

/** Eelink protocol 2.0, "Warning package", with those of 1.8. */
export const alarms: Record<number, AlarmName> = {
  0x01: 'power_cut',
  0x02: 'sos',
  0x03: 'low_battery',
  0x04: 'vibration',
  0x05: 'movement',
  0x08: 'gps_antenna_cut',
  0x09: 'gps_antenna_cut',
  0x25: 'tamper',
  0x81: 'low_speed',
  0x82: 'overspeed',
  0x83: 'geofence_enter',
  0x84: 'geofence_exit',
  0x85: 'crash',
  0x86: 'fall',
}
