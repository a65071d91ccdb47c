import type { AlarmName } from '../shared/vocabulary.ts'

/**
 * The alarms of the 32 bits (JT/T 808, table of alarm flags). Bits 15 to 17 are reserved in 2013, where makers of asset
 * trackers use them; 2019 gives them a meaning.
 */
export const alarmsOfBits = (bits: number, since2019: boolean): AlarmName[] =>
  namesOf(bits, since2019 ? [...common, ...of2019] : [...common, ...before2019])

/** The names whose bits are set. */
export const namesOf = (bits: number, names: readonly (readonly [number, AlarmName])[]): AlarmName[] =>
  names.filter(([bit]) => isSet(bits, bit)).map(([, name]) => name)

/** The alarm that people must see first. */
export function mostUrgent(alarms: readonly AlarmName[]): AlarmName | null {
  return urgent.find((name) => alarms.includes(name)) ?? alarms[0] ?? null
}

const urgent: AlarmName[] = ['sos', 'crash', 'tow', 'power_cut', 'tamper', 'gps_antenna_cut', 'overspeed', 'fatigue']

export const isSet = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1

/** Bit 30 is a vehicle on its side. Bit 18 is driving for too long on a day, not a low battery. */
const common: [number, AlarmName][] = [
  [0, 'sos'],
  [29, 'crash'],
  [30, 'crash'],
  [26, 'tow'],
  [8, 'power_cut'],
  [5, 'gps_antenna_cut'],
  [6, 'gps_antenna_cut'],
  [1, 'overspeed'],
  [2, 'fatigue'],
  [28, 'movement'],
  [27, 'ignition_on'],
  [31, 'door'],
  [25, 'fuel_leak'],
  [20, 'geofence'],
  [21, 'geofence'],
  [23, 'geofence_exit'],
  [7, 'low_power'],
  [19, 'parking'],
  [18, 'fatigue'],
  [14, 'fatigue'],
  [13, 'overspeed'],
  [3, 'general'],
  [22, 'general'],
  [4, 'fault'],
  [24, 'fault'],
]

const before2019: [number, AlarmName][] = [
  [16, 'tamper'],
  [17, 'tamper'],
  [15, 'vibration'],
]

const of2019: [number, AlarmName][] = [
  [15, 'general'],
  [16, 'tyre_pressure'],
  [17, 'general'],
]

/** Item 0x57: what the acceleration sensor found. */
export const drivingBits: [number, AlarmName][] = [
  [8, 'hard_acceleration'],
  [9, 'hard_braking'],
  [10, 'hard_cornering'],
  [11, 'crash'],
]

/** Item 0xFE with the mark 0x7C. */
export const markedBits: [number, AlarmName][] = [
  [3, 'crash'],
  [4, 'tamper'],
  [0, 'hard_acceleration'],
  [1, 'hard_braking'],
  [2, 'hard_cornering'],
]

/** Part 0x0089 of item 0xEB, where 0 is active. */
export const invertedBits: [number, AlarmName][] = [
  [0, 'power_cut'],
  [12, 'tamper'],
]

/** Item 0x65, the driver's camera: the kind of alarm (T/JSATL 12-2017, table 4-17). */
export const driverAlarms: Record<number, AlarmName> = { 0x01: 'fatigue' }

/** Item 0x64, the camera ahead (T/JSATL 12-2017, table 4-15). */
export const roadAlarms: Record<number, AlarmName> = { 0x01: 'crash', 0x02: 'lane_change', 0x05: 'lane_change' }

/** Item 0x70: violent driving. */
export const violentAlarms: Record<number, AlarmName> = {
  0x01: 'hard_acceleration',
  0x02: 'hard_braking',
  0x03: 'hard_cornering',
  0x04: 'idle',
  0x16: 'crash',
}

/** Pass-through 0xF0, part 3. */
export const passedAlarms: Record<number, AlarmName> = {
  0x01: 'power_on',
  0x02: 'power_cut',
  0x1a: 'hard_acceleration',
  0x1b: 'hard_braking',
  0x1c: 'hard_cornering',
  0x1d: 'lane_change',
  0x1e: 'lane_change',
  0x1f: 'lane_change',
  0x23: 'fatigue',
}

/** Pass-through 0xF0, part 0x15. */
export const passedEvents: Record<number, AlarmName> = {
  51: 'hard_acceleration',
  52: 'hard_braking',
  53: 'hard_cornering',
  54: 'lane_change',
  56: 'crash',
}
