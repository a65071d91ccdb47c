import { type Attributes, BadReport, type Report } from '../report.ts'
import { networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import type { Message } from '../shared/protocol.ts'
import { KMH, reading, scaled } from '../shared/units.ts'
import { alerts, DRIVER_READ } from './alarms.ts'
import { Fields, hex } from './fields.ts'
import { decodeSerial } from './serial.ts'

/**
 * The universal protocol of the ST4000 generation: kind, number, and a mask of the fields that follow.
 *
 * @throws {BadReport}
 */
export function decodeUniversal(all: string[]): Pick<Message, 'number' | 'reports' | 'answer'> {
  const type = all[0]!
  const fields = new Fields(all, 1)
  const number = fields.text('number')
  if (type === 'RES') {
    const result = fields.rest
    return { number, reports: [reportOf({ attributes: { type, result } })], answer: result }
  }
  if (type === 'BLE') return { number, reports: [decodeBeacons(fields)] }
  if (!/^(STT|ALT|EMG|EVT|UEX)$/.test(type)) return { number, reports: [] }
  const mask = hex(fields.text('mask'))
  if (mask === null) throw new BadReport('mask: is not hexadecimal')
  return { number, reports: [decodeMasked(type, fields, mask)] }
}

/** The bits of the mask. */
export const Bit = {
  model: 1,
  version: 2,
  live: 3,
  date: 4,
  time: 5,
  cell: 6,
  mcc: 7,
  mnc: 8,
  area: 9,
  strength: 10,
  lat: 11,
  lon: 12,
  speed: 13,
  course: 14,
  satellites: 15,
  fix: 16,
  inputs: 17,
  outputs: 18,
  kind: 19,
  reason: 20,
  index: 21,
  reserved: 22,
  others: 23,
} as const

export const has = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1

/** The index of the field with the length of a UEX message's serial data. */
export function universalSerialIndex(mask: number): number {
  let index = 3
  for (let bit = Bit.model; bit <= Bit.outputs; bit++) if (has(mask, bit)) index++
  return index
}

function decodeMasked(type: string, fields: Fields, mask: number): Report {
  const take = (bit: number, name: string) => (has(mask, bit) ? fields.text(name) : undefined)
  const takeNumber = (bit: number, name: string) => (has(mask, bit) ? fields.number(name) : null)
  take(Bit.model, 'model')
  const version = take(Bit.version, 'version')
  const archive = take(Bit.live, 'live') === '0' ? true : null
  const fix_at = timeOf(fields, mask)
  const cell = { cid: take(Bit.cell, 'cell'), mcc: take(Bit.mcc, 'mcc'), mnc: take(Bit.mnc, 'mnc') }
  const area = take(Bit.area, 'area')
  const rssi = reading(take(Bit.strength, 'strength'))
  const lat = takeNumber(Bit.lat, 'lat')
  const lon = takeNumber(Bit.lon, 'lon')
  const speed = scaled(takeNumber(Bit.speed, 'speed'), KMH)
  const heading = takeNumber(Bit.course, 'course')
  const satellites = reading(take(Bit.satellites, 'satellites'))
  const valid = take(Bit.fix, 'fix') === '1'
  const inputs = bitsOf(take(Bit.inputs, 'inputs'))
  const outputs = bitsOf(take(Bit.outputs, 'outputs'))
  const ignition = inputs === null ? null : (inputs & 1) === 1
  const network = networkOfTexts(cell, area, rssi)
  const common = { type, version, archive, network, rssi, satellites, ignition, inputs, outputs }
  const { alarm = null, seq = null, attributes } = meaningOf(type, fields, mask)
  return reportOf({ fix_at, valid, lat, lon, speed, heading, alarm, seq, attributes: { ...common, ...attributes } })
}

function timeOf(fields: Fields, mask: number): number | null {
  if (has(mask, Bit.date) && has(mask, Bit.time)) return fields.time()
  if (has(mask, Bit.date) || has(mask, Bit.time)) fields.at++
  return null
}

/** Digits 0 and 1, of which the last is the first bit. */
const bitsOf = (digits: string | undefined) =>
  digits !== undefined && /^[01]{1,16}$/.test(digits) ? Number.parseInt(digits, 2) : null

function networkOfTexts(cell: { cid?: string; mcc?: string; mnc?: string }, area?: string, signal?: number | null) {
  const [cid, lac] = [hex(cell.cid ?? ''), hex(area ?? '')]
  const [mcc, mnc] = [reading(cell.mcc), reading(cell.mnc)]
  if (cid === null || lac === null || mcc === null || mnc === null) return null
  return networkOf([{ mcc, mnc, lac, cid, ...(typeof signal === 'number' && { signal }) }])
}

type Meaning = { alarm?: string | null; seq?: number | null; attributes: Attributes }

function meaningOf(type: string, fields: Fields, mask: number): Meaning {
  if (type === 'UEX') return { attributes: decodeSerial(fields) }
  const take = (bit: number, name: string) => (has(mask, bit) ? fields.text(name) : undefined)
  const kind = reading(take(Bit.kind, 'kind'))
  const second = take(Bit.reason, 'reason')
  const third = take(Bit.index, 'index')
  take(Bit.reserved, 'reserved')
  const others = has(mask, Bit.others) ? assignedOf(fields) : numbered(fields.all.slice(fields.at))
  if (type === 'STT') {
    const index = reading(third)
    return { seq: index, attributes: { status: kind, reason: reading(second), index, ...others } }
  }
  const alarm = type === 'ALT' && kind !== null ? (alerts[kind] ?? null) : null
  const driver = kind === DRIVER_READ && /^[0-9A-F]{8,16}$/i.test(third ?? '') ? third : null
  return { alarm, attributes: { reason: kind, status: reading(second), data: third || null, driver, ...others } }
}

/** A mask of the elements that follow. */
function assignedOf(fields: Fields): Attributes {
  const assigned = hex(fields.text('map')) ?? 0
  const attributes: Attributes = {}
  for (let bit = 0; bit < 31 && fields.left > 0; bit++) {
    if (has(assigned, bit)) attributes[`io_${bit + 1}`] = plain(fields.text('element'))
  }
  return attributes
}

const numbered = (texts: string[]): Attributes =>
  Object.fromEntries(texts.slice(0, 16).flatMap((text, i) => (text === '' ? [] : [[`io_${i + 1}`, plain(text)]])))

const plain = (text: string) => (/^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text) ? Number(text) : text.slice(0, 64))

/** Model, version, time, position, and the radio tags in reach: strength (and its bounds), id, samples, major, minor. */
function decodeBeacons(fields: Fields): Report {
  fields.at++
  const version = fields.text('version')
  const fix_at = fields.time()
  const lat = fields.number('lat')
  const lon = fields.number('lon')
  const count = Math.min(fields.number('count'), MAX_BEACONS)
  const beacons = Array.from({ length: Math.max(0, Math.floor(count)) }, () => {
    const signal = fields.maybe()
    fields.at += 2
    const id = fields.text('tag')
    const [samples, major, minor] = [fields.maybe(), fields.maybe(), fields.maybe()]
    return { id, signal, samples, major, minor }
  })
  return reportOf({ fix_at, valid: true, lat, lon, attributes: { type: 'BLE', version, beacons } })
}

const MAX_BEACONS = 64
