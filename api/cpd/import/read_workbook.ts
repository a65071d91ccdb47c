import Papa from 'papaparse'
import { Type } from 'typebox'
import { inBackground } from '#db/embedded/session_queue.ts'
import { defineAction } from '../../crud/action.ts'
import { readTable } from '../../crud/imports/read_table.ts'

/** Characters of base64: a workbook of two megabytes. */
const MOST = 2_800_000

/** A workbook as CSV, whose columns the page then shows and whose lines it sends: nothing is stored. */
export const readWorkbook = defineAction({
  method: 'POST',
  path: 'cpd/import/workbook',
  tags: ['cpd'],
  summary: 'Read the first sheet of an XLSX workbook as CSV, for an import. Nothing is stored',
  body: Type.Object(
    { file: Type.String({ maxLength: MOST, contentEncoding: 'base64', pattern: '^[A-Za-z0-9+/]*={0,2}$' }) },
    { additionalProperties: false },
  ),
  answer: Type.Object({ csv: Type.String() }),
  status: 200,
  config: { rateLimit: { max: 30, timeWindow: 60_000 } },
  run: ({ body: { file } }) =>
    inBackground(async () => {
      const { header, lines } = readTable(Buffer.from(file, 'base64'))
      return { csv: Papa.unparse([header, ...lines.map(({ cells }) => cells)]) }
    }),
})
