import type { Attributes, Report } from '../report.ts'
import { lookUp } from '../shared/look_up.ts'
import { reading } from '../shared/units.ts'
import type { AlarmName } from '../vocabulary.ts'
import { hoursOf, percent } from './fixed.ts'
import { findLocation, kilometres, type Location, readLocation } from './location.ts'
import { isGl5 } from './models.ts'
import { hex, reportFrom, type Sentence } from './sentence.ts'
import { motionOf } from './state.ts'

/**
 * All sentences that say little besides their own name: an alarm or a state before the location, and kilometres or the
 * battery behind it. Empty where there is nothing to store.
 */
export function decodeEvent(sentence: Sentence): Report[] {
  const start = findLocation(sentence, sentence.body)
  const location = start < 0 ? null : readLocation(sentence, start)
  const said = meanings[sentence.type]?.(sentence) ?? {}
  const alarm = said.alarm ?? lookUp(alarms, sentence.type) ?? null
  const behind = location ? behindOf(sentence, location) : {}
  const attributes = { ...location?.attributes, ...behind, ...said.attributes }
  const says = Object.values(attributes).some((value) => value !== null && value !== undefined)
  if (alarm === null && !says && !hasPlace(location)) return []
  return [reportFrom(sentence, { ...location?.place, alarm }, attributes)]
}

const hasPlace = (location: Location | null) => location?.place.lat !== undefined

/** IGN, IGF, VGN, VGF: hours and kilometres stand behind the location. */
export function decodeIgnition(sentence: Sentence): Report[] {
  const { fields, type, body, end } = sentence
  const ignition = type.endsWith('GN')
  const start = findLocation(sentence, body)
  if (start < 0) return [reportFrom(sentence, {}, { ignition })]
  const { place, attributes, next } = readLocation(sentence, start)
  const [hours, odometer] = fields.slice(next, end)
  const behind = { ignition, hours: hoursOf(hours), odometer: kilometres(odometer) ?? attributes.odometer }
  return [reportFrom(sentence, place, { ...attributes, ...behind })]
}

function behindOf({ fields, end }: Sentence, { place, next }: Location): Attributes {
  const tail = fields.slice(next, end).filter((field) => field !== '')
  const [first] = tail
  const odometer = first !== undefined && /^\d{1,7}\.\d$/.test(first) ? { odometer: kilometres(first) } : {}
  return { ...odometer, ...(place.lat === undefined ? {} : { battery: percent(tail.at(-1)) }) }
}

const alarms: Record<string, AlarmName> = {
  SOS: 'sos',
  SPD: 'overspeed',
  TOW: 'tow',
  IDL: 'idle',
  PNA: 'power_on',
  PFA: 'power_off',
  EPN: 'power_on',
  MPN: 'power_on',
  EPF: 'power_cut',
  MPF: 'power_cut',
  BPL: 'low_battery',
  SWG: 'geofence',
  GES: 'geofence',
  TMP: 'temperature',
  TEM: 'temperature',
  JDR: 'jamming',
  JDS: 'jamming',
  CRA: 'crash',
  FLA: 'fuel_leak',
}

const supply = (external_power: boolean) => () => ({ attributes: { external_power } })
const charging = (on: boolean) => () => ({ attributes: { charging: on } })

/** What some say before the location; `body` is the field behind the name. */
const meanings: Record<string, (sentence: Sentence) => Meaning> = {
  EPN: supply(true),
  MPN: supply(true),
  EPF: supply(false),
  MPF: supply(false),
  BTC: charging(true),
  STC: charging(false),
  BPL: ({ fields, body }) => ({ attributes: { battery_volts: reading(fields[body]) } }),
  NMR: ({ fields, body }) => ({ attributes: { motion: flag(fields[body + 1], '1') } }),
  DIS: ({ fields, body }) => input(fields[body + 1]),
  IGL: ({ fields, body }) => ({ attributes: { ignition: flag(fields[body + 1]?.at(-1), '1') } }),
  HBM: ({ fields, body }) => ({ alarm: harsh[hex(fields[body + 1]) & 0x0f] }),
  GEO: fence,
  STT: state,
  LSW: ({ fields, body }) => ({ attributes: { input_1: flag(fields[body + 1], '1') } }),
  TSW: ({ fields, body }) => ({ attributes: { input_2: flag(fields[body + 1], '1') } }),
  IDA: ({ fields, body }) => ({ attributes: { driver: fields[body + 1] || null } }),
  DAR: ({ fields, body }) =>
    fields[body] === '1' ? { alarm: 'fatigue' } : { attributes: { warning: reading(fields[body]) } },
  STR: gl5Battery,
  CTN: gl5Battery,
}

const flag = (field: string | undefined, on: string) => (field ? field === on : null)

/** Input and whether it is on, a digit each. */
function input(field: string | undefined): Meaning {
  const [n, on] = field ?? ''
  return n && /^[1-9]$/.test(n) && on ? { attributes: { [`input_${n}`]: on === '1' } } : {}
}

/** 3 and 4 are 0 and 1 at a speed that is not known. */
const harsh: Record<number, AlarmName> = {
  0: 'hard_braking',
  1: 'hard_acceleration',
  2: 'hard_cornering',
  3: 'hard_braking',
  4: 'hard_acceleration',
}

/** Fence and kind, in one field or in two. */
function fence({ fields, body }: Sentence): Meaning {
  const [id, kind] = fields[body + 1]?.length === 2 ? fields[body + 1]! : [fields[body], fields[body + 1]]
  const alarm = kind === '0' ? 'geofence_exit' : kind === '1' ? 'geofence_enter' : 'geofence'
  return { alarm, attributes: { geofence: id || null } }
}

/** It moves without its ignition: that is worth an alarm, standing still or driving is not. */
function state({ fields, body }: Sentence): Meaning {
  const now = hex(fields[body])
  const alarm = now === 0x16 ? 'tow' : now === 0x12 || now === 0x42 ? 'movement' : undefined
  return { alarm, attributes: motionOf(now) }
}

function gl5Battery({ fields, body, model }: Sentence): Meaning {
  if (!isGl5(model)) return {}
  return { attributes: { temperature: reading(fields[body + 3]), battery: percent(fields[body + 4]) } }
}

type Meaning = { alarm?: AlarmName | undefined; attributes?: Attributes }
