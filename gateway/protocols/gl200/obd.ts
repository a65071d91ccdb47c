import type { Report } from '../report.ts'
import { KMH, reading } from '../shared/units.ts'
import { findLocation, kilometres, readLocation } from './location.ts'
import { reportFrom, type Sentence, thousandth } from './sentence.ts'

/**
 * OBD: kind of report, mask, VIN, connected, voltage, supported PIDs, engine, faults, tank and distance, all of them
 * always there; then the location and kilometres.
 */
export function decodeObd(sentence: Sentence): Report[] {
  const { fields, body, end } = sentence
  const values = fields.slice(body + 2)
  const [vin, , voltage] = values
  const [rpm = null, kmh = null, coolant = null] = values.slice(4, 7).map(reading)
  const start = findLocation(sentence, body + 17)
  const location = start < 0 ? null : readLocation(sentence, start)
  const driven = start < 0 ? null : reading(fields[start - 1])
  const attributes = {
    ...location?.attributes,
    vin: vin || null,
    power_volts: thousandth(voltage),
    rpm,
    obd_speed: kmh === null ? null : kmh * KMH,
    coolant_temperature: coolant,
    faults: faultsOf(values[12]),
    throttle: reading(values[13]),
    engine_load: reading(values[14]),
    fuel: reading(values[15]),
    obd_odometer: driven === null ? null : driven * 1000,
    odometer: location ? (kilometres(fields.slice(location.next, end)[0]) ?? location.attributes.odometer) : null,
  }
  return [reportFrom(sentence, location?.place ?? {}, attributes)]
}

/** Two bytes a fault: the first two bits are the letter, the next two the first digit. */
function faultsOf(field: string | undefined): string | null {
  if (!field || !/^([0-9A-F]{4})+$/i.test(field)) return null
  return field.match(/.{4}/g)!.map(faultOf).join(' ')
}

function faultOf(code: string): string {
  const first = Number.parseInt(code[0]!, 16)
  return `${'PCBU'[first >> 2]}${first & 3}${code.slice(1).toUpperCase()}`
}
