/**
 * What a device reported, from Traccar's names and units to those of `gateway/protocols/shared/vocabulary.ts`. What
 * Traccar computes itself (`distance`, `totalDistance`) is left out: trips and days are found again here.
 *
 * Source: traccar.org/api-reference and traccar.org/documentation, names of position attributes.
 *
 * @returns undefined where nothing is left
 */
export function attributesOf(given: unknown): PointAttributes | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const taken: PointAttributes = {}
  let bytes = 2
  for (const [name, raw] of Object.entries(given)) {
    const [key, value] = convert(name, raw) ?? []
    if (key === undefined || value === undefined || key in taken) continue
    bytes += Buffer.byteLength(JSON.stringify({ [key]: value }))
    if (bytes > MOST_BYTES) break
    taken[key] = value
    if (Object.keys(taken).length >= MOST) break
  }
  return Object.keys(taken).length > 0 ? taken : undefined
}

function convert(name: string, raw: unknown): [string, Scalar] | null {
  if (typeof raw === 'string') {
    const text = raw.replaceAll('\0', '').toWellFormed().trim().slice(0, MOST_TEXT)
    return text === '' ? null : named(name, text)
  }
  if (typeof raw === 'boolean') return named(name, raw)
  if (typeof raw === 'number' && Number.isFinite(raw)) return named(name, raw)
  return null
}

function named(name: string, value: Scalar): [string, Scalar] | null {
  const known = Object.hasOwn(names, name) ? names[name]! : null
  if (known) {
    const [key, kind, factor = 1] = known
    if (kind !== 'any' && typeof value !== kind) return null
    return [key, typeof value === 'number' ? rounded(value * factor) : value]
  }
  const [, letters, digits] = /^([a-zA-Z]+?)(\d{1,3})$/.exec(name) ?? []
  const numbered = letters !== undefined && Object.hasOwn(families, letters) ? families[letters] : undefined
  if (numbered) return [`${numbered}_${Number(digits)}`, value]
  return null
}

const rounded = (value: number) => Number(value.toPrecision(12))

/** The name here, what its value is, and by what a number is multiplied. */
const names: Record<string, readonly [string, 'number' | 'boolean' | 'string' | 'any', number?]> = {
  batteryLevel: ['battery', 'number'],
  battery: ['battery_volts', 'number'],
  power: ['power_volts', 'number'],
  charge: ['charging', 'boolean'],
  ignition: ['ignition', 'boolean'],
  motion: ['motion', 'boolean'],
  sat: ['satellites', 'number'],
  satVisible: ['satellites_visible', 'number'],
  hdop: ['hdop', 'number'],
  pdop: ['pdop', 'number'],
  vdop: ['vdop', 'number'],
  rssi: ['rssi', 'number'],
  odometer: ['odometer', 'number'],
  tripOdometer: ['trip', 'number'],
  obdOdometer: ['obd_odometer', 'number'],
  obdSpeed: ['obd_speed', 'number', 0.514444],
  steps: ['steps', 'number'],
  hours: ['hours', 'number', 0.001],
  fuelLevel: ['fuel', 'number'],
  fuel: ['fuel_litres', 'number'],
  fuelUsed: ['fuel_used_litres', 'number'],
  fuelConsumption: ['fuel_rate', 'number'],
  rpm: ['rpm', 'number'],
  engineLoad: ['engine_load', 'number'],
  throttle: ['throttle', 'number'],
  coolantTemp: ['coolant_temperature', 'number'],
  engineTemp: ['oil_temperature', 'number'],
  deviceTemp: ['temperature', 'number'],
  humidity: ['humidity', 'number'],
  input: ['inputs', 'any'],
  output: ['outputs', 'any'],
  status: ['status', 'any'],
  door: ['door', 'boolean'],
  armed: ['armed', 'boolean'],
  blocked: ['blocked', 'boolean'],
  lock: ['locked', 'boolean'],
  acceleration: ['acceleration', 'number'],
  driverUniqueId: ['driver', 'any'],
  card: ['card', 'any'],
  vin: ['vin', 'string'],
  dtcs: ['faults', 'string'],
  heartRate: ['heart_rate', 'number'],
  operator: ['operator', 'any'],
  iccid: ['iccid', 'any'],
  versionFw: ['version', 'any'],
  type: ['type', 'any'],
  index: ['index', 'number'],
  archive: ['archive', 'boolean'],
  geofence: ['geofence', 'any'],
  result: ['result', 'string'],
  activity: ['activity', 'string'],
  mock: ['mock', 'boolean'],
  alarm: ['alarms', 'string'],
}

/** Names that end in a number, without it. */
const families: Record<string, string> = {
  io: 'io',
  temp: 'temperature',
  in: 'input',
  out: 'output',
  adc: 'adc',
  count: 'count',
  humidity: 'humidity',
}

const MOST = 100
const MOST_TEXT = 400
/** The server takes 4096 bytes. */
const MOST_BYTES = 4000

type Scalar = boolean | number | string
export type PointAttributes = Record<string, Scalar>
