import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import type { Sheet } from './layout.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const layout: LayoutModule<Sheet> = new URL('./layout.ts', import.meta.url)

/**
 * The one way to a spreadsheet: of lists, and of reports.
 *
 * @param of who asks; see `PdfWorkers.make`, also for what is thrown
 */
export const makeSheet = (sheet: Sheet, of: Parameters<typeof pdfWorkers.make>[2]): Promise<Buffer> =>
  pdfWorkers.make(layout, sheet, of)
