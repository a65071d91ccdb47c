import { DateTime } from 'luxon'
import type { Db } from '#db/database.ts'
import { type Column, type Part, type Row, trackerColumn } from '../report.ts'
import type { ReportRequest } from '../request.ts'
import { hasRange, type Range } from './follow.ts'
import { hasClockChange, makePlaces } from './intervals.ts'
import { readPlaces } from './places.ts'
import { type SensorLog, USUAL_MIN } from './read.ts'

const degrees = { measure: 'number', digits: 1 } as const
const share = { measure: 'share', digits: 1 } as const

const summaryColumns: Column[] = [
  trackerColumn,
  { name: 'sensor', title: 'Sensor', measure: 'text' },
  { name: 'range', title: 'Allowed', measure: 'text' },
  { name: 'least', title: 'Lowest', ...degrees },
  { name: 'greatest', title: 'Highest', ...degrees },
  { name: 'inside_s', title: 'In range', measure: 'duration' },
  { name: 'inside', title: 'In range, %', ...share },
  { name: 'outside_s', title: 'Outside', measure: 'duration' },
  { name: 'outside', title: 'Outside, %', ...share },
  { name: 'gap_s', title: 'No data', measure: 'duration' },
  { name: 'gap', title: 'No data, %', ...share },
]

/** What each sensor comes to. */
export const summaryOf = (logs: SensorLog[]): Part => ({
  name: 'summary',
  title: 'Summary',
  columns: summaryColumns,
  rows: logs.map((log) => {
    const whole = log.inside_ms + log.outside_ms + log.gap_ms
    const is_judged = hasRange(log.range)
    const shareOf = (ms: number) => (whole > 0 ? ms / whole : null)
    return {
      ...subjectOf(log),
      range: rangeText(log.range, log.sensor.unit),
      least: log.least,
      greatest: log.greatest,
      inside_s: is_judged ? log.inside_ms / 1000 : null,
      inside: is_judged ? shareOf(log.inside_ms) : null,
      outside_s: is_judged ? log.outside_ms / 1000 : null,
      outside: is_judged ? shareOf(log.outside_ms) : null,
      gap_s: log.gap_ms / 1000,
      gap: shareOf(log.gap_ms),
    }
  }),
  empty: '',
})

/** The columns of excursions; where clocks change in the period, with the offset of each beginning. */
export const excursionColumns = (asked: ReportRequest): Column[] => [
  trackerColumn,
  { name: 'sensor', title: 'Sensor', measure: 'text' },
  { name: 'began_at', title: 'From', measure: 'moment' },
  ...offsetColumn(asked),
  { name: 'ended_at', title: 'Until', measure: 'moment' },
  { name: 'outside_s', title: 'For', measure: 'duration', total: 'sum' },
  { name: 'worst', title: 'Worst', ...degrees },
  { name: 'limit', title: 'Allowed', measure: 'text' },
  { name: 'place', title: 'Where', measure: 'text' },
  { name: 'worst_at', title: 'Worst at', measure: 'moment' },
  { name: 'note', title: 'Note', measure: 'text' },
]

/** Each time outside of the range, with its place; shorter ones than asked are left out, their time is counted. */
export async function excursionsOf(db: Db, asked: ReportRequest, logs: SensorLog[]): Promise<Row[]> {
  const least_ms = (asked.at_least_s ?? 0) * 1000
  const end = (log: SensorLog) => log.cells.at(-1)?.until ?? 0
  const all = logs.flatMap((log) =>
    log.excursions
      .filter(({ from, until, then_gap }) => then_gap || (until ?? end(log)) - from >= least_ms)
      .map((excursion) => ({ log, ...excursion })),
  )
  const places = await readPlaces(
    db,
    asked,
    all.map(({ log, from }) => ({ tracker_id: log.tracker_id, at: from })),
  )
  return all.map(({ log, side, from, until, worst, worst_at, before, then_gap }, index) => ({
    ...subjectOf(log),
    began_at: isoOf(from),
    offset: offsetOf(from, asked),
    ended_at: until === null ? null : isoOf(until),
    outside_s: ((until ?? end(log)) - from) / 1000,
    worst,
    worst_at: isoOf(worst_at),
    limit: rangeText(log.range, log.sensor.unit),
    place: places[index] ?? null,
    side,
    note: [before && 'Began before', until === null && 'Continues', then_gap && 'Then no data']
      .filter(Boolean)
      .join(', '),
  }))
}

export const gapsOf = (asked: ReportRequest, logs: SensorLog[]): Part => ({
  name: 'gaps',
  title: 'Without data',
  columns: [
    trackerColumn,
    { name: 'sensor', title: 'Sensor', measure: 'text' },
    { name: 'began_at', title: 'From', measure: 'moment' },
    ...offsetColumn(asked),
    { name: 'ended_at', title: 'Until', measure: 'moment' },
    { name: 'gap_s', title: 'For', measure: 'duration' },
  ],
  rows: logs.flatMap((log) =>
    log.gaps.map(({ from, until }) => ({
      ...subjectOf(log),
      began_at: isoOf(from),
      offset: offsetOf(from, asked),
      ended_at: isoOf(until),
      gap_s: (until - from) / 1000,
    })),
  ),
  empty: 'There are values for the whole period.',
})

export const readingColumns = (asked: ReportRequest): Column[] => [
  trackerColumn,
  { name: 'sensor', title: 'Sensor', measure: 'text' },
  { name: 'unit', title: 'Unit', measure: 'text' },
  { name: 'began_at', title: 'From', measure: 'moment' },
  ...offsetColumn(asked),
  { name: 'value', title: 'Last', ...degrees },
  { name: 'least', title: 'Lowest', ...degrees },
  { name: 'greatest', title: 'Highest', ...degrees },
  { name: 'readings', title: 'Readings', measure: 'count', total: 'sum' },
  { name: 'outside_s', title: 'Outside', measure: 'duration', total: 'sum' },
  { name: 'note', title: 'Note', measure: 'text' },
]

/** A row for each interval of each sensor, with its place in the grid of its day. */
export function readingsOf(asked: ReportRequest, logs: SensorLog[]): Row[] {
  const placeOf = makePlaces(asked.timezone, asked.interval_min ?? USUAL_MIN)
  // The same for each sensor.
  const places = new Map<number, ReturnType<typeof placeOf> & { offset: string }>()
  const placed = (at: number) => {
    const place = places.get(at) ?? { ...placeOf(at), offset: offsetOf(at, asked) }
    places.set(at, place)
    return place
  }
  return logs.flatMap((log) =>
    log.cells.map(({ from, until, last, least, greatest, readings, above_ms, below_ms, gap_ms }) => ({
      ...subjectOf(log),
      began_at: isoOf(from),
      ...placed(from),
      value: last,
      least,
      greatest,
      readings,
      outside_s: (above_ms + below_ms) / 1000,
      note: noteOf({
        above: above_ms > 0 || isBeyond(greatest, log.range.high, 1),
        below: below_ms > 0 || isBeyond(least, log.range.low, -1),
        is_gap: gap_ms >= until - from,
        readings,
      }),
    })),
  )
}

function noteOf({ above, below, is_gap, readings }: Noted): string {
  if (above && below) return 'Above and below'
  if (above) return 'Above'
  if (below) return 'Below'
  if (is_gap) return 'No data'
  return readings === 0 ? 'No reading' : ''
}

const isBeyond = (value: number | null, limit: number | null, sign: 1 | -1) =>
  value !== null && limit !== null && (value - limit) * sign > 0

const subjectOf = ({ tracker_id, tracker_name, sensor }: SensorLog) => ({
  tracker_id,
  tracker_name,
  sensor: sensor.name,
  unit: sensor.unit,
})

/** As `2 to 8 °C`, `up to −18 °C`. */
function rangeText({ low, high }: Range, unit: string): string {
  const textOf = (value: number) => String(value).replace('-', '−')
  if (low === null && high === null) return 'No range'
  const range =
    low === null
      ? `up to ${textOf(high!)}`
      : high === null
        ? `${textOf(low)} or more`
        : `${textOf(low)} to ${textOf(high)}`
  return unit ? `${range} ${unit}` : range
}

const offsetColumn = (asked: ReportRequest): Column[] =>
  hasClockChange(asked) ? [{ name: 'offset', title: 'UTC offset', measure: 'text' }] : []

const isoOf = (at: number) => new Date(at).toISOString()
const offsetOf = (at: number, { timezone }: ReportRequest) => DateTime.fromMillis(at, { zone: timezone }).toFormat('ZZ')

type Noted = { above: boolean; below: boolean; is_gap: boolean; readings: number }
