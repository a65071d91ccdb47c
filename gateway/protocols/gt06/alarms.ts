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
  1: 'sos',
  2: 'power_cut',
  3: 'vibration',
  4: 'geofence_enter',
  5: 'geofence_exit',
  6: 'overspeed',
  9: 'vibration',
  12: 'tamper',
  14: 'low_battery',
  15: 'low_battery',
  17: 'power_off',
  19: 'tamper',
  20: 'door',
  21: 'power_off',
  24: 'tamper',
  25: 'low_battery',
  26: 'hard_braking',
  27: 'hard_cornering',
  35: 'fall',
  37: 'tamper',
  38: 'hard_acceleration',
  39: 'hard_braking',
  40: 'hard_braking',
  41: 'hard_acceleration',
  42: 'hard_cornering',
  43: 'hard_cornering',
  44: 'crash',
  46: 'hard_cornering',
  48: 'jamming',
  50: 'tamper',
  51: 'lock',
  52: 'unlock',
  83: 'fuel_leak',
  91: 'temperature',
  92: 'temperature',
  201: 'idle',
  263: 'jamming',
  267: 'jamming',
}

/** Alarms of cameras (type 0x95). */
export const cameraAlarms: Record<number, AlarmName> = {
  1: 'sos',
  14: 'low_power',
  118: 'temperature',
  128: 'vibration',
  135: 'overspeed',
  136: 'power_cut',
  144: 'hard_acceleration',
  145: 'hard_braking',
  146: 'hard_cornering',
  147: 'crash',
}

/** Alarms of module 0x002b of type 0x70. */
export const supplyAlarms: Record<number, AlarmName> = {
  17: 'low_battery',
  18: 'low_power',
  19: 'power_cut',
  20: 'tamper',
}

/** Alarms of module 0x0034 of type 0x70. */
export const moduleAlarms: Record<number, AlarmName> = {
  16: 'door',
  18: 'tamper',
  20: 'geofence_enter',
  21: 'geofence_exit',
  22: 'temperature',
  26: 'low_battery',
  27: 'overspeed',
  28: 'power_on',
  29: 'power_off',
  32: 'vibration',
  33: 'power_cut',
  35: 'tamper',
}
