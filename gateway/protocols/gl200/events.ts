import type { Attributes, Report } from '../report.ts'
import { lookUp } from '../shared/look_up.ts'
import { reading } from '../shared/units.ts'
import type { AlarmName } from '../shared/vocabulary.ts'
import { hoursOf, percent } from './fixed.ts'
import { findLocation, kilometres, type Location, readLocation } from './location.ts'
import { isGl5 } from './models.ts'
import { hex, isHex, reportFrom, type Sentence, thousandth } from './sentence.ts'
import { motionOf } from './state.ts'

/**
 * Decodes sentences whose name is the event: an alarm or a state, the location, then kilometres or the battery.
 *
 * @returns empty if there is nothing to store
 */
export function decodeEvent(sentence: Sentence): Report[] {
  const start = findLocation(sentence, sentence.body)
  const location = start < 0 ? null : readLocation(sentence, start)
  const own = meanings[sentence.type]?.(sentence) ?? {}
  const alarm = own.alarm ?? lookUp(alarms, sentence.type) ?? null
  const behind = location ? behindOf(sentence, location) : {}
  const attributes = { ...location?.attributes, ...behind, ...own.attributes }
  const has_attributes = Object.values(attributes).some((value) => value !== null && value !== undefined)
  if (alarm === null && !has_attributes && !hasPlace(location)) return []
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

/** Kilometres and the battery. Longer sentences have other fields after the location. */
function behindOf({ fields, end }: Sentence, { place, next }: Location): Attributes {
  const tail = fields.slice(next, end).filter((field) => field !== '')
  const [first] = tail
  const odometer = first !== undefined && /^\d{1,7}\.\d$/.test(first) ? { odometer: kilometres(first) } : {}
  return { ...odometer, ...(place.lat === undefined || tail.length > 3 ? {} : { battery: percent(tail.at(-1)) }) }
}

const alarms: Record<string, AlarmName> = {
  SOS: 'sos',
  SPD: 'overspeed',
  TOW: 'tow',
  IDL: 'idle',
  IDN: 'idle',
  PNA: 'power_on',
  PFA: 'power_off',
  EPN: 'power_on',
  MPN: 'power_on',
  EPF: 'power_cut',
  MPF: 'power_cut',
  BPL: 'low_battery',
  EPS: 'low_power',
  SOA: 'tamper',
  SWG: 'geofence',
  GES: 'geofence',
  TMP: 'temperature',
  TEM: 'temperature',
  JDR: 'jamming',
  CRA: 'crash',
  FLA: 'fuel_leak',
}

const supply = (external_power: boolean) => () => ({ attributes: { external_power } })
const charging = (on: boolean) => () => ({ attributes: { charging: on } })

/** Fields before the location on some models; `body` is the field after the name. */
const meanings: Record<string, (sentence: Sentence) => Meaning> = {
  EPN: supply(true),
  MPN: supply(true),
  EPF: supply(false),
  MPF: supply(false),
  BTC: charging(true),
  STC: charging(false),
  EPS: ({ fields, body }) => ({ attributes: { power_volts: thousandth(fields[body]) } }),
  BPL: ({ fields, body }) => ({ attributes: { battery_volts: reading(fields[body]) } }),
  // 1 and 2 are an open and a short circuit.
  ANT: ({ fields, body }) => (/^[12]$/.test(fields[body] ?? '') ? { alarm: 'gps_antenna_cut' } : {}),
  // 1 is over. JDR says that it begins, and never that it is over.
  JDS: ({ fields, body }) =>
    fields[body] === '1' ? { attributes: { jamming: false } } : { alarm: 'jamming', attributes: { jamming: true } },
  GPJ: ({ fields, body }) => {
    if (fields[body] === '3') return { alarm: 'jamming', attributes: { gnss_jamming: true } }
    return fields[body] === '1' ? { attributes: { gnss_jamming: false } } : {}
  },
  NMR: ({ fields, body }) => ({ attributes: { motion: flag(fields[body + 1], '1') } }),
  DIS: ({ fields, body }) => input(fields[body + 1]),
  DOS: ({ fields, body }) => switched('output', fields[body], fields[body + 1]),
  IGL: ignitionOf,
  VGL: ignitionOf,
  HBM: ({ fields, body }) => ({ alarm: harsh[hex(fields[body + 1]) & 0x0f] }),
  TMP: thermometer,
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

/** 0 is on, 1 is off: GL300 @Track 1.02, §3.3.1. */
function ignitionOf({ fields, body }: Sentence): Meaning {
  return { attributes: { ignition: flag(fields[body + 1]?.at(-1), '0') } }
}

/** Input and whether it is on, a digit each. */
const input = (field: string | undefined) => switched('input', field?.[0], field?.[1])

const switched = (kind: 'input' | 'output', n: string | undefined, on: string | undefined): Meaning =>
  n && /^[1-9]$/.test(n) && on ? { attributes: { [`${kind}_${n}`]: on === '1' } } : {}

/** The supply in front; behind the location the thermometer's number and its °C, where one is on the wire. */
function thermometer({ fields, body, end }: Sentence): Meaning {
  const wired = isHex(fields[end - 3], 16)
  return wired
    ? { attributes: { power_volts: thousandth(fields[body + 1]), temperature_1: reading(fields[end - 1]) } }
    : {}
}

/** 3 and 4 are 0 and 1 at an unknown speed. */
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
  // Unknown models are distinguished by the temperature.
  if (!isGl5(model) && !/^-?\d{1,2}\.\d$/.test(fields[body + 3] ?? '')) return {}
  return { attributes: { temperature: reading(fields[body + 3]), battery: percent(fields[body + 4]) } }
}

type Meaning = { alarm?: AlarmName | undefined; attributes?: Attributes }
