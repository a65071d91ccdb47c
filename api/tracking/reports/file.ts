import { AppError } from '../../http/errors.ts'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import { toCsv } from './csv.ts'
import type { Read } from './read.ts'
import { fileNameOf } from './title.ts'

export const formats = ['xlsx', 'pdf', 'csv'] as const
export type Format = (typeof formats)[number]
export const mimeTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** The most rows of a PDF: some 150 pages. */
const MAX_PDF_ROWS = 5000

const layouts: Record<'pdf' | 'xlsx', LayoutModule<Read>> = {
  pdf: new URL('./pdf/layout.ts', import.meta.url),
  xlsx: new URL('./xlsx/layout.ts', import.meta.url),
}

/**
 * A report as a file.
 *
 * @param user_id who asks; null is the platform, for scheduled ones
 * @throws {AppError} not_possible for a PDF of too many rows; as `PdfWorkers.make` does
 */
export async function fileOf(read: Read, format: Format, user_id: number | null): Promise<ReportFile> {
  const common = { name: `${fileNameOf(read)}.${format}`, mimetype: mimeTypes[format] }
  if (format === 'csv') return { ...common, bytes: Buffer.from(toCsv(read)) }
  if (format === 'pdf' && read.rows.length > MAX_PDF_ROWS) {
    throw new AppError(
      'not_possible',
      `This report has ${read.rows.length} rows; a PDF may have ${MAX_PDF_ROWS}. XLSX and CSV hold more.`,
    )
  }
  const { organisation_id } = read
  return { ...common, bytes: await pdfWorkers.make(layouts[format], read, { user_id, organisation_id }) }
}

export type ReportFile = { name: string; mimetype: string; bytes: Buffer }
