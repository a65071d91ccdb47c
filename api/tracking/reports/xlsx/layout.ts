import { DateTime } from 'luxon'
import writeExcelFile from 'write-excel-file/node'
import { palette } from '#messages/palette.ts'
import { headOf, inUnits, type Units } from '../cells.ts'
import type { Read } from '../read.ts'
import type { Column, Measure, Value } from '../report.ts'

const formats: Partial<Record<Measure, string>> = {
  moment: 'yyyy-mm-dd hh:mm',
  day: 'yyyy-mm-dd',
  // 39 min, 4 h 21 min: a number of days that can be added up.
  duration: '[<0.0416666666666667][m]" min";[h]" h "m" min"',
  distance: '#,##0.0',
  speed: '0',
  share: '0%',
  count: '#,##0',
}

/**
 * A report as XLSX, made in a worker thread: numbers, times and durations are such, the head stays in sight, and the
 * totals are the last row. Times are local ones of the organisation, since a spreadsheet knows no time zones.
 */
export async function layOut(read: Read): Promise<Buffer> {
  const { columns, rows, totals, title, units, timezone } = read
  const bold = { fontWeight: 'bold' as const }
  const heads = columns.map(({ title, measure }) => ({
    value: headOf(title, measure, units),
    ...bold,
    wrap: true,
    backgroundColor: palette.page.light.surface_sunken,
    ...(measure !== 'text' && { align: 'right' as const }),
  }))
  const lines = rows.map((row) => columns.map(({ name, measure }) => cellOf(row[name], measure, { units, timezone })))
  const sums = columns.map(({ name, measure }, index) => {
    if (index === 0) return { value: 'Total', ...bold }
    const cell = cellOf(totals[name], measure, { units, timezone })
    return cell && { ...cell, ...bold, topBorderStyle: 'thin' as const }
  })
  const has_totals = Object.keys(totals).length > 0 && rows.length > 0
  return writeExcelFile([heads, ...lines, ...(has_totals ? [sums] : [])], {
    sheet: title.slice(0, 31),
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
    columns: columns.map(({ title, measure }) => ({ width: widthOf({ title, measure }) })),
  }).toBuffer()
}

function cellOf(value: Value | undefined, measure: Measure, { units, timezone }: Shown) {
  if (value === null || value === undefined) return null
  const format = formats[measure]
  if (typeof value === 'number') {
    // A spreadsheet counts durations in days.
    const number = measure === 'duration' ? value / 86_400 : inUnits(value, measure, units)
    return { value: number, type: Number, ...(format && { format }) }
  }
  if (measure === 'moment') return { value: wallClock(value, timezone), type: Date, format: format! }
  if (measure === 'day') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: format! }
  return { value, type: String }
}

/** The local time, written as if it were UTC. */
const wallClock = (moment: string, timezone: string) =>
  DateTime.fromISO(moment, { zone: timezone }).setZone('utc', { keepLocalTime: true }).toJSDate()

const widthOf = ({ title, measure }: Pick<Column, 'title' | 'measure'>) =>
  measure === 'text' ? 26 : measure === 'moment' ? 17 : Math.max(11, Math.min(16, title.length + 2))

type Shown = { units: Units; timezone: string }
