import type { Table } from '../../../crud/imports/read_table.ts'
import { type BankEntry, type BankFile, BankFileError, cut, type DateOrder, dayOf, minorOf, orderOf } from './entry.ts'

export const csvFields = ['day', 'amount', 'money_in', 'money_out', 'name', 'reference', 'details', 'id'] as const
export type CsvField = (typeof csvFields)[number]
/** What each column is, null for what is left out. */
export type Mapping = (CsvField | null)[]

/** Of a CSV file or a workbook, as its columns are mapped. */
export function readCsv({ lines }: Table, mapping: Mapping, digits: number, order?: DateOrder): BankFile {
  const column = (field: CsvField) => mapping.indexOf(field)
  const missing = missingIn(mapping)
  if (missing) throw new BankFileError(missing)
  const used = order ?? orderOf(lines.map(({ cells }) => cells[column('day')] ?? ''))
  const entries = lines.map(({ number, cells }): BankEntry => {
    const where = `Line ${number}`
    const of = (field: CsvField) => (column(field) < 0 ? '' : (cells[column(field)] ?? ''))
    // Several columns may be one field: particulars, code and reference of a bank are.
    const joined = (field: CsvField) => mapping.map((each, i) => (each === field ? (cells[i] ?? '') : '')).join(' ')
    const one = (field: CsvField) => (of(field) === '' ? 0 : minorOf(of(field), digits, where))
    const amount =
      column('amount') >= 0
        ? minorOf(of('amount'), digits, where)
        : Math.abs(one('money_in')) - Math.abs(one('money_out'))
    return {
      day: dayOf(of('day'), used, where),
      amount,
      name: cut(joined('name'), 200),
      reference: cut(joined('reference'), 200),
      details: cut(joined('details'), 500),
      id: cut(of('id'), 150) || null,
    }
  })
  return { account: '', currency: null, entries }
}

/** What is to be chosen yet, as a sentence. */
export function missingIn(mapping: Mapping): string | null {
  if (!mapping.includes('day')) return 'Choose which column is the day.'
  if (mapping.includes('amount') || (mapping.includes('money_in') && mapping.includes('money_out'))) return null
  return 'Choose which column is the amount, or which are money in and money out.'
}

/** What columns are by their names, as banks call them. */
export function guessMapping(header: string[]): Mapping {
  const taken = new Set<CsvField>()
  return header.map((name) => {
    const found = names.find(
      ([field, pattern]) => pattern.test(name.trim()) && (several.has(field) || !taken.has(field)),
    )
    if (found) taken.add(found[0])
    return found?.[0] ?? null
  })
}

const several = new Set<CsvField>(['reference', 'details', 'name'])
const names: [CsvField, RegExp][] = [
  ['money_in', /^(money in|credit( amount)?|deposits?|paid in|haben)$/i],
  ['money_out', /^(money out|debit( amount)?|withdrawals?|paid out|soll)$/i],
  ['amount', /^(amount|value|betrag|montant|importe|transaction amount)\b/i],
  ['day', /^(date|day|transaction date|posted|booking date|process(ed)? date|buchungstag|datum)\b/i],
  ['id', /^(unique id|transaction id|fitid|id)$/i],
  ['name', /^(name|payee|other party|counterparty|to\/from|from|tp (account )?name|particulars name|auftraggeber.*)$/i],
  ['reference', /^(reference|ref|particulars|code|analysis code|verwendungszweck)\b/i],
  ['details', /^(details?|description|memo|narrative|type|tran(saction)? type)\b/i],
]

/** Whether a line without a header has a day and an amount in it. */
export const isEntry = (cells: string[]): boolean => cells.some(isDay) && cells.some(isAmount)

/**
 * Names of the columns of a file without a header: the first day, the first amount, which is in every line (a balance
 * comes after it; money in and money out are chosen by people), what has words, and numbers for the rest.
 */
export function namesOf(lines: string[][]): string[] {
  const [first] = lines as [string[]]
  const day = first.findIndex(isDay)
  const amount = first.findIndex((_, i) => i !== day && lines.every((cells) => isAmount(cells[i] ?? '')))
  const isText = (i: number) => lines.some((cells) => /\p{L}{2}/u.test(cells[i] ?? ''))
  const nameOf = (i: number) => (isText(i) ? 'Details' : `Column ${i + 1}`)
  return first.map((_, i) => (i === day ? 'Date' : i === amount ? 'Amount' : nameOf(i)))
}

const isDay = (cell: string) => reads(() => dayOf(cell, 'dmy', '')) || reads(() => dayOf(cell, 'mdy', ''))
/** With places of a minor unit or a sign, which numbers of accounts do not have. */
const isAmount = (cell: string) => /[.,]\d{1,2}\D*$|^[-+(]/.test(cell) && reads(() => minorOf(cell, 2, ''))

function reads(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}
