import { shareOf } from './document.ts'

/**
 * Reports of the books, computed from the entries of the ledger and the lines of their documents, so that each sums to the
 * ledger. Pure: it imports nothing but the computation of money.
 */

/**
 * What of each line counts in a period: as invoiced, as paid, or as written off.
 *
 * A part of a document falls on its lines in their order, by the sum up to each line: parts add up to what was entered,
 * periods to the longer period, and the whole document to its lines.
 */
export function countLines({ documents, entries }: Books, basis: Basis, { from, until }: Days): Counted[] {
  const sums = new Map<number, { before: number; after: number }>()
  for (const entry of entries) {
    if (entry.document_id === null || entry.day > until || basisOf(entry) !== basis) continue
    const sum = sums.get(entry.document_id) ?? { before: 0, after: 0 }
    sums.set(entry.document_id, sum)
    // A payment makes the ledger less and what was received more.
    const amount = basis === 'cash' ? -entry.amount : entry.amount
    if (entry.day < from) sum.before += amount
    sum.after += amount
  }
  return documents.flatMap((document) => {
    const sum = sums.get(document.id)
    if (!sum || sum.before === sum.after) return []
    const [before, after] = [spread(document, sum.before), spread(document, sum.after)]
    return document.lines.map((line, i) => ({ line, ...less(after[i]!, before[i]!) }))
  })
}

/** Sums of a tax return by tax type. `written_off` sums bad debts, as negative amounts. */
export function sumTaxes(books: Books, basis: 'invoice' | 'cash', days: Days): TaxSums {
  const taxed = countLines(books, basis, days)
  const of = (...types: string[]) => sum(taxed.filter(({ line }) => types.includes(line.tax_type)))
  // By payments, nothing was declared of what was never paid.
  const written_off = basis === 'cash' ? sum([]) : negative(sum(countLines(books, 'written_off', days)))
  return {
    standard: of('standard', 'reduced'),
    zero: of('zero'),
    exempt: of('exempt'),
    none: of('none', 'reverse_charge'),
    written_off,
  }
}

/** The boxes of New Zealand's GST return (GST101A) that sales fill. */
export function boxesNz(sums: TaxSums): Box[] {
  const total = sums.standard.gross + sums.zero.gross
  const taxed = total - sums.zero.gross
  const formula = shareOf(taxed, 3, 23)
  const { tax } = sums.standard
  return [
    ['5', 'Total sales and income, including GST', total],
    ['6', 'Zero-rated supplies', sums.zero.gross],
    ['7', 'Box 5 less box 6', taxed],
    ['8', 'Box 7 × 3 ÷ 23', formula],
    ['9', 'Adjustments: rounding of invoices, and other rates', tax - formula],
    ['10', 'Total GST collected', tax],
    ['13', 'Credit adjustments: GST of what was written off', sums.written_off.tax],
    ['15', 'Box 10 less box 13; purchases are not recorded here', tax - sums.written_off.tax],
  ]
}

/** The labels of Australia's activity statement that sales fill. */
export function boxesAu(sums: TaxSums): Box[] {
  const total = sums.standard.gross + sums.zero.gross + sums.exempt.gross
  const taxed = sums.standard.gross
  return [
    ['G1', 'Total sales, including GST', total],
    ['G3', 'GST-free sales', sums.zero.gross],
    ['G4', 'Input taxed sales', sums.exempt.gross],
    ['G6', 'G1 less G3 and G4', taxed],
    ['G9', 'G6 ÷ 11', shareOf(taxed, 1, 11)],
    ['1A', 'GST on sales, as invoiced', sums.standard.tax],
    ['1B', 'GST of what was written off; purchases are not recorded here', sums.written_off.tax],
    ['9', '1A less 1B', sums.standard.tax - sums.written_off.tax],
  ]
}

/** Counted lines without what is owed to contacts. */
export const incomeOf = (counted: Counted[]): Counted[] => counted.filter(({ line }) => !line.is_held)

/** Counted lines by a key of the line, such as its account. */
export function sumBy(counted: Counted[], keyOf: (line: BookLine) => string): (Amounts & { key: string })[] {
  return [...Map.groupBy(counted, ({ line }) => keyOf(line))]
    .map(([key, members]) => ({ key, ...sum(members) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** What is open at the end of a day, by its age since the due day. What is in credit has no age. */
export function ageDebts(open: Open[], day: string): (Aged & { contact_id: number | null })[] {
  return [...Map.groupBy(open, ({ contact_id }) => contact_id)].map(([contact_id, members]) => {
    const aged = { current: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0, credit: 0, total: 0 }
    for (const { due_on, amount } of members) {
      aged[amount < 0 ? 'credit' : ageOf(due_on, day)] += amount
      aged.total += amount
    }
    return { contact_id, ...aged }
  })
}

function ageOf(due_on: string | null, day: string): Exclude<keyof Aged, 'credit' | 'total'> {
  const days = due_on === null ? 0 : Math.round((Date.parse(day) - Date.parse(due_on)) / 86_400_000)
  if (days <= 0) return 'current'
  if (days <= 30) return 'days_1_30'
  if (days <= 60) return 'days_31_60'
  return days <= 90 ? 'days_61_90' : 'over_90'
}

/** What an entry is a part of. An allocation is a refund of the one document and a payment of the other. */
function basisOf({ kind, is_allocation }: Entry): Basis {
  if (kind === 'charge' || kind === 'credit') return 'invoice'
  if (kind === 'payment' || kind === 'refund' || is_allocation) return 'cash'
  return 'written_off'
}

/** A part of a document's total, as parts of its lines. */
function spread({ gross, lines }: BookDocument, part: number): Amounts[] {
  let [total, given] = [0, 0]
  return lines.map((line) => {
    total += line.gross
    const upto = gross === 0 ? 0 : shareOf(total, part, gross)
    const share = upto - given
    given = upto
    const tax = line.gross === 0 ? 0 : shareOf(line.tax, share, line.gross)
    return { net: share - tax, tax, gross: share }
  })
}

const less = (a: Amounts, b: Amounts) => ({ net: a.net - b.net, tax: a.tax - b.tax, gross: a.gross - b.gross })
// Not by a minus sign, which makes -0 of 0.
const negative = (amounts: Amounts) => less({ net: 0, tax: 0, gross: 0 }, amounts)
export const sum = (all: Amounts[]): Amounts =>
  all.reduce((s, { net, tax, gross }) => ({ net: s.net + net, tax: s.tax + tax, gross: s.gross + gross }), {
    net: 0,
    tax: 0,
    gross: 0,
  })

export type Basis = 'invoice' | 'cash' | 'written_off'
/** The first and the last day. */
export type Days = { from: string; until: string }
export type Amounts = { net: number; tax: number; gross: number }
/** `is_held`: it is owed to the contact, such as a deposit, and is no income. */
export type BookLine = Amounts & { account: string; item: string; tax_type: string; is_held?: boolean }
export type BookDocument = { id: number; gross: number; lines: BookLine[] }
/** `day` is that of the document for its charge, of the act for all else. */
export type Entry = {
  document_id: number | null
  day: string
  kind: 'charge' | 'payment' | 'refund' | 'credit' | 'writeoff' | 'adjustment'
  amount: number
  is_allocation: boolean
}
export type Books = { documents: BookDocument[]; entries: Entry[] }
export type Counted = Amounts & { line: BookLine }
export type TaxSums = Record<'standard' | 'zero' | 'exempt' | 'none' | 'written_off', Amounts>
export type Box = [box: string, title: string, amount: number]
export type Open = { contact_id: number | null; due_on: string | null; amount: number }
export type Aged = Record<
  'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'over_90' | 'credit' | 'total',
  number
>
