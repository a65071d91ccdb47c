import { type Attributes, BadReport, type Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import type { Message } from '../shared/protocol.ts'
import { KMH, reading } from '../shared/units.ts'
import { alerts, emergencies } from './alarms.ts'
import { Fields, hex } from './fields.ts'
import { decodeSerial } from './serial.ts'
import { decodeTail } from './tail.ts'

/**
 * ST200, ST300, ST500, ST600 and their like: header, number, model, version, date, time, cell, position, odometer,
 * supply, inputs and outputs, and what the kind of message adds.
 *
 * Source: Suntech ST300/ST340 manual 1.41, §6.
 *
 * @throws {BadReport}
 */
export function decodeLegacy(all: string[]): Pick<Message, 'number' | 'reports' | 'answer'> {
  const header = all[0]!
  const type = header.slice(5)
  if (all[1] === 'Res') return decodeResult(type, all.slice(2))
  const fields = new Fields(all, 1)
  const number = fields.text('number')
  if (type === 'HTE') return { number, reports: [decodeTrip(fields)] }
  // ALV is a heartbeat, and others have no position.
  if (!/^(STT|EMG|EVT|ALT|UEX)$/.test(type)) return { number, reports: [] }
  return { number, reports: [decodePosition(type, fields)] }
}

/** Where the serial data of a UEX message begins: the index of the field with its length. */
export const serialIndex = (all: string[]) => layoutOf(all).lat + 9

/**
 * Finds the fields of date and latitude. ST3xx, ST500 and ST600 have a model field; ST500 has no cell; ST600 adds
 * country, operator, area and strength to it. Firmware versions differ as well, so both fields are found by their
 * format.
 */
function layoutOf(all: string[]): { date: number; lat: number } {
  const model = all[0]!.slice(0, 5)
  const usual_date = /^ST(3\d\d|500|600)$/.test(model) ? 4 : 3
  const date = [usual_date, 3, 4].find((at) => /^\d{8}$/.test(all[at] ?? '')) ?? usual_date
  const usual_lat = date + (model === 'ST500' ? 2 : model === 'ST600' ? 7 : 3)
  const lat = [usual_lat, date + 3, date + 7, date + 2].find((at) => /^[+-]?\d{1,3}\.\d{4,8}$/.test(all[at] ?? ''))
  return { date, lat: lat ?? usual_lat }
}

function decodePosition(type: string, fields: Fields): Report {
  const { date, lat: lat_at } = layoutOf(fields.all)
  fields.at = date - 1
  const version = fields.text('version')
  const fix_at = fields.time()
  const network = lat_at - fields.at === 5 ? cellOf(fields) : null
  fields.at = lat_at
  const lat = fields.number('lat')
  const lon = fields.number('lon')
  const speed = fields.number('speed') * KMH
  const heading = fields.number('course')
  const satellites = fields.maybe()
  const valid = fields.text('fix') === '1'
  const power = { odometer: fields.maybe(), power_volts: fields.maybe(), ...switchesOf(fields.text('inputs')) }
  const meaning = meaningOf(type, fields)
  const tail = decodeTail(fields.rest)
  const attributes = { type, version, satellites, ...power, ...meaning.attributes, ...tail }
  return reportOf({
    fix_at,
    valid,
    lat,
    lon,
    speed,
    heading,
    alarm: meaning.alarm ?? null,
    seq: meaning.seq ?? null,
    attributes: { ...attributes, network: network ?? tail.network },
  })
}

/** Cell, country, operator, area and strength; cell and area are hexadecimal. */
function cellOf(fields: Fields) {
  const cid = hex(fields.text('cell'))
  const [mcc, mnc] = [fields.maybe(), fields.maybe()]
  const lac = hex(fields.text('area'))
  const signal = fields.maybe()
  if (cid === null || mcc === null || mnc === null || lac === null) return null
  return networkOf([{ mcc, mnc, lac, cid, ...(signal !== null && { signal }) }])
}

/** Ignition, three inputs, two outputs, a digit each. */
function switchesOf(digits: string): Attributes {
  const names = ['ignition', 'input_1', 'input_2', 'input_3', 'output_1', 'output_2']
  if (!/^[01]{6}/.test(digits)) return {}
  return Object.fromEntries(names.map((name, i) => [name, digits[i] === '1']))
}

function meaningOf(type: string, fields: Fields): { alarm?: string; seq?: number | null; attributes?: Attributes } {
  if (type === 'UEX') return { attributes: decodeSerial(fields) }
  if (type === 'STT') {
    const status = fields.maybe()
    const index = reading(fields.peek())
    fields.at++
    return { seq: index, attributes: { status, index } }
  }
  const { reason, geofence } = reasonOf(fields.text('id'))
  const alarm = type === 'EMG' ? emergencies[reason] : type === 'ALT' ? alerts[reason] : undefined
  return { ...(alarm && { alarm }), attributes: { reason, geofence } }
}

/**
 * A reason, or that of a fence with the fence's number behind it: `6002` is into fence 2, `6P02` into the second polygon.
 *
 * @throws {BadReport}
 */
function reasonOf(text: string): { reason: number; geofence: string | null } {
  const fence = /^([1256])(P?\d{2}|\d{3})$/.exec(text)
  if (fence && (text.length === 4 || text.includes('P'))) return { reason: Number(fence[1]), geofence: fence[2]! }
  const reason = reading(text)
  if (reason === null) throw new BadReport('id: is not a number')
  return { reason, geofence: null }
}

/** What a command is answered with. */
function decodeResult(type: string, [number, ...rest]: string[]) {
  if (!number) throw new BadReport('number: is missing')
  const result = rest.join(';')
  return { number, reports: [reportOf({ attributes: { type, result } })], answer: result }
}

/** The end of a trip: times and places of its beginning and end, and last, who drove. */
function decodeTrip(fields: Fields): Report {
  fields.at++ // model
  const version = fields.text('version')
  const fix_at = fields.time()
  const odometer = fields.maybe()
  const power_volts = fields.maybe()
  const driver = fields.all.at(-1)!
  const tail = decodeTail(fields.all.slice(fields.at, fields.at + 3).join(';'))
  const known = /^[0-9A-F]{14,16}$/i.test(driver) && !/^0+$/.test(driver)
  return reportOf({
    fix_at,
    attributes: { type: 'HTE', version, odometer, power_volts, ...tail, driver: known ? driver : null },
  })
}
