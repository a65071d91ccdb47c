/**
 * The meanings of the FMB family's elements by `keyOf`, from the vendor's lists of AVL ids. The older FM family has the
 * same where the sizes agree; an element of another size has another meaning.
 */
export const meanings = new Map<number, Meaning>([
  ...[1, 2, 3, 4].map((n) => on(n, `input_${n}`)),
  unsigned(4, 4, 'count_1'),
  unsigned(5, 4, 'count_2'),
  unsigned(6, 2, 'adc_2', 1000),
  unsigned(9, 2, 'adc_1', 1000),
  unsigned(10, 2, 'adc_2', 1000),
  unsigned(11, 2, 'adc_3', 1000),
  unsigned(12, 4, 'fuel_used_litres', 1000),
  unsigned(13, 2, 'fuel_average', 100),
  unsigned(16, 4, 'odometer'),
  signed(17, 2, 'x'),
  signed(18, 2, 'y'),
  signed(19, 2, 'z'),
  unsigned(21, 1, 'rssi'),
  ...[25, 26, 27, 28].map((id, i) => signed(id, 2, `ble_temperature_${i + 1}`, 100, -4000, 12_500)),
  unsigned(31, 1, 'engine_load'),
  signed(32, 1, 'coolant_temperature'),
  unsigned(36, 2, 'rpm'),
  unsigned(37, 1, 'obd_speed', 3.6),
  unsigned(41, 1, 'throttle'),
  unsigned(48, 1, 'fuel', 1, 100),
  unsigned(50, 1, 'pressure', 0.1), // sent in kPa
  signed(53, 1, 'outside_temperature'),
  unsigned(57, 1, 'traction_battery', 1, 100),
  unsigned(58, 1, 'oil_temperature'),
  unsigned(60, 2, 'fuel_rate', 100),
  unsigned(66, 2, 'power_volts', 1000),
  unsigned(67, 2, 'battery_volts', 1000),
  unsigned(68, 2, 'battery_amperes', 1000),
  // 850: the sensor is not ready; from 2000: faults.
  ...[72, 73, 74, 75].map((id, i) => signed(id, 4, `temperature_${i + 1}`, 10, -550, 1250)),
  key(78, 'driver', true),
  unsigned(81, 1, 'obd_speed', 3.6),
  unsigned(82, 1, 'throttle'),
  unsigned(83, 4, 'fuel_used_litres', 10),
  unsigned(84, 2, 'fuel_litres', 10),
  unsigned(85, 2, 'rpm'),
  ...[86, 104, 106, 108].map((id, i) => unsigned(id, 2, `ble_humidity_${i + 1}`, 10, 1000)),
  unsigned(87, 4, 'obd_odometer'),
  unsigned(89, 1, 'fuel', 1, 100),
  on(90, 'door', 2),
  unsigned(102, 4, 'hours', 1 / 60),
  unsigned(110, 2, 'fuel_rate', 10),
  unsigned(111, 1, 'adblue', 1, 100),
  unsigned(112, 2, 'adblue_litres', 10),
  unsigned(113, 1, 'battery', 1, 100),
  unsigned(114, 1, 'engine_load'),
  signed(115, 2, 'coolant_temperature', 10),
  on(116, 'external_power'),
  unsigned(152, 4, 'traction_battery', 1, 100),
  on(179, 'output_1'),
  on(180, 'output_2'),
  unsigned(181, 2, 'pdop', 10),
  unsigned(182, 2, 'hdop', 10),
  unsigned(199, 4, 'trip'),
  ...[201, 203, 210, 212, 214].map((id, i) => unsigned(id, 2, `fuel_sensor_${i + 1}`, 1, 0x7fff)),
  ...[202, 204, 211, 213, 215].map((id, i) => signed(id, 1, `fuel_temperature_${i + 1}`)),
  key(207, 'card', false),
  on(239, 'ignition'),
  on(240, 'motion'),
  unsigned(241, 4, 'operator', 1, 2 ** 32, 1),
  unsigned(245, 2, 'adc_4', 1000),
  on(249, 'jamming'),
  // 1: disturbed, 2: no fix.
  on(318, 'gnss_jamming'),
  on(380, 'output_3'),
  unsigned(389, 4, 'obd_odometer', 1 / 1000),
  unsigned(390, 2, 'fuel_litres', 10),
  unsigned(411, 1, 'traction_battery', 1, 100),
  on(662, 'door'),
])

/**
 * Truck devices (FM36, FMB6) use the numbers 79 to 138 for J1939 values. They are recognised by 80: a speed of four
 * bytes, where others have a mode in one byte.
 */
export const truck_meanings = new Map<number, Meaning>([
  ...[...meanings].filter(([key]) => key < keyOf(79, 0) || key > keyOf(138, 15)),
  unsigned(80, 4, 'obd_speed', 3.6, 300),
  unsigned(84, 4, 'throttle', 1, 100),
  unsigned(85, 1, 'engine_load', 1, 125),
  unsigned(87, 4, 'fuel', 1, 100),
  unsigned(88, 4, 'rpm', 1, 10_000),
])

export const isTruck = (elements: Array<{ id: number; bytes: Buffer }>) =>
  elements.some(({ id, bytes }) => id === 80 && bytes.length === 4)

/** The key of an element: its id and its size in bytes. */
export function keyOf(id: number, size: number): number {
  return id * 16 + size
}

/** @param unit factor from the device's unit to ours */
function unsigned(id: number, size: number, name: string, unit = 1, max = 2 ** 32, min = 0): [number, Meaning] {
  return [keyOf(id, size), { name, read: (bytes) => ranged(bytes.readUIntBE(0, size), min, max, unit) }]
}

/** @param min, max as the device counts; outside is a sensor that is missing or broken */
function signed(id: number, size: number, name: string, unit = 1, min = -(2 ** 31), max = 2 ** 31): [number, Meaning] {
  return [keyOf(id, size), { name, read: (bytes) => ranged(bytes.readIntBE(0, size), min, max, unit) }]
}

function on(id: number, name: string, size = 1): [number, Meaning] {
  return [keyOf(id, size), { name, read: (bytes) => bytes.readUIntBE(0, size) > 0 }]
}

/** Eight bytes that are the number of a key in hexadecimal; zeros are no key. */
function key(id: number, name: string, little_endian: boolean): [number, Meaning] {
  const read = (bytes: Buffer) => {
    const value = little_endian ? bytes.readBigUInt64LE(0) : bytes.readBigUInt64BE(0)
    return value === 0n ? null : value.toString(16).toUpperCase().padStart(16, '0')
  }
  return [keyOf(id, 8), { name, read }]
}

const ranged = (value: number, min: number, max: number, unit: number) =>
  value >= min && value <= max ? value / unit : null

export type Meaning = { name: string; read(bytes: Buffer): unknown }
