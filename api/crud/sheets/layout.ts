import { DateTime } from 'luxon'
import writeExcelFile from 'write-excel-file/node'
import { palette } from '#messages/palette.ts'
import { headOf, inUnits, type Measure, type Units, type Value } from './measures.ts'

const formats: Partial<Record<Measure, string>> = {
  moment: 'yyyy-mm-dd hh:mm',
  day: 'yyyy-mm-dd',
  // 39 min, 4 h 21 min: a number of days that can be added up.
  duration: '[<0.0416666666666667][m]" min";[h]" h "m" min"',
  distance: '#,##0.0',
  speed: '0',
  share: '0%',
  count: '#,##0',
  money: '#,##0.00',
}

/**
 * A table as XLSX, made in a worker thread: numbers, times and durations are such, the head stays in sight, and totals
 * are the last row. Times are those of a zone, since a spreadsheet knows none.
 */
export async function layOut({ before = [], ...sheet }: Sheet): Promise<Buffer> {
  const { units, timezone } = sheet
  const sheets = [...before.map((one) => ({ ...one, totals: null, units, timezone })), sheet]
  return writeExcelFile(sheets.map(pageOf)).toBuffer()
}

function pageOf({ title, columns, rows, totals, units, timezone }: Sheet) {
  const bold = { fontWeight: 'bold' as const }
  const heads = columns.map(({ title, measure }) => ({
    value: headOf(title, measure, units),
    ...bold,
    wrap: true,
    backgroundColor: palette.page.light.surface_sunken,
    ...(measure !== 'text' && { align: 'right' as const }),
  }))
  const lineOf = (values: (Value | undefined)[]) =>
    columns.map(({ measure, digits }, at) => cellOf(values[at], measure, { units, timezone, digits }))
  const sums = lineOf(totals ?? []).map((cell, index) => {
    if (index === 0) return { value: 'Total', ...bold }
    return cell && { ...cell, ...bold, topBorderStyle: 'thin' as const }
  })
  return {
    data: [heads, ...rows.map(lineOf), ...(totals && rows.length > 0 ? [sums] : [])],
    sheet: title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
    columns: columns.map(({ title, measure }) => ({ width: widthOf({ title, measure }) })),
  }
}

function cellOf(value: Value | undefined, measure: Measure, { units, timezone, digits }: Shown) {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return { value, type: Boolean }
  const format = digits && measure === 'share' ? `0.${'0'.repeat(digits)}%` : formats[measure]
  if (typeof value === 'number') {
    // A spreadsheet counts durations in days.
    const number = measure === 'duration' ? value / 86_400 : inUnits(value, measure, units)
    return { value: number, type: Number, ...(format && { format }) }
  }
  if (measure === 'moment') return { value: wallClock(value, timezone), type: Date, format: format! }
  if (measure === 'day') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: format! }
  return { value: value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value, type: String }
}

/** The local time, written as if it were UTC. */
const wallClock = (moment: string, timezone: string) =>
  DateTime.fromISO(moment, { zone: timezone }).setZone('utc', { keepLocalTime: true }).toJSDate()

const widthOf = ({ title, measure }: Pick<Sheet['columns'][number], 'title' | 'measure'>) =>
  measure === 'text' ? 26 : measure === 'moment' ? 17 : Math.max(11, Math.min(16, title.length + 2))

/** Characters that a cell may have. */
const LONGEST = 32_767

type Shown = { units: Units; timezone: string; digits?: number | undefined }
export type Sheet = {
  units: Units
  timezone: string
  title: string
  columns: Column[]
  /** Values in the order of the columns. */
  rows: (Value | undefined)[][]
  /** Those of the last row; the first of them is the word for it. Null without totals. */
  totals: (Value | undefined)[] | null
  /** Sheets that come first. */
  before?: { title: string; columns: Column[]; rows: (Value | undefined)[][] }[]
}
/** @property digits decimals of a share */
type Column = { title: string; measure: Measure; digits?: number }
