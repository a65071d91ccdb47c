import { createHash } from 'node:crypto'
import { decode, readTable, type Table } from '../../crud/imports/read_table.ts'
import { wrong } from '../../http/errors.ts'
import { readCamt } from './parse/camt.ts'
import { csvFields, guessMapping, isEntry, type Mapping, missingIn, namesOf, readCsv } from './parse/csv.ts'
import { type BankEntry, type BankFile, BankFileError, type DateOrder } from './parse/entry.ts'
import { readOfx } from './parse/ofx.ts'
import { readQif } from './parse/qif.ts'

export const MOST_LINES = 2000
const MOST_PREAMBLE = 20

/**
 * Reads a bank's file, whose format its contents show.
 *
 * @throws {AppError} bad_request, which says where it cannot be read; not for columns that are not mapped yet
 */
export function readBankFile(bytes: Buffer, digits: number, wish: Wish): Read {
  try {
    const read = readAny(bytes, digits, wish)
    if (read.entries.length > MOST_LINES) throw new BankFileError(`Give at most ${MOST_LINES} lines at once.`)
    return { ...read, entries: read.entries.filter(({ amount }) => amount !== 0) }
  } catch (error) {
    if (error instanceof BankFileError) throw wrong('file', error.message)
    throw error
  }
}

function readAny(bytes: Buffer, digits: number, { mapping, date_order }: Wish): Read {
  const text = decode(bytes)
  const start = text.slice(0, 4000)
  const plain = { columns: [], mapping: [], reason: null }
  if (/OFXHEADER|<OFX>/i.test(start)) return { format: 'ofx', ...readOfx(text, digits), ...plain }
  if (/^\uFEFF?\s*!(Type|Account|Option)/i.test(start))
    return { format: 'qif', ...readQif(text, digits, date_order), ...plain }
  if (/^\uFEFF?\s*</.test(start)) return { format: 'camt', ...readCamt(text, digits), ...plain }
  const table = belowPreamble(readTable(bytes))
  if (mapping && mapping.length !== table.header.length) {
    throw wrong('mapping', `must have ${table.header.length} columns, as the file has.`)
  }
  const used = mapping ?? guessMapping(table.header)
  const columns = table.header.map((name, i) => ({
    name,
    sample: table.lines.find(({ cells }) => cells[i])?.cells[i] ?? '',
  }))
  const about = { format: 'csv' as const, columns, mapping: used }
  try {
    return { ...about, ...readCsv(table, used, digits, date_order), reason: null }
  } catch (error) {
    // People choose the columns, and see why.
    if (!(error instanceof BankFileError)) throw error
    return { ...about, account: '', currency: null, entries: [], reason: error.message }
  }
}

/** Some banks write what the account is above the header: it is the first of a few lines that has a day and an amount. */
function belowPreamble(table: Table): Table {
  if (missingIn(guessMapping(table.header)) === null) return table
  const at = table.lines.slice(0, MOST_PREAMBLE).findIndex(({ cells }) => missingIn(guessMapping(cells)) === null)
  if (at >= 0) return { header: table.lines[at]!.cells, lines: table.lines.slice(at + 1) }
  return isEntry(table.header) ? withoutHeader(table) : table
}

/** Some banks write no header: the first line is a movement, too. */
function withoutHeader({ header, lines }: Table): Table {
  const all = [{ number: 1, cells: header }, ...lines]
  return { header: namesOf(all.map(({ cells }) => cells)), lines: all }
}

/**
 * What makes each entry one: its day, amount and the bank's id, which some banks use again, or else what it says, with
 * a number for what a file has several times.
 */
export function keysOf(account: string, entries: BankEntry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ id, day, amount, name, reference, details }) => {
    const own =
      id === null
        ? createHash('sha256')
            .update(JSON.stringify([day, amount, name, reference, details]))
            .digest('hex')
        : `${day} ${amount} ${id}`
    const times = (seen.get(own) ?? 0) + 1
    seen.set(own, times)
    return `${account} ${own}${times > 1 ? ` ${times}` : ''}`
  })
}

/** @throws {AppError} bad_request where columns are to be chosen first, or a line cannot be read */
export function checkRead({ mapping, reason }: Read): void {
  if (reason !== null) throw wrong(missingIn(mapping) ? 'mapping' : 'file', reason)
}

export { csvFields }

type Wish = { mapping?: Mapping | undefined; date_order?: DateOrder | undefined }
/** `reason`: why the columns are not enough. */
export type Read = BankFile & {
  format: 'ofx' | 'qif' | 'csv' | 'camt'
  columns: { name: string; sample: string }[]
  mapping: Mapping
  reason: string | null
}
