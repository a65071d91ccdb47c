import type { Report } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import type { Message } from '../shared/protocol.ts'
import { KMH, within } from '../shared/units.ts'
import { alerts } from './alarms.ts'
import { Fields } from './fields.ts'

/**
 * ST4xx: header, number, version, model, seven cells, battery, live or stored, number of the message, status, and the
 * last position. Model 41 adds a field before the cells and three before the position.
 *
 * @throws {BadReport}
 */
export function decodeSt4(all: string[]): Pick<Message, 'number' | 'reports'> {
  const type = all[0]!.slice(5)
  const fields = new Fields(all, 1)
  const number = fields.text('number')
  if (type !== 'STT' && type !== 'ALT') return { number, reports: [] }
  const version = fields.text('version')
  const isModel41 = Number(fields.text('model')) === 41
  if (isModel41) fields.at++
  const network = networkOf(Array.from({ length: 7 }, (_, i) => cellOf(fields, i === 0)).filter(({ cid }) => cid > 0))
  const battery_volts = fields.maybe()
  const archive = fields.text('live') === '0' ? true : null
  const index = fields.maybe()
  const status = fields.maybe()
  const alarm = type === 'ALT' && status !== null ? (alerts[status] ?? null) : null
  // Another modem network, which only some have.
  if (fields.peek().length === 3) fields.at++
  const more = isModel41 ? moreOf41(fields) : {}
  const attributes = { type, version, network, battery_volts, archive, index, status, ...more }
  const position = fields.peek() === '' ? {} : positionOf(fields)
  const satellites = fields.peek() === '' ? null : fields.maybe()
  const valid = fields.peek() === '1'
  const report = reportOf({ ...position, valid, alarm, seq: index, attributes: { ...attributes, satellites } })
  return { number, reports: [report] }
}

/** The serving cell has its strength before its area, the others after it. Each ends with the timing advance. */
function cellOf(fields: Fields, serves: boolean): Cell {
  const [cid, mcc, mnc] = [fields.number('cell'), fields.number('mcc'), fields.number('mnc')]
  const [first, second] = [fields.number('area'), fields.number('strength')]
  fields.at++
  return { mcc, mnc, lac: serves ? second : first, cid, signal: serves ? first : second }
}

function moreOf41(fields: Fields) {
  fields.at++
  return { temperature: fields.maybe(), motion: fields.text('motion') === '2' }
}

/**
 * ST9xx: header, Location, Emergency or Alert, number, version, date, time, cell, position, fix. Some leave out version
 * or cell. Behind the fix comes the odometer in metres and the battery in percent, or the battery's voltage.
 *
 * @throws {BadReport}
 */
export function decodeSt9(all: string[]): Pick<Message, 'number' | 'reports'> {
  const type = all[1] ?? ''
  const fields = new Fields(all, 2)
  const number = fields.text('number')
  if (!/^(Location|Emergency|Alert)$/.test(type)) return { number, reports: [] }
  const version = /^\d{8}$/.test(fields.peek()) ? null : fields.text('version')
  const fix_at = fields.time()
  const isCell = !fields.peek().includes('.')
  if (isCell) fields.at++
  const position = positionAt(fields)
  const valid = fields.text('fix') === '1'
  const alarm = type === 'Location' ? null : 'general'
  const attributes = { type, version, ...batteryOf(fields, isCell) }
  return { number, reports: [reportOf({ ...position, fix_at, valid, alarm, attributes })] }
}

/** Only the form with a cell has an odometer, and only locations have a battery behind it. */
function batteryOf(fields: Fields, isCell: boolean) {
  if (!isCell) return { battery_volts: /^\d\.\d+$/.test(fields.peek()) ? fields.maybe() : null }
  const odometer = fields.maybe()
  const isLocation = fields.all[1] === 'Location'
  return { odometer, battery: isLocation ? within(fields.maybe(), 0, 100) : null }
}

const positionOf = (fields: Fields): Partial<Report> => ({ fix_at: fields.time(), ...positionAt(fields) })

const positionAt = (fields: Fields) => ({
  lat: fields.number('lat'),
  lon: fields.number('lon'),
  speed: fields.number('speed') * KMH,
  heading: fields.number('course'),
})
