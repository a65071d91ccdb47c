/**
 * What a device has reported, by Traccar's names and in its units; what has no name there keeps that of here.
 *
 * Source: traccar.org/api-reference and traccar.org/documentation, names of position attributes.
 */
export function attributesOf(reported: Record<string, unknown> | null): Record<string, unknown> {
  const entries = Object.entries(reported ?? {}).map(([name, value]) => {
    const [known, factor] = names[name] ?? [numbered(name) ?? name]
    return [known, factor && typeof value === 'number' ? Number((value * factor).toPrecision(12)) : value] as const
  })
  return Object.fromEntries(entries)
}

/** An alarm by Traccar's name: `hardBraking`. */
export const alarmOf = (alarm: string) =>
  alarms[alarm] ?? alarm.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

function numbered(name: string): string | null {
  const [, family = '', digits] = /^([a-z]+)_(\d{1,3})$/.exec(name) ?? []
  const known = digits !== undefined && Object.hasOwn(families, family) ? families[family] : undefined
  return known === undefined ? null : known + digits
}

const names: Record<string, readonly [string, number?]> = {
  battery: ['batteryLevel'],
  battery_volts: ['battery'],
  power_volts: ['power'],
  charging: ['charge'],
  satellites: ['sat'],
  satellites_visible: ['satVisible'],
  trip: ['tripOdometer'],
  obd_odometer: ['obdOdometer'],
  obd_speed: ['obdSpeed', 3600 / 1852],
  hours: ['hours', 1000],
  fuel: ['fuelLevel'],
  fuel_litres: ['fuel'],
  fuel_used_litres: ['fuelUsed'],
  fuel_rate: ['fuelConsumption'],
  engine_load: ['engineLoad'],
  coolant_temperature: ['coolantTemp'],
  oil_temperature: ['engineTemp'],
  temperature: ['deviceTemp'],
  inputs: ['input'],
  outputs: ['output'],
  locked: ['lock'],
  driver: ['driverUniqueId'],
  faults: ['dtcs'],
  heart_rate: ['heartRate'],
  version: ['versionFw'],
}
const families: Record<string, string> = {
  io: 'io',
  temperature: 'temp',
  input: 'in',
  output: 'out',
  adc: 'adc',
  count: 'count',
  humidity: 'humidity',
}
const alarms: Record<string, string> = {
  crash: 'accident',
  fall: 'fallDown',
  gps_antenna_cut: 'gpsAntennaCut',
  fatigue: 'fatigueDriving',
  parking: 'parking',
  low_speed: 'lowspeed',
  no_movement: 'general',
}
