import { BadReport, type Report } from '../report.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import { reading, scaled } from '../shared/units.ts'
import { fromDayMonthYear } from '../shared/utc.ts'

/** ZC20, the battery: ddmmyy, hhmmss, bars, 0.01 V, 0.1 V outside, fitted. 255 and 65535 are unknown. */
export function decodeBattery(fields: string[]): Report {
  const [date, time, bars = '', battery, power] = fields
  const volts = (text: string | undefined, unit: number) => (text === '65535' ? null : scaled(reading(text), unit))
  return reportOf({
    fix_at: fromDayMonthYear(date, time),
    attributes: { battery: charge[bars], battery_volts: volts(battery, 0.01), power_volts: volts(power, 0.1) },
  })
}

/** Percent of the bars that an indicator shows. */
const charge: Record<string, number> = { 6: 100, 5: 80, 4: 50, 3: 20, 2: 10 }

/**
 * BZ00, cells: MCC, MNC, (area, cell, signal)… in hexadecimal, and the state in 8 digits. Early models leave out the
 * signal, whose place then has another area of four digits.
 *
 * @throws {BadReport}
 */
export function decodeCells(fields: string[]): Report {
  const [mcc, mnc] = [reading(fields[0]), reading(fields[1])]
  if (mcc === null || mnc === null) throw new BadReport('mcc: is not a number')
  const words = fields.slice(2, 2 + MAX_PLACES * 3)
  if (words.length % 2 === 1 || words.length % 3 === 1) words.pop()
  const width = words.length % 3 === 0 && words.every((word, i) => i % 3 !== 2 || word.length <= 3) ? 3 : 2
  const number = (word: string | undefined) =>
    word !== undefined && isCell(word) ? Number.parseInt(word, 16) : Number.NaN
  const cells = Array.from({ length: Math.floor(words.length / width) }, (_, i) => {
    const [lac, cid, signal] = words.slice(i * width, (i + 1) * width)
    return { mcc, mnc, lac: number(lac), cid: number(cid), ...(signal !== undefined && { signal: number(signal) }) }
  })
  return reportOf({ attributes: { network: networkOf(cells.map(withoutNaN)) } })
}

/** A signal that is no number is left out. */
function withoutNaN({ signal, ...cell }: Cell): Cell {
  return signal === undefined || Number.isNaN(signal) ? cell : { ...cell, signal }
}

const isCell = (text: string) => /^[0-9A-F]{1,8}$/i.test(text)

/** Cells in braces, `{mcc,mnc,area,cell}` a line, and the odometer in hexadecimal. */
export function decodeBraces(data: string): Report {
  const cells = [...data.matchAll(/\{(\d+),(\d+),(\d+),(\d+)[^}]*\}/g)].slice(0, MAX_PLACES).map((match) => {
    const [mcc, mnc, lac, cid] = match.slice(1).map(Number) as [number, number, number, number]
    return { mcc, mnc, lac, cid }
  })
  const odometer = /,([0-9A-F]{8})$/i.exec(data)?.[1]
  return reportOf({
    attributes: { network: networkOf(cells), odometer: odometer === undefined ? null : Number.parseInt(odometer, 16) },
  })
}

/**
 * DW50 to DW62, where there is no fix: MCC, MNC, area, cell, count, (address*signal*channel)…, ddmmyy, hhmmss.
 *
 * @throws {BadReport}
 */
export function decodeReach(fields: string[]): Report {
  const [mcc, mnc, lac, cid] = fields.slice(0, 4).map(reading)
  if (typeof mcc !== 'number' || typeof mnc !== 'number' || typeof lac !== 'number' || typeof cid !== 'number') {
    throw new BadReport('cell: is not four numbers')
  }
  const places = fields.slice(5).map((field) => /^((?:[0-9A-F]{2}:){5}[0-9A-F]{2})\*([+-]?\d{1,4})\*\d+$/i.exec(field))
  const wifi = places.filter((place) => place !== null).slice(0, MAX_PLACES)
  const [date, time] = fields.slice(5 + wifi.length)
  return reportOf({
    fix_at: fromDayMonthYear(date, time),
    attributes: {
      network: networkOf([{ mcc, mnc, lac, cid }]),
      wifi: wifi.length > 0 ? wifi.map(([, mac, signal]) => ({ mac, signal: Number(signal) })) : null,
    },
  })
}

const MAX_PLACES = 32
