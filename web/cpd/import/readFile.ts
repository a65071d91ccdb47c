import Papa from 'papaparse'

export const MOST_LINES = 20_000
/** Bytes; a longer one would not fit into the browser's memory several times. */
export const MOST_BYTES = 20_000_000

/**
 * Reads a table from the bytes of a CSV file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252; separated by
 * commas, semicolons or tabs.
 *
 * @throws {FileFault} for a file without lines, or with too many
 */
export function readTable(bytes: ArrayBuffer): Table {
  const text = decode(bytes)
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const [head, ...rest] = data
  let at = 1 + breaksIn(head ?? [])
  const lines: TableLine[] = []
  for (const cells of rest) {
    const number = at + 1
    at += 1 + breaksIn(cells)
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ number, cells })
  }
  if (!head || lines.length === 0) throw new FileFault('empty')
  if (lines.length > MOST_LINES) throw new FileFault('tooLong')
  return { header: head.map((cell) => cell.trim()), lines }
}

export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
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
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** A quoted cell may have several lines. */
const breaksIn = (cells: string[]) => cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

export class FileFault extends Error {
  override name = 'FileFault'
  readonly code: 'empty' | 'tooLong'
  constructor(code: 'empty' | 'tooLong') {
    super(code)
    this.code = code
  }
}

export type Table = { header: string[]; lines: TableLine[] }
/** `number` of the line in the file, from 1. */
type TableLine = { number: number; cells: string[] }
