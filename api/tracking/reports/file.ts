import type { ApiContext } from '../../context.ts'
import type { Sheet } from '../../crud/sheets/layout.ts'
import { makeSheet, XLSX } from '../../crud/sheets/sheets.ts'
import { logoOfOrganisation } from '../../files/logo.ts'
import { AppError } from '../../http/errors.ts'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import { toCsv } from './csv.ts'
import type { Printed } from './pdf/layout.ts'
import type { Read } from './read.ts'
import type { Row } from './report.ts'
import { fileNameOf } from './title.ts'

export const formats = ['xlsx', 'pdf', 'csv'] as const
export type Format = (typeof formats)[number]
export const mimeTypes: Record<Format, string> = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf', xlsx: XLSX }
/** The most rows of a PDF: some 150 pages. */
const MAX_PDF_ROWS = 5000

const layout: LayoutModule<Printed> = new URL('./pdf/layout.ts', import.meta.url)

/**
 * A report as a file.
 *
 * @param user_id who asks; null is the platform, for scheduled ones
 * @throws {AppError} not_possible for a PDF of too many rows; as `PdfWorkers.make` does
 */
export async function fileOf(
  context: ApiContext,
  read: Read,
  format: Format,
  user_id: number | null,
): Promise<ReportFile> {
  const { organisation_id } = read
  const common = { name: `${fileNameOf(read)}.${format}`, mimetype: mimeTypes[format] }
  if (format === 'csv') return { ...common, bytes: Buffer.from(toCsv(read)) }
  if (format === 'xlsx') return { ...common, bytes: await makeSheet(sheetOf(read), { user_id, organisation_id }) }
  if (read.rows.length > MAX_PDF_ROWS) {
    throw new AppError(
      'not_possible',
      `This report has ${read.rows.length} rows; a PDF may have ${MAX_PDF_ROWS}. XLSX and CSV hold more.`,
    )
  }
  const logo = await logoOfOrganisation(context, organisation_id)
  return { ...common, bytes: await pdfWorkers.make(layout, { read, logo }, { user_id, organisation_id }) }
}

function sheetOf({ title, columns, rows, totals, units, timezone }: Read): Sheet {
  const valuesOf = (row: Row) => columns.map(({ name }) => row[name])
  const has_totals = Object.keys(totals).length > 0
  return { title, columns, rows: rows.map(valuesOf), totals: has_totals ? valuesOf(totals) : null, units, timezone }
}

export type ReportFile = { name: string; mimetype: string; bytes: Buffer }
