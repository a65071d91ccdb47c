import type { Attributes, Report } from '../report.ts'
import { reading, within } from '../shared/units.ts'
import { readAttachments } from './attachments.ts'
import { findLocation, isLocation, kilometres, type Location, readLocation } from './location.ts'
import { isGl5 } from './models.ts'
import { hex, isHex, reportFrom, type Sentence } from './sentence.ts'
import { statusOf } from './state.ts'

/** FRI and similar: power, kind of report, number of points, the points, and the device's state at the last one. */
export function decodeFixed(sentence: Sentence): Report[] | null {
  return decodePoints(sentence, sentence.body, (next) => {
    const tail = sentence.fields.slice(next, sentence.end)
    return readState(sentence, tail).attributes
  })
}

/** ERI: the same after a mask of the attachments, whose data follow the state. */
export function decodeExtended(sentence: Sentence): Report[] | null {
  const { fields, body, end } = sentence
  const mask = hex(fields[body])
  return decodePoints(sentence, body + 1, (next) => {
    const tail = fields.slice(next, end)
    const { attributes, used } = readState(sentence, tail)
    return { ...attributes, ...readAttachments(sentence.model, mask, tail.slice(used)) }
  })
}

function decodePoints(sentence: Sentence, at: number, state: (next: number) => Attributes): Report[] | null {
  const locations = readLocations(sentence, at)
  const last = locations.at(-1)
  if (!last) return null
  const power = powerOf(sentence.fields[at])
  return locations.map((location) =>
    reportFrom(sentence, location.place, {
      ...location.attributes,
      ...(location === last ? { power_volts: power, ...state(last.next) } : {}),
    }),
  )
}

/** Supply in millivolts; on models without it, small numbers are the kind of report. */
function powerOf(field: string | undefined): number | null {
  const millivolts = reading(field)
  return millivolts !== null && millivolts > 10 && millivolts <= 100_000 ? millivolts / 1000 : null
}

function readLocations(sentence: Sentence, at: number): Location[] {
  const { fields, end } = sentence
  const start = isCount(fields[at + 2]) && isLocation(fields, at + 3) ? at + 3 : findLocation(sentence, at)
  if (start < 0) return []
  const count = isCount(fields[start - 1]) ? Number(fields[start - 1]) : 1
  const locations = [readLocation(sentence, start)]
  while (locations.length < count) {
    const { next } = locations.at(-1)!
    if (next + 11 > end || !isLocation(fields, next)) break
    locations.push(readLocation(sentence, next))
  }
  return locations
}

/** Up to 15 points. */
const isCount = (field: string | undefined) => field !== undefined && /^([1-9]|1[0-5])$/.test(field)

/**
 * Behind the points: of trackers in vehicles kilometres, hours, analogue inputs, battery, state and three more fields;
 * of the GL5 what is in `readGl5`; of all others the battery alone.
 */
function readState({ model, type }: Sentence, tail: string[]): State {
  // Short reports of early GL5 models and of the GT501 end with the battery.
  if (tail.length <= 1 && (isGl5(model) || model === 'GT501'))
    return { attributes: { battery: percent(tail[0]) }, used: 1 }
  if (isGl5(model) || looksLikeGl5(tail)) return readGl5(tail, isGl5(model) ? 0 : 1)
  if (model === 'GV200') return readGv200(tail)
  if (model === 'GL320M') return { attributes: { odometer: kilometres(tail[0]), battery: percent(tail[1]) }, used: 2 }
  const status = tail.findIndex((field, i) => i >= 3 && i <= 8 && isHex(field, 6))
  if (status >= 0) return readVehicle(tail, status, type === 'ERI')
  if (tail.length > 4) return readVehicle(tail, hasOneInput(tail) ? 4 : 5, type === 'ERI')
  const odometer = tail[0]?.includes('.') ? { odometer: kilometres(tail[0]) } : {}
  return { attributes: { ...odometer, battery: percent(tail.at(-1)) }, used: tail.length }
}

/** The GMT100 has one analogue input, and the battery in place of the second. */
const hasOneInput = ([, , first, second, third]: string[]) => first === '' && percent(second) !== null && third === ''

function readVehicle(tail: string[], status: number, extended: boolean): State {
  const inputs = tail.slice(2, status - 1).map((field, i) => analogue(field, i + 1))
  const [rpm, , fuel] = tail.slice(status + 1, status + 4).map(reading)
  return {
    attributes: {
      odometer: kilometres(tail[0]),
      hours: hoursOf(tail[1]),
      ...Object.assign({}, ...inputs),
      battery: percent(tail[status - 1]),
      ...statusOf(tail[status]),
      ...(extended ? {} : { rpm, fuel }),
    },
    used: status + 2,
  }
}

/** Three analogue inputs, digital inputs and outputs, and data of the serial line. */
function readGv200(tail: string[]): State {
  const inputs = tail.slice(2, 5).map((field, i) => analogue(field, i + 1))
  const bits = (field: string | undefined) => (isHex(field, 2) ? hex(field) : null)
  return {
    attributes: {
      odometer: kilometres(tail[0]),
      hours: hoursOf(tail[1]),
      ...Object.assign({}, ...inputs),
      inputs: bits(tail[5]),
      outputs: bits(tail[6]),
    },
    used: 8,
  }
}

/** Millivolts and percent of the battery, working mode, motion, temperature. */
function readGl5(tail: string[], at: number): State {
  const [millivolts, battery, , motion, temperature] = tail.slice(at)
  return {
    attributes: {
      battery_volts: millivolts && /^\d{4,5}$/.test(millivolts) ? Number(millivolts) / 1000 : null,
      battery: percent(battery),
      motion: motion === '1' ? true : motion === '0' ? false : null,
      temperature: temperature?.includes('.') ? reading(temperature) : null,
    },
    used: at + 4,
  }
}

/** An unknown model, with network quality, millivolts, percent and mode. */
const looksLikeGl5 = (tail: string[]) =>
  tail.length >= 6 &&
  /^\d{1,2}$/.test(tail[0]!) &&
  /^\d{0,5}$/.test(tail[1]!) &&
  /^\d{1,3}$/.test(tail[2]!) &&
  /^[01]$/.test(tail[3]!)

/** Millivolts, or `F` and percent of a tank. */
function analogue(field: string, n: number): Attributes {
  if (/^F\d{1,3}$/.test(field)) return { fuel: within(Number(field.slice(1)), 0, 100) }
  const millivolts = reading(field)
  return millivolts === null ? {} : { [`adc_${n}`]: millivolts / 1000 }
}

/** `hhhhh:mm:ss`, and hours alone. */
export function hoursOf(field: string | undefined): number | null {
  const parts = /^(\d{1,7})(?::(\d\d)(?::(\d\d))?)?$/.exec(field ?? '')
  if (!parts) return null
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return hours * 3600 + minutes * 60 + seconds
}

export const percent = (field: string | undefined) =>
  field !== undefined && /^\d{1,3}$/.test(field) ? within(Number(field), 0, 100) : null

type State = {
  attributes: Attributes
  /** Fields that it takes. */
  used: number
}
