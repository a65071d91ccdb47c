import type { RawBuilder } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Measure } from '../../crud/sheets/measures.ts'
import type { Filter, ReportRequest } from './request.ts'

/**
 * Declares a report. Its answer, its page with chart and totals, its CSV, XLSX and PDF and its mails derive from it.
 *
 * @example
 * export const idling = defineReport({
 *   name: 'idling',
 *   title: 'Idling',
 *   about: 'Engines that ran while nothing moved',
 *   filters: ['at_least_s'],
 *   columns: [trackerColumn, { name: 'idle_s', title: 'Idling', measure: 'duration', total: 'sum' }],
 *   chart: { by: 'tracker_name', of: 'idle_s' },
 *   rows: (asked) => sql`select … from ${segmentsIn(asked, 'idle')} …`,
 * })
 */
export const defineReport = (report: Report): Report => report

export type Report = Declared & (OfStatement | OfReading)

type Declared = {
  /** In its address and its translations. */
  name: string
  title: string
  /** One sentence: which question it answers. */
  about: string
  /** What its figures depend on, such as the working hours that are asked. */
  detail?(asked: ReportRequest): string
  /** What may be asked besides the period and trackers. */
  filters?: readonly Filter[]
  /** Days of the longest period; a year and a day by default. */
  most_days?: number
  /** A function where they depend on the period. */
  columns: Column[] | ((asked: ReportRequest) => Column[])
  /** A bar for each value of a column, of the sums of another. */
  chart?: { by: string; of: string }
  /** What stands above the rows, where there are further tables. */
  heading?: string
  /** What its page says without rows; otherwise that nothing happened. */
  empty?: string
  /** Rows of an answer, at most; files have all. */
  shown?: number
  /** A PDF of its own; otherwise rows are a table. */
  pdf?: { layout: URL; most_rows: number }
}

type OfStatement = {
  /** A statement whose columns have the names of `columns`, and further ones for the page: `tracker_id`, `began_at`, `why`, `way`. */
  rows(asked: ReportRequest): RawBuilder<Row>
  /** Makes one row of several, before totals and chart. */
  shape?(rows: Row[], asked: ReportRequest): Row[] | Promise<Row[]>
}

type OfReading = {
  /** Reads what no statement finds, such as values in files: in a queue, and for a minute at most. */
  read(db: Db, asked: ReportRequest, signal: AbortSignal): Promise<{ rows: Row[]; parts: Part[] }>
}

/** A table above the rows. */
export type Part = { name: string; title: string; columns: Column[]; rows: Row[]; empty: string }

export type Column = {
  name: string
  title: string
  measure: Measure
  /** What stands below the column. */
  total?: 'sum' | 'max'
  /** Coloured by its share of the greatest value. */
  heat?: true
  /** Decimals of shares and other numbers. */
  digits?: number
}

export type Value = string | number | null
export type Row = Record<string, Value>

export const trackerColumn: Column = { name: 'tracker_name', title: 'Tracker', measure: 'text' }
