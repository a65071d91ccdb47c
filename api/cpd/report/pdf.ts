import type { ApiContext } from '../../context.ts'
import { keptDocument } from '../../files/documents/kept.ts'
import { AppError } from '../../http/errors.ts'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import type { Report } from './schema.ts'

/** Rows of a report, at most: its pages are made in memory. */
export const MAX_ROWS = 6000
/** Characters of texts, at most: some two hundred pages. */
const MAX_CHARACTERS = 500_000

const layout: LayoutModule<Report> = new URL('./layout.ts', import.meta.url)

/**
 * A report as tagged PDF. The same report gives the same bytes: of a closed cycle always, and it is made once and kept;
 * of an open one on one day.
 *
 * @param user_id who asks: each has their turn
 * @throws {AppError} not_possible for more rows or characters than these; as `PdfWorkers.make` does
 */
export async function toPdf(context: ApiContext, report: Report, user_id: number): Promise<Buffer> {
  checkSize(report)
  const { id, organisation_id, closed_at, today: _, ...shown } = report
  const make = () => pdfWorkers.make(layout, report, { user_id, organisation_id })
  if (!closed_at) return make()
  return keptDocument(context, { organisation_id, devplan_id: id }, { ...shown, closed_at }, make)
}

function checkSize(report: Report): void {
  const rows = report.activities.length + report.procedures.length + report.evidence.length + report.goals.length
  if (rows > MAX_ROWS) {
    throw new AppError(
      'not_possible',
      `This report has ${rows} rows; a PDF may have ${MAX_ROWS}. Lists have a CSV file.`,
    )
  }
  const texts = [report.text, report.self_evaluation, ...report.activities.map(({ learnings }) => learnings)]
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  if (characters > MAX_CHARACTERS) {
    throw new AppError(
      'not_possible',
      `The texts of this report have ${characters} characters; a PDF may have ${MAX_CHARACTERS}.`,
    )
  }
}
