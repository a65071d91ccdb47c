import { DateTime } from 'luxon'
import { makePdf, type Pdf } from '../../../pdf/document.ts'
import { textOf } from '../cells.ts'
import type { Printed } from '../pdf/printed.ts'
import { dayOf, writeTable } from '../pdf/table.ts'
import type { Column, Part, Row } from '../report.ts'
import { titleOf } from '../title.ts'

/** More readings in an hour need the longer side of the paper. */
const MOST_UPRIGHT = 6

/** The log as PDF: the summary, then for each sensor its excursions, its gaps, and its readings in a grid a day. */
export function layOut({ read, logo, printed_by }: Printed): Promise<Buffer> {
  const { title, about, organisation_name, timezone, rows, from, until, empty } = read
  const made = DateTime.now().setZone(timezone)
  const is_landscape = new Set(rows.map(({ minute }) => minute)).size > MOST_UPRIGHT
  const file = { title: titleOf(read), author: organisation_name, created_at: made.toJSDate(), is_landscape }
  return makePdf(file, (pdf) => {
    if (logo) pdf.image(logo, { alt: organisation_name, width: 160, height: 48 })
    pdf.heading(1, `${title}: ${organisation_name}`)
    pdf.paragraph(from === until ? dayOf(from) : `${dayOf(from)} to ${dayOf(until)}`, { bold: true })
    pdf.paragraph(`${about}. Times are those of ${timezone}.`, { muted: true })
    pdf.paragraph(`Printed by ${printed_by} on ${made.toFormat('d LLL yyyy, HH:mm (ZZ)')}.`, { muted: true })
    if (rows.length === 0) return pdf.paragraph(empty ?? '')
    writeSummary(pdf, read.parts.find(({ name }) => name === 'summary')!, read)
    for (const readings of subjectsOf(rows)) writeSubject(pdf, read, readings)
    writeSignature(pdf)
  })
}

/** One sensor after another, each as a line of figures. */
function writeSummary(pdf: Pdf, { rows, columns }: Part, { timezone, units }: Printed['read']): void {
  const column = (name: string) => columns.find((one) => one.name === name)!
  const shown = (row: Row, name: string) => {
    const { measure, digits } = column(name)
    return textOf(row[name], measure, { timezone, units, digits })
  }
  const both = (row: Row, time: string, share: string) =>
    row[time] === null ? '–' : `${shown(row, time) || '0 min'}\n${shown(row, share)}`
  pdf.heading(2, 'Summary')
  pdf.table({
    columns: [
      { title: 'Tracker', share: 1.6 },
      { title: 'Sensor', share: 1.5 },
      { title: 'Allowed', share: 1.4 },
      { title: 'Lowest to highest', share: 1.4 },
      { title: 'In range', share: 1.4, align: 'right' },
      { title: 'Outside', share: 1.4, align: 'right' },
      { title: 'No data', share: 1.4, align: 'right' },
    ],
    rows: rows.map((row) => [
      shown(row, 'tracker_name'),
      shown(row, 'sensor'),
      shown(row, 'range'),
      row.least === null ? '–' : `${shown(row, 'least')} to ${shown(row, 'greatest')}`,
      both(row, 'inside_s', 'inside'),
      both(row, 'outside_s', 'outside'),
      both(row, 'gap_s', 'gap'),
    ]),
    row_heads: true,
  })
}

/** @param readings those of one sensor of one tracker */
function writeSubject(pdf: Pdf, read: Printed['read'], readings: Row[]): void {
  const { tracker_id, tracker_name, sensor, unit } = readings[0]!
  const isOf = (row: Row) => row.tracker_id === tracker_id && row.sensor === sensor
  pdf.heading(2, `${tracker_name}: ${sensor}${unit ? ` (${unit})` : ''}`)
  for (const part of read.parts.filter(({ name }) => name !== 'summary')) {
    const rows = part.rows.filter(isOf)
    pdf.heading(3, part.title)
    if (rows.length === 0) pdf.paragraph(part.empty)
    else writeTable(pdf, { ...read, ...part, rows, totals: {} }, part.columns.filter(isPrinted))
  }
  pdf.heading(3, 'Readings')
  pdf.paragraph(
    'The last value of each interval, with the lowest and the highest. Outside of the range it says high or low.',
    { muted: true },
  )
  const minutes = [...new Set(readings.map(({ minute }) => Number(minute)))].sort((a, b) => a - b)
  for (const [day, of_day] of Map.groupBy(readings, (row) => String(row.day))) {
    pdf.table({
      columns: [
        { title: DateTime.fromISO(day).toFormat('ccc d LLL'), share: 0.7 },
        ...minutes.map((minute) => ({
          title: `:${String(minute).padStart(2, '0')}`,
          share: 1,
          align: 'right' as const,
        })),
      ],
      rows: linesOf(of_day, minutes, read),
      row_heads: true,
    })
  }
}

/** A line for each hour; hours without data are one together. */
function linesOf(readings: Row[], minutes: number[], read: Printed['read']): string[][] {
  const lines: string[][] = []
  let silent: string[] = []
  const flush = () => {
    const [first, last] = [silent[0], silent.at(-1)]
    if (first !== undefined)
      lines.push([first === last ? first : `${first} to ${last}`, 'No data', ...minutes.slice(1).map(() => '')])
    silent = []
  }
  for (const [hour, cells] of Map.groupBy(readings, (row) => String(row.hour))) {
    if (cells.every(({ note }) => note === 'No data')) {
      silent.push(hour)
      continue
    }
    flush()
    lines.push([
      hour,
      ...minutes.map((minute) =>
        cellOf(
          cells.find((cell) => cell.minute === minute),
          read,
        ),
      ),
    ])
  }
  flush()
  return lines
}

function cellOf(row: Row | undefined, { timezone, units }: Printed['read']): string {
  if (!row) return ''
  // One decimal, so that two days stand on a page; what is outside of the range is marked in any case.
  const shown = (name: string) => textOf(Number(Number(row[name]).toFixed(1)), 'number', { timezone, units, digits: 1 })
  const mark = marks[String(row.note)]
  if (row.value === null) return mark ?? '–'
  const last = `${mark ? `${mark} ` : ''}${shown('value')}`
  return row.least === row.greatest ? last : `${last} (${shown('least')} to ${shown('greatest')})`
}

const marks: Record<string, string> = { Above: 'high', Below: 'low', 'Above and below': 'high, low' }

/** The heading names the sensor. */
const isPrinted = ({ name }: Column) => !['tracker_name', 'sensor', 'unit', 'limit'].includes(name)

const subjectsOf = (rows: Row[]) => Map.groupBy(rows, (row) => `${row.tracker_id} ${row.sensor}`).values()

function writeSignature(pdf: Pdf): void {
  pdf.keep(90)
  pdf.space(48)
  pdf.rule()
  pdf.paragraph('Checked by: name, date and signature', { muted: true })
}
