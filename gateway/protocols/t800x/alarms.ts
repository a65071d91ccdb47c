import type { AlarmName } from '../shared/vocabulary.ts'

/**
 * Alarm codes of vehicle trackers. The maker's codec (github.com/TOPFLYtech/TOPFLYtechCodec, Event) has them as
 * hexadecimal numbers: after 09 comes 10.
 */
export const vehicleAlarms: Record<number, AlarmName> = {
  0x01: 'power_cut',
  0x02: 'low_battery',
  0x03: 'sos',
  0x04: 'overspeed',
  0x05: 'geofence_enter',
  0x06: 'geofence_exit',
  0x07: 'tow',
  0x08: 'vibration',
  0x10: 'tamper',
  0x12: 'fuel_leak',
  0x14: 'fuel_leak',
  0x19: 'idle',
  0x21: 'jamming',
  0x23: 'power_on',
  0x24: 'low_power',
  0x25: 'general',
  0x26: 'crash',
  0x27: 'fall',
}

/** Those of asset trackers; what ends, closes or recovers is no alarm. */
export const assetAlarms: Record<number, AlarmName> = {
  0x01: 'tamper',
  0x02: 'tamper',
  0x03: 'sos',
  0x04: 'door',
  0x05: 'fall',
  0x06: 'low_battery',
  0x08: 'temperature',
  0x09: 'movement',
  0x10: 'crash',
  0x11: 'movement',
  0x14: 'geofence_enter',
  0x15: 'geofence_exit',
  0x18: 'idle',
  0x30: 'temperature',
}
