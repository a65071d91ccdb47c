import Papa from 'papaparse'
import { storableText } from '#db/text.ts'
import type { Line } from '../../crud/imports/cells.ts'
import { wrong } from '../../http/errors.ts'

export const MOST_LINES = 1000

/**
 * Reads CSV with a header, separated as its header is: by commas, semicolons or tabs.
 *
 * @param columns those that there are
 * @throws {AppError} bad_request for a text that is no CSV, unknown columns, or too many lines
 */
export function readCsv(csv: string, columns: readonly string[]): Line[] {
  const text = storableText(csv.replace(/^\uFEFF/, ''))
  const { data, meta, errors } = Papa.parse<Line>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    delimiter: delimiterOf(text),
    transformHeader: (name) => name.trim(),
  })
  const broken = errors.find(({ type }) => type === 'Quotes' || type === 'FieldMismatch')
  if (broken) throw refused(`line ${(broken.row ?? 0) + 2}: ${broken.message}.`)
  const unknown = meta.fields?.find((name) => !columns.includes(name))
  if (unknown !== undefined) throw refused(`there is no column ${unknown.slice(0, 50)}.`)
  if (data.length === 0) throw refused('there are no lines below the header.')
  if (data.length > MOST_LINES) throw refused(`give at most ${MOST_LINES} lines.`)
  return data
}

/** Field names have no separators, so that the header says which it is. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

const refused = (reason: string) => wrong('csv', `${reason}`)
