import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { limitReads } from '../../crud/lists.ts'
import type { Measure, Units } from '../../crud/sheets/measures.ts'
import { limitFiles } from '../../crud/tiers/limits.ts'
import { AppError } from '../../http/errors.ts'
import type { Column, Part, Report, Row } from './report.ts'
import type { Filter, ReportRequest } from './request.ts'

/** Rows that a report is made of, at most. */
export const MAX_ROWS = 100_000
const READING_MS = 60_000
/** Bars of a chart, at most. */
const MAX_BARS = 30

/**
 * Reads the rows of a report with their totals and chart.
 *
 * @param limit rows at most; `is_cut` says that there are more, and totals are of all
 * @throws {AppError} not_possible for more than `MAX_ROWS`
 */
export async function readReport(db: Db, report: Report, asked: ReportRequest, limit: number): Promise<Read> {
  const { rows: shaped, parts } = await readRows(db, report, asked)
  const rows = shaped.slice(0, limit)
  const all = typeof report.columns === 'function' ? report.columns(asked) : report.columns
  const columns = chosen(all, asked)
  const { organisation_id, organisation_name, timezone, units, from, until } = asked
  return {
    report: report.name,
    title: report.title,
    about: report.detail ? `${report.about}: ${report.detail(asked)}` : report.about,
    filters: [...(report.filters ?? [])],
    organisation_id,
    organisation_name,
    timezone,
    units,
    from,
    until,
    columns,
    parts,
    heading: report.heading ?? null,
    empty: report.empty ?? null,
    choices: all
      .slice(1)
      .filter(({ heat }) => !heat)
      .map(({ name, title }) => ({ name, title })),
    rows,
    totals: totalsOf(columns, shaped),
    chart: chartOf(report, all, shaped),
    count: shaped.length,
    is_cut: shaped.length > rows.length,
  }
}

async function readRows(db: Db, report: Report, asked: ReportRequest): Promise<{ rows: Row[]; parts: Part[] }> {
  if ('read' in report) {
    const user = String(asked.viewer.user_id)
    return limitFiles(user, (signal) => report.read(db, asked, signal), READING_MS)
  }
  const statement = sql<Row>`${report.rows(asked)} limit ${sql.lit(MAX_ROWS + 1)}`
  const { rows } = await limitReads(asked.viewer, () => statement.execute(db))
  if (rows.length > MAX_ROWS) {
    throw new AppError(
      'not_possible',
      `This report has more than ${MAX_ROWS} rows: please ask for fewer days or trackers.`,
    )
  }
  return { rows: report.shape ? await report.shape(rows, asked) : rows, parts: [] }
}

/** The first column says what a row is about; those of a matrix are not chosen one by one. */
function chosen(all: Column[], { columns }: ReportRequest): Column[] {
  if (columns === undefined) return all
  const names = columns.split(',')
  return all.filter(({ name, heat }, index) => index === 0 || heat || names.includes(name))
}

/** Of all rows, also those that are not shown. */
function totalsOf(columns: Column[], rows: Row[]): Row {
  const totals: Row = {}
  for (const { name, total } of columns) {
    if (!total) continue
    const values = rows.map((row) => row[name]).filter((value) => typeof value === 'number')
    if (values.length > 0) totals[name] = values.reduce(total === 'sum' ? (a, b) => a + b : (a, b) => Math.max(a, b))
  }
  return totals
}

function chartOf({ chart }: Report, columns: Column[], rows: Row[]): Chart | null {
  if (!chart) return null
  const { title, measure } = columns.find(({ name }) => name === chart.of)!
  const sums = new Map<string, number>()
  for (const row of rows) {
    const label = String(row[chart.by] ?? '')
    sums.set(label, (sums.get(label) ?? 0) + Number(row[chart.of] ?? 0))
  }
  const bars = [...sums].map(([label, value]) => ({ label, value })).filter(({ value }) => value > 0)
  const shown = bars.toSorted((a, b) => b.value - a.value).slice(0, MAX_BARS)
  return { of: chart.of, title, measure, bars: shown, others: bars.length - shown.length }
}

export type Read = {
  report: string
  title: string
  about: string
  /** What it may be asked besides its period and trackers. */
  filters: Filter[]
  organisation_id: number
  organisation_name: string
  timezone: string
  units: Units
  from: string
  until: string
  columns: Column[]
  /** Tables above the rows, and what then stands above these. */
  parts: Part[]
  heading: string | null
  /** What there is to say without rows. */
  empty: string | null
  /** Columns that may be left out. */
  choices: { name: string; title: string }[]
  rows: Row[]
  totals: Row
  chart: Chart | null
  count: number
  is_cut: boolean
}
type Chart = {
  of: string
  title: string
  measure: Measure
  bars: { label: string; value: number }[]
  /** How many further bars there would be. */
  others: number
}
