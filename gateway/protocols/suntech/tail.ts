import type { Attributes } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'

/**
 * Decodes the optional fields after the common part of ST200 to ST600: hour meter, battery voltage and whether the
 * report is live; three analogue inputs; revolutions; the driver's key and whether it is registered; three
 * temperatures; a cell. The unit's settings decide which are sent, and no field announces them, so each is recognised
 * by its format.
 *
 * Source: Suntech ST300/ST340 manual 1.41, §6, and ST310U 1.08, §5.
 */
export function decodeTail(text: string): Attributes {
  const attributes: Attributes = {}
  let rest = text
  for (const { pattern, read } of parts) {
    const found = pattern.exec(rest)
    if (found === null) continue
    rest = rest.slice(found[0].length)
    Object.assign(attributes, read(found))
  }
  return { ...attributes, ...temperaturesOf(rest), network: cellOf(rest) }
}

const parts: { pattern: RegExp; read(found: RegExpExecArray): Attributes }[] = [
  {
    pattern: /^(\d{1,10});(\d{1,2}\.\d{1,3});([01])(?:;|$)/,
    read: ([, minutes, volts, live]) => ({
      hours: Number(minutes) * 60,
      battery_volts: Number(volts),
      ...(live === '0' && { archive: true }),
    }),
  },
  {
    // Not if the engine's bus has four numbers, which no document describes.
    pattern:
      /^(?!\d+\.\d+;\d{5,7};\d+\.\d)(\d{1,2}\.\d{1,3})(?:;(\d{1,2}\.\d{1,3})?(?=;|$))?(?:;(\d{1,2}\.\d{1,3})?(?=;|$))?(?:;|$)/,
    read: ([, ...inputs]) =>
      Object.fromEntries(inputs.flatMap((volts, i) => (volts ? [[`adc_${i + 1}`, Number(volts)]] : []))),
  },
  {
    // Two fuel sensors, of which 0 are not there.
    pattern: /^(\d{4});(\d{4})(?:;|$)/,
    read: ([, ...levels]) =>
      Object.fromEntries(
        levels.flatMap((level, i) => (Number(level) ? [[`fuel_sensor_${i + 1}`, Number(level)]] : [])),
      ),
  },
  {
    // Only where a driver's key follows: a number alone may be anything.
    pattern: /^(\d{0,5});(?=[0-9A-F]{14,16};[01](?:;|$))/i,
    read: ([, rpm]) => (rpm ? { rpm: Number(rpm) } : {}),
  },
  { pattern: /^([0-9A-F]{14,16});([01])(?:;|$)/i, read: ([, key]) => driverOf(key!) },
  {
    // Behind the key, two inputs.
    pattern: /^(\d{1,2}\.\d{1,3});(\d{1,2}\.\d{1,3})(?:;|$)/,
    read: ([, first, second]) => ({ adc_1: Number(first), adc_2: Number(second) }),
  },
  {
    // The key, after unknown fields.
    pattern: /^(?:[^;]*;){1,6}?([0-9A-F]{14});[01]$/i,
    read: ([, key]) => driverOf(key!),
  },
]

const driverOf = (key: string): Attributes => (/^0+$/.test(key) ? {} : { driver: key })

/**
 * `28EE56B911160234:+13.7;:;:` — the sensor's number on its wire, and °C. The number of known keys before them counts
 * as the first of the three, so that the sensors on the wire are the second and third.
 */
function temperaturesOf(rest: string): Attributes {
  const sensors = [...rest.matchAll(/(?:^|;)(?:[0-9A-F]{16})?:([+-]?\d{1,4}\.\d{1,4})?(?=;|$)/gi)]
  return Object.fromEntries(
    sensors.flatMap(([, degrees], i) => (degrees ? [[`temperature_${i + 2}`, Number(degrees)]] : [])),
  )
}

/** Cell, country, operator, strength (below zero), area. */
function cellOf(rest: string): Cell | Cell[] | null {
  const found = /(?:^|;)(\d{1,10});(\d{3});(\d{1,3});(-\d{1,4});(\d{1,6})(?:;|$)/.exec(rest)
  if (found === null) return null
  const [cid = 0, mcc = 0, mnc = 0, signal = 0, lac = 0] = found.slice(1).map(Number)
  return networkOf([{ mcc, mnc, lac, cid, signal }])
}
