import type { ApiContext } from '../../context.ts'
import type { Sheet } from '../../crud/sheets/layout.ts'
import { makeSheet, XLSX } from '../../crud/sheets/sheets.ts'
import { logoOfOrganisation } from '../../files/logo.ts'
import { AppError } from '../../http/errors.ts'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import { toCsv } from './csv.ts'
import type { Printed } from './pdf/printed.ts'
import type { Read } from './read.ts'
import type { Column, Row } from './report.ts'
import { reports } from './reports.ts'
import { fileNameOf } from './title.ts'

export const formats = ['xlsx', 'pdf', 'csv'] as const
export type Format = (typeof formats)[number]
export const mimeTypes: Record<Format, string> = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf', xlsx: XLSX }

/** Some 150 pages. */
const table = { layout: new URL('./pdf/layout.ts', import.meta.url), most_rows: 5000 }

/**
 * A report as a file.
 *
 * @param of.user_id who asks; null is the platform, for scheduled ones
 * @param of.printed_by what a log says of who made it
 * @throws {AppError} not_possible for a PDF of too many rows; as `PdfWorkers.make` does
 */
export async function fileOf(
  context: ApiContext,
  read: Read,
  { format, user_id, printed_by }: { format: Format; user_id: number | null; printed_by: string },
): Promise<ReportFile> {
  const { organisation_id } = read
  const common = { name: `${fileNameOf(read)}.${format}`, mimetype: mimeTypes[format] }
  if (format === 'csv') return { ...common, bytes: Buffer.from(toCsv(read)) }
  if (format === 'xlsx') return { ...common, bytes: await makeSheet(sheetOf(read), { user_id, organisation_id }) }
  const { pdf = table } = reports.find(({ name }) => name === read.report)!
  if (read.rows.length > pdf.most_rows) {
    throw new AppError(
      'not_possible',
      `This report has ${read.rows.length} rows; a PDF may have ${pdf.most_rows}. XLSX and CSV hold more.`,
    )
  }
  const printed = { read, logo: await logoOfOrganisation(context, organisation_id), printed_by }
  return {
    ...common,
    bytes: await pdfWorkers.make(pdf.layout as LayoutModule<Printed>, printed, { user_id, organisation_id }),
  }
}

function sheetOf({ title, columns, rows, totals, parts, heading, units, timezone }: Read): Sheet {
  const valuesOf = (columns: Column[], row: Row) => columns.map(({ name }) => row[name])
  const has_totals = Object.keys(totals).length > 0
  return {
    title: heading ?? title,
    columns,
    rows: rows.map((row) => valuesOf(columns, row)),
    totals: has_totals ? valuesOf(columns, totals) : null,
    units,
    timezone,
    before: parts.map((part) => ({
      title: part.title,
      columns: part.columns,
      rows: part.rows.map((row) => valuesOf(part.columns, row)),
    })),
  }
}

export type ReportFile = { name: string; mimetype: string; bytes: Buffer }
