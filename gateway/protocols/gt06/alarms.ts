import type { AlarmName } from '../shared/vocabulary.ts'

/**
 * The alarm byte after the status; its page is in the high half of the language byte, if there is one.
 *
 * @param type of the message: some codes have another meaning in newer types
 */
export function alarmOf(code: number, type: number): AlarmName | null {
  if (code === BRAKES_OR_JAMMING && early.has(type)) return 'hard_braking'
  return codes[code] ?? null
}

/** JM-VL03 protocol 1.1.2, "Alert and Language": harsh braking; in messages of other types it is jamming. */
const BRAKES_OR_JAMMING = 0x30
const early = new Set([0x16, 0x26, 0x27])

/** Bits 3 to 5 of the status byte. */
export function alarmOfStatus(status: number): AlarmName | null {
  return ([null, 'vibration', 'power_cut', 'low_battery', 'sos', null, 'geofence', 'tamper'] as const)[
    (status >> 3) & 0b111
  ]!
}

const codes: Record<number, AlarmName> = {
  0x01: 'sos',
  0x02: 'power_cut',
  0x03: 'vibration',
  0x04: 'geofence_enter',
  0x05: 'geofence_exit',
  0x06: 'overspeed',
  0x09: 'vibration',
  0x0c: 'tamper',
  0x0e: 'low_battery',
  0x0f: 'low_battery',
  0x11: 'power_off',
  0x13: 'tamper',
  0x14: 'door',
  0x15: 'power_off',
  0x18: 'tamper',
  0x19: 'low_battery',
  0x1a: 'hard_braking',
  0x1b: 'hard_cornering',
  0x23: 'fall',
  0x25: 'tamper',
  0x26: 'hard_acceleration',
  0x27: 'hard_braking',
  0x28: 'hard_braking',
  0x29: 'hard_acceleration',
  0x2a: 'hard_cornering',
  0x2b: 'hard_cornering',
  0x2c: 'crash',
  0x2e: 'hard_cornering',
  0x30: 'jamming',
  0x32: 'tamper',
  0x33: 'lock',
  0x34: 'unlock',
  0x53: 'fuel_leak',
  0x5b: 'temperature',
  0x5c: 'temperature',
  0xc9: 'idle',
  0x107: 'jamming',
  0x10b: 'jamming',
}

/** Alarms of cameras (type 0x95). */
export const cameraAlarms: Record<number, AlarmName> = {
  0x01: 'sos',
  0x0e: 'low_power',
  0x76: 'temperature',
  0x80: 'vibration',
  0x87: 'overspeed',
  0x88: 'power_cut',
  0x90: 'hard_acceleration',
  0x91: 'hard_braking',
  0x92: 'hard_cornering',
  0x93: 'crash',
}

/** Alarms of module 0x002b of type 0x70. */
export const supplyAlarms: Record<number, AlarmName> = {
  0x11: 'low_battery',
  0x12: 'low_power',
  0x13: 'power_cut',
  0x14: 'tamper',
}

/** Alarms of module 0x0034 of type 0x70. */
export const moduleAlarms: Record<number, AlarmName> = {
  0x10: 'door',
  0x12: 'tamper',
  0x14: 'geofence_enter',
  0x15: 'geofence_exit',
  0x16: 'temperature',
  0x1a: 'low_battery',
  0x1b: 'overspeed',
  0x1c: 'power_on',
  0x1d: 'power_off',
  0x20: 'vibration',
  0x21: 'power_cut',
  0x23: 'tamper',
}
