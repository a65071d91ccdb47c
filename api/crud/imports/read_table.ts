import Papa from 'papaparse'
import { storableText } from '#db/text.ts'
import { wrong } from '../../http/errors.ts'
import { readXlsx } from './read_xlsx.ts'

export const MOST_LINES = 10_000
export const MOST_COLUMNS = 100
const MOST_CHARACTERS = 2000

/**
 * Reads a table from the bytes of a file: XLSX, or CSV in UTF-8, UTF-16 with a byte order mark, or else Windows-1252,
 * separated by commas, semicolons or tabs. Empty lines are left out.
 *
 * @throws {AppError} bad_request for a file without lines, with too many, or of another kind
 */
export function readTable(bytes: Buffer): Table {
  const rows = (isZip(bytes) ? fromWorkbook(bytes) : fromText(decode(bytes))).filter(({ cells }) => cells.some(Boolean))
  const [head, ...lines] = rows
  if (!head || lines.length === 0) throw refused('there are no lines below the header.')
  if (lines.length > MOST_LINES) throw refused(`give at most ${MOST_LINES} lines.`)
  const header = head.cells
  if (header.length > MOST_COLUMNS) throw refused(`give at most ${MOST_COLUMNS} columns.`)
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > MOST_CHARACTERS))
  if (long) throw refused(`line ${long.number} has a cell of more than ${MOST_CHARACTERS} characters.`)
  return { header, lines }
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

function fromWorkbook(bytes: Buffer): TableLine[] {
  try {
    return readXlsx(bytes).map(({ cells, ...row }) => ({ ...row, cells: cells.map(tidy) }))
  } catch {
    throw refused('this is no XLSX workbook, or it is too large.')
  }
}

function fromText(whole: string): TableLine[] {
  if (whole.includes('\0')) throw refused('this is no CSV and no XLSX file.')
  // Spreadsheet programs write and read which separator it is.
  const [said = '', separator] = /^sep=(.)\r?\n/i.exec(whole) ?? []
  const text = whole.slice(said.length)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator ?? delimiterOf(text) })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) throw refused(`a quotation mark is not closed near row ${(broken.row ?? 0) + 1}.`)
  let at = said ? 2 : 1
  return data.map((cells) => {
    const number = at
    // A quoted cell may have several lines.
    at += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return { number, cells: cells.map(tidy) }
  })
}

/**
 * CSV that was written here has an apostrophe before what a spreadsheet would take for a formula; other programs write
 * `="0123"` for a number that is to keep its zeros, `862045030000010.0` for one that has none, and characters without
 * a width.
 */
function tidy(cell: string): string {
  const text = storableText(cell).replaceAll(INVISIBLE, '').trim()
  if (/^'[=+\-@]/.test(text)) return text.slice(1)
  const quoted = /^="(.*)"$/s.exec(text)?.[1]
  if (quoted !== undefined && !/(^|[^"])"("")*(?!")/.test(quoted)) return quoted.replaceAll('""', '"').trim()
  return text.replace(/^(\+?\d{6,})\.0$/, '$1')
}

/** Zero-width spaces, marks of direction and byte order, which are copied along with a number from pages and mails. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

export function decode(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** As the header has it, whose names rarely have separators in them: cells below it do. */
function delimiterOf(text: string): string {
  const head = text.trimStart().split(/[\r\n]/, 1)[0]!
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

const refused = (reason: string) => wrong('file', reason)

export type Table = { header: string[]; lines: TableLine[] }
/**
 * `number` of the line in the file, from 1, which is the header's. `unread` are cells that have no text to be read, by
 * their column, with the reason.
 */
export type TableLine = { number: number; cells: string[]; unread?: Map<number, string> }
