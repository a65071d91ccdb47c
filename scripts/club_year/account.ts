import { gstOf, later, plus, share } from './days.ts'

/** What the book has of one contact: its documents, and every line of the ledger. */
export class Account {
  readonly name: string
  readonly documents: Document[] = []
  readonly lines: Line[] = []

  constructor(name: string) {
    this.name = name
  }

  /** What was paid and belongs to no invoice. */
  get credit(): number {
    return -sum(this.lines.filter(({ document }) => document === null))
  }

  /** An invoice of one line; what the contact has as credit, and has been credited, is used for it. */
  invoice(kind: DocumentKind, gross: number, { off = 0, parts = [], issued_on, due_on }: Terms): Document {
    const amounts = off === 0 ? [gross] : [gross + off, -off]
    const days = { issued_on, due_on: parts.at(-1)?.due_on ?? due_on }
    const invoice = this.#add({ type: 'invoice', kind, gross, amounts, parts, credits: null, ...days })
    this.#write(days.issued_on, 'charge', gross, invoice)
    const used = Math.min(this.credit, gross)
    if (used > 0) {
      this.#write(days.issued_on, 'adjustment', used, null)
      this.#write(days.issued_on, 'adjustment', -used, invoice)
    }
    for (const note of this.documents) if (note.type === 'credit_note') this.#setOff(note, invoice, days.issued_on)
    return invoice
  }

  /** Takes something off an invoice; what that does not owe stays open on the credit note. */
  creditNote(invoice: Document, gross: number, day: string): Document {
    const note = this.#add({
      type: 'credit_note',
      kind: 'credit',
      gross,
      amounts: [gross],
      parts: [],
      credits: invoice,
      issued_on: day,
      due_on: day,
    })
    this.#write(day, 'credit', -gross, note)
    this.#setOff(note, invoice, day)
    return note
  }

  /** Money that arrives for an invoice: what exceeds it is credit. */
  pay(invoice: Document, amount: number, day: string): void {
    const part = invoice.state === 'authorised' ? Math.min(openOf(invoice), amount) : 0
    if (part > 0) this.#write(day, 'payment', -part, invoice)
    if (amount > part) this.#write(day, 'payment', part - amount, null)
  }

  /** Money that goes back, of what was paid for an invoice, of a credit note, or of credit. */
  refund(document: Document | null, amount: number, day: string): void {
    this.#write(day, 'refund', amount, document)
  }

  /** A chargeback that is won: what was taken comes back to its invoice, or is credit where that is void or paid. */
  reinstate(document: Document, amount: number, day: string): void {
    const fits = document.state === 'authorised' && openOf(document) >= amount
    this.#write(day, 'refund', -amount, fits ? document : null)
  }

  void(document: Document, day: string): void {
    document.state = 'void'
    this.#write(day, 'charge', -document.gross, document)
  }

  /** What of each document was open at the end of a day; null is what belongs to none. */
  openAt(day: string): Map<Document | null, number> {
    const open = new Map<Document | null, number>()
    for (const line of this.lines) {
      if (line.day <= day) open.set(line.document, (open.get(line.document) ?? 0) + line.amount)
    }
    return new Map([...open].filter(([, amount]) => amount !== 0))
  }

  /** Sales and their tax in a period. */
  sales(basis: 'invoice' | 'cash', from: string, until: string): { gross: number; tax: number } {
    const total = { gross: 0, tax: 0 }
    for (const document of this.documents) {
      const upto = (day: string) => {
        const counted = this.lines.filter(
          (line) => line.document === document && isOf(basis, line) && dayOf(line) <= day,
        )
        const gross = basis === 'cash' ? -sum(counted) : sum(counted)
        return { gross, tax: taxOfPart(document, gross) }
      }
      const [before, after] = [upto(plus(from, -1)), upto(until)]
      total.gross += after.gross - before.gross
      total.tax += after.tax - before.tax
    }
    return total
  }

  #add(values: Omit<Document, 'tax' | 'state' | 'lines' | 'number'>): Document {
    const document: Document = {
      ...values,
      number: this.documents.length,
      tax: values.amounts.reduce((total, amount) => total + gstOf(amount), 0),
      state: 'authorised',
      lines: [],
    }
    this.documents.push(document)
    return document
  }

  #setOff(note: Document, invoice: Document, day: string): void {
    const amount = Math.min(-sum(note.lines), openOf(invoice))
    if (amount <= 0 || note.state !== 'authorised' || invoice.state !== 'authorised') return
    this.#write(day, 'adjustment', amount, note)
    this.#write(day, 'adjustment', -amount, invoice, note.credits === invoice)
  }

  #write(day: string, kind: Line['kind'], amount: number, document: Document | null, is_less = false): void {
    const line = { day, kind, amount, document, is_less }
    this.lines.push(line)
    if (!document) return
    document.lines.push(line)
    if (document.state !== 'void') document.state = sum(document.lines) === 0 ? 'paid' : 'authorised'
  }
}

/** The tax of a part of a document, which falls on its lines in their order. */
function taxOfPart({ gross, amounts }: Document, part: number): number {
  // What costs nothing is charged nowhere.
  if (gross === 0) return 0
  let [tax, total, given] = [0, 0, 0]
  for (const amount of amounts) {
    total += amount
    const upto = share(total, part, gross)
    if (amount !== 0) tax += share(gstOf(amount), upto - given, amount)
    given = upto
  }
  return tax
}

export const sum = (lines: { amount: number }[]): number => lines.reduce((total, { amount }) => total + amount, 0)
/** Whether something of an invoice is settled. */
export const isBegun = (document: Document | null | undefined): boolean =>
  document !== null && document !== undefined && openOf(document) !== document.gross
/** What is still to be paid of an invoice. */
export const openOf = (invoice: Document): number => sum(invoice.lines)

const isOf = (basis: 'invoice' | 'cash', { kind }: Line) =>
  (kind === 'charge' || kind === 'credit') === (basis === 'invoice')
/** What voids a document counts on its day, but not before the document. */
const dayOf = ({ day, document }: Line) => later(day, document?.issued_on ?? day)

type Terms = { issued_on: string; due_on: string; off?: number; parts?: DuePart[] }
/** What an invoice is for: only renewals are charged to cards. */
export type DocumentKind = 'first' | 'renewal' | 'again' | 'change' | 'person' | 'credit'
export type Document = {
  /** In the order in which the contact's documents were made. */
  number: number
  type: 'invoice' | 'credit_note'
  kind: DocumentKind
  gross: number
  /** Of its lines. */
  amounts: number[]
  tax: number
  /** Its instalments, if it has any; then it is due with the last one. */
  parts: DuePart[]
  /** Of a credit note. */
  credits: Document | null
  issued_on: string
  due_on: string
  state: 'authorised' | 'paid' | 'void'
  lines: Line[]
}
/** An instalment. */
export type DuePart = { due_on: string; amount: number }
export type Line = {
  day: string
  kind: 'charge' | 'credit' | 'payment' | 'refund' | 'adjustment'
  amount: number
  document: Document | null
  /** Whether its document is less by it, since that was credited. */
  is_less: boolean
}
