import { LARGEST_AMOUNT } from '#db/tables/billing/values.ts'
import { fromHome, type Places, partsToHome, toHome } from '../money/exchange.ts'
import { NEAR } from '../money/shared/near.ts'

/**
 * Which open documents movements of the bank may be for: by their numbers in its words, by the amount, and by who paid.
 * Pure. Nothing is decided: a person confirms. The documents are read once for all lines, each line looks at each once.
 *
 * A line in the home currency may pay a document in another one, at about the document's rate.
 *
 * @example
 * const match = matcherOf(openDocuments)
 * lines.map(match)
 */
export function matcherOf(open: OpenDocument[]): (line: Movement) => Match[] {
  const numbered = open.map((document) => ({
    document,
    numbers: [document.document_number, document.former_number].flatMap((text) => (text ? [numberOf(text)] : [])),
    names: document.contact_names.map(nameWords).filter((words) => words.join('').length > 3),
    at_rate: atRate(document),
  }))
  const shared = sharedFigures(numbered)
  const known = numbered.map((one) => ({
    ...one,
    numbers: one.numbers.map((number) => (shared.has(number.figures) ? { ...number, figures: '' } : number)),
  }))
  return (line) => {
    const said = wordsOf(`${line.name} ${line.reference} ${line.details}`)
    const words = new Set(said)
    const joined = said.join('')
    const amount = Math.abs(line.amount)
    const judged = known.flatMap(({ document, numbers, names, at_rate }): Judged[] => {
      if ((document.type === 'invoice') !== line.amount > 0) return []
      const is_own = document.currency === line.currency
      if (!is_own && document.home?.currency !== line.currency) return []
      const is_by = names.some((wanted) => wanted.every((word) => words.has(word)))
      const is_named = numbers.some((number) => isNumberIn(number, words, joined))
      return [
        {
          document,
          is_named,
          is_by,
          is_exact: is_own && (document.open === amount || (document.open > 0 && document.payable === amount)),
          at_rate: is_own ? null : at_rate,
        },
      ]
    })
    const own = judged.filter(({ at_rate }) => at_rate === null)
    return [
      ...singles(own, amount),
      ...sums(own, amount),
      ...exchanged(judged, amount),
      ...exchangedSums(judged, amount),
    ]
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, MOST)
  }
}

/** One document each. */
function singles(judged: Judged[], amount: number): Match[] {
  const exact = judged.filter(({ is_exact }) => is_exact)
  const by = exact.filter(({ is_by }) => is_by).length
  const others = Map.groupBy(
    exact.filter(({ is_by }) => !is_by),
    ({ document }) => document.contact_id,
  )
  return judged.flatMap((one): Match[] => {
    const is_alone = by + (others.get(one.document.contact_id)?.length ?? 0) === 1
    const confidence = confidenceOf(one, is_alone, exact.length === 1)
    if (confidence === 0) return []
    const { document } = one
    const part = { ...partOf(document), amount: document.open === 0 ? amount : Math.min(document.open, amount) }
    return [{ confidence, reasons: reasonsOf(one), parts: withRest(part, amount) }]
  })
}

/** In per cent. Both the number and the amount are as good as certain; an amount alone is only a hint. */
function confidenceOf({ is_named, is_by, is_exact, document }: Judged, is_alone: boolean, is_only: boolean): number {
  if (is_named && is_exact) return 99
  // Void: of a membership that has lapsed, named by who pays late.
  if (document.open === 0) return is_named ? 80 : 0
  if (is_named) return is_by ? 90 : 85
  if (is_by && is_exact) return is_alone ? 88 : 60
  if (is_exact) return is_only ? 45 : 25
  return is_by ? 30 : 0
}

/** Several invoices of one contact that are paid together: those that are named, or all that are open. */
function sums(judged: Judged[], amount: number): Match[] {
  return [
    ...Map.groupBy(
      judged.filter(({ document }) => document.open > 0),
      ({ document }) => document.contact_id,
    ),
  ].flatMap(([, members]) => {
    const named = members.filter(({ is_named }) => is_named)
    const group = named.length > 1 ? named : members
    const total = group.reduce((sum, { document }) => sum + document.open, 0)
    if (group.length < 2 || total !== amount) return []
    const is_by = group.some((one) => one.is_by)
    if (named.length < 2 && !is_by) return []
    const reasons: Reason[] = [
      ...(named.length > 1 ? (['reference'] as const) : []),
      'amount',
      ...(is_by ? (['name'] as const) : []),
    ]
    const parts = group.map(({ document }) => ({ ...partOf(document), amount: document.open }))
    return [{ confidence: named.length > 1 ? 97 : 82, reasons, parts }]
  })
}

/**
 * Documents in another currency, named by their number or by who paid. An amount alone is no evidence: what is near is
 * too wide for that.
 */
function exchanged(judged: Judged[], amount: number): Match[] {
  const by = judged.filter(
    ({ is_by, is_exact, at_rate }) => is_by && (is_exact || (at_rate && nearest(at_rate, amount) !== null)),
  )
  return judged.flatMap(({ document, is_named, is_by, at_rate }): Match[] => {
    // A void invoice of a lapsed membership has nothing open; a late payment may still name it.
    if (at_rate === null || !(is_named || (is_by && document.open > 0))) return []
    const near = nearest(at_rate, amount)
    const estimate = fromHome(amount, document.home!.rate, document.home!)
    // More than a credit note has open is not refunded.
    const most = document.type === 'invoice' ? estimate : Math.min(estimate, document.open)
    const document_amount = near ?? most
    if (document_amount <= 0 || document_amount > LARGEST_AMOUNT) return []
    const is_alone = by.length === 1
    const reasons: Reason[] = [
      ...(is_named ? (['reference'] as const) : []),
      ...(near === null ? [] : (['rate'] as const)),
      ...(is_by ? (['name'] as const) : []),
    ]
    const part = { ...partOf(document), document_amount, document_currency: document.currency, amount }
    return [{ confidence: exchangedConfidence(is_named, near !== null, is_alone), reasons, parts: [part] }]
  })
}

/** Several documents in another currency that a line names, of one contact, where it is near what is open of them all. */
function exchangedSums(judged: Judged[], amount: number): Match[] {
  const named = judged.flatMap(({ document, is_named, is_by, at_rate }) =>
    is_named && at_rate && document.open > 0 ? [{ document, is_by, home: at_rate.open.home }] : [],
  )
  const groups = Map.groupBy(named, ({ document }) => `${document.contact_id} ${document.currency}`)
  return [...groups.values()].flatMap((group): Match[] => {
    const homes = group.map(({ home }) => home)
    const total = homes.reduce((sum, home) => sum + home, 0)
    if (group.length < 2 || Math.abs(amount - total) > total * NEAR) return []
    const shares = partsToHome(homes, amount)
    if (shares.some((share) => share <= 0)) return []
    const parts = group.map(({ document }, i) => ({
      ...partOf(document),
      document_amount: document.open,
      document_currency: document.currency,
      amount: shares[i]!,
    }))
    return [
      {
        confidence: 90,
        reasons: ['reference', 'rate', ...(group.some(({ is_by }) => is_by) ? (['name'] as const) : [])],
        parts,
      },
    ]
  })
}

/** In per cent. Only with the number it is ticked beforehand, and only if the whole is paid: else it is an estimate. */
function exchangedConfidence(is_named: boolean, is_near: boolean, is_alone: boolean): number {
  if (is_named) return is_near ? 92 : 70
  if (is_near) return is_alone ? 70 : 50
  return 25
}

/** What is open of a document, or due of it, if an amount of the home currency is near that. */
function nearest({ open, payable }: AtRate, amount: number): number | null {
  const near = [open, payable].filter(({ home }) => home > 0 && Math.abs(amount - home) <= home * NEAR)
  near.sort((a, b) => Math.abs(amount - a.home) - Math.abs(amount - b.home))
  return near[0]?.amount ?? null
}

function atRate({ open, payable = open, home }: OpenDocument): AtRate | null {
  if (!home) return null
  const both = (amount: number) => ({ amount, home: toHome(amount, home.rate, home) })
  return { open: both(open), payable: both(payable) }
}

/** What exceeds the document becomes credit of its contact. */
function withRest(part: Part, amount: number): Part[] {
  const rest = amount - part.amount
  return rest <= 0 ? [part] : [part, { ...part, invoice_id: null, document_number: null, amount: rest }]
}

const partOf = ({ id, document_number, contact_id, contact_names }: OpenDocument) => ({
  payout_id: null,
  arrives_on: null,
  document_amount: null,
  document_currency: null,
  invoice_id: id,
  document_number,
  contact_id,
  contact_name: contact_names[0] ?? '',
})

function reasonsOf({ is_named, is_exact, is_by }: Judged): Reason[] {
  return [
    ...(is_named ? (['reference'] as const) : []),
    ...(is_exact ? (['amount'] as const) : []),
    ...(is_by ? (['name'] as const) : []),
  ]
}

/** A number as it was printed, or without its prefix and leading zeros where at least three figures are left. */
function isNumberIn({ whole, figures, pattern }: DocumentNumber, words: Set<string>, joined: string): boolean {
  if (words.has(whole)) return true
  if (pattern && joined.includes(whole) && pattern.test(joined)) return true
  return figures.length >= 4 && words.has(figures)
}

/** Last figures of several documents, such as of numbers that begin again each year: they name none of them. */
function sharedFigures(numbered: { numbers: DocumentNumber[]; document: OpenDocument }[]): Set<string> {
  const ids = new Map<string, Set<number>>()
  for (const { numbers, document } of numbered) {
    for (const { figures } of numbers) ids.set(figures, (ids.get(figures) ?? new Set()).add(document.id))
  }
  return new Set([...ids].filter(([, documents]) => documents.size > 1).map(([figures]) => figures))
}

function numberOf(document_number: string): DocumentNumber {
  const whole = wordsOf(document_number).join('')
  // Written with blanks or points, and not a longer number.
  const pattern = /[a-z]/.test(whole) ? new RegExp(`${whole}(?!\\d)`) : null
  return { whole, figures: /(\d+)$/.exec(whole)?.[1] ?? '', pattern }
}

/** All words of a name of a contact, in whatever order; a name of one short word is no evidence. */
const nameWords = (name: string): string[] =>
  wordsOf(name).filter((word) => word.length > 1 && !/^(ltd|limited|inc|mr|mrs|ms|dr)$/.test(word))

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** As many as a person chooses from. */
export const MOST = 5

export type Movement = { amount: number; currency: string; name: string; reference: string; details: string }
export type OpenDocument = {
  id: number
  type: 'invoice' | 'credit_note'
  document_number: string
  /** Of an invoice brought forward: its number in the books before. */
  former_number?: string | null
  contact_id: number
  contact_names: string[]
  currency: string
  /** 0: void, of a membership that has lapsed. */
  open: number
  /** Of one that is paid in instalments, what is due of it. */
  payable?: number
  /** Of one in another currency that has a rate: the home currency. */
  home?: (Places & { currency: string; rate: string }) | null
}
export const reasons = ['reference', 'amount', 'rate', 'name', 'day'] as const
export type Reason = (typeof reasons)[number]
export type Part = {
  /** Of a payment provider: with neither a document nor a contact. */
  payout_id: number | null
  arrives_on: string | null
  /** Null: credit on account of the contact. */
  invoice_id: number | null
  document_number: string | null
  contact_id: number | null
  /** Or that of the provider. */
  contact_name: string
  amount: number
  /** Of a document in another currency: what of it is paid, in that. */
  document_amount: number | null
  document_currency: string | null
}
export type Match = { confidence: number; reasons: Reason[]; parts: Part[] }
type Judged = { document: OpenDocument; is_named: boolean; is_by: boolean; is_exact: boolean; at_rate: AtRate | null }
/** What is open and what is due, each in the document's currency, and in the home currency at the document's rate. */
type AtRate = Record<'open' | 'payable', { amount: number; home: number }>
type DocumentNumber = { whole: string; figures: string; pattern: RegExp | null }
