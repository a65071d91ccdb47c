import { randomUUID } from 'node:crypto'

/** One organisation's books at Xero: documents are validated as its documentation says. Amounts are compared in cents. */
export class Books {
  readonly contacts = new Map<string, Entry>()
  readonly invoices = new Map<string, Entry>()
  readonly credit_notes = new Map<string, Entry>()
  readonly payments = new Map<string, Entry>()
  readonly allocations: Entry[] = []
  /** Overpayments that people have used for invoices: `{ OverpaymentID, InvoiceID, AppliedAmount }`. */
  readonly overpayments: Entry[] = []
  /** When documents were changed, by their ids. */
  readonly changed_ms = new Map<unknown, number>()
  readonly tax_rates: Entry[] = [
    { Name: 'GST on Income', TaxType: 'OUTPUT2', EffectiveRate: 15, Status: 'ACTIVE', CanApplyToRevenue: true },
    { Name: 'Zero Rated', TaxType: 'ZERORATEDOUTPUT', EffectiveRate: 0, Status: 'ACTIVE', CanApplyToRevenue: true },
    { Name: 'No GST', TaxType: 'NONE', EffectiveRate: 0, Status: 'ACTIVE', CanApplyToRevenue: true },
  ]
  readonly currencies: Entry[] = [
    { Code: 'NZD', Description: 'New Zealand Dollar' },
    { Code: 'USD', Description: 'United States Dollar' },
  ]
  readonly items: Entry[] = [
    { ItemID: randomUUID(), Code: 'FEE', Name: 'Membership', IsSold: true, SalesDetails: { UnitPrice: 115 } },
    { ItemID: randomUUID(), Code: 'BOUGHT', Name: 'Only bought', IsSold: false },
    { ItemID: randomUUID(), Code: 'BOOK', Name: 'A book in stock', IsSold: true, IsTrackedAsInventory: true },
  ]
  readonly themes: Entry[] = [
    { BrandingThemeID: randomUUID(), Name: 'Standard', SortOrder: 0 },
    { BrandingThemeID: randomUUID(), Name: 'Gala', SortOrder: 1 },
  ]
  readonly accounts: Entry[] = [
    { AccountID: randomUUID(), Code: '090', Name: 'Bank', Type: 'BANK', Status: 'ACTIVE' },
    { AccountID: randomUUID(), Code: '200', Name: 'Sales', Type: 'REVENUE', Status: 'ACTIVE' },
  ]

  /** @param since `If-Modified-Since`, in UTC */
  handle(method: string, path: string, query: URLSearchParams, body: unknown, since?: string): unknown {
    const [kind = '', id, part, part_id] = path.split('/')
    if (method === 'GET')
      return { [kind === 'Organisation' ? 'Organisations' : kind]: this.#read(kind, id, query, since) }
    // The deletion of a payment is a status alone.
    const list = (body as Record<string, Entry[]>)[kind] ?? [body as Entry]
    if (kind === 'Contacts') return { Contacts: list.map((one) => this.#contact(one, id)) }
    if (kind === 'Invoices')
      return { Invoices: list.map((one) => this.#document(this.invoices, one, method, id, 'Invoice')) }
    if (kind === 'CreditNotes' && part === 'Allocations' && !part_id) {
      const allocations = (body as { Allocations?: Entry[] }).Allocations ?? [body as Entry]
      return { Allocations: allocations.map((one) => this.#allocate(id!, one)) }
    }
    if (kind === 'CreditNotes') {
      return { CreditNotes: list.map((one) => this.#document(this.credit_notes, one, method, id, 'CreditNote')) }
    }
    if (kind === 'Payments') return { Payments: list.map((one) => this.#payment(one, id)) }
    throw new XeroRefusal(404, { Message: 'The resource you are looking for cannot be found' })
  }

  #read(kind: string, id: string | undefined, query: URLSearchParams, since?: string): Entry[] {
    const fixed: Record<string, Entry[]> = {
      TaxRates: this.tax_rates,
      Accounts: this.accounts,
      Items: this.items,
      Currencies: this.currencies,
      BrandingThemes: this.themes,
      Organisation: [{ Name: 'A college', BaseCurrency: BASE }],
    }
    if (fixed[kind]) return fixed[kind]
    const stored = {
      Contacts: this.contacts,
      Invoices: this.invoices,
      CreditNotes: this.credit_notes,
      Payments: this.payments,
    }[kind]
    if (!stored) throw new XeroRefusal(404, { Message: 'not found' })
    const all = [...stored.values()]
    if (id) {
      const one = stored.get(id) ?? all.find((entry) => entry.InvoiceNumber === id || entry.CreditNoteNumber === id)
      if (!one) throw new XeroRefusal(404, { Message: 'The resource you are looking for cannot be found' })
      return [this.#shown(one)]
    }
    const numbers = query.get('InvoiceNumbers')?.split(',')
    const ids = query.get('IDs')?.split(',')
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 100)]
    // where=Field=="value" AND Other=="value"
    const conditions = [...(query.get('where') ?? '').matchAll(/(\w+)\s*==\s*"((?:[^"\\]|\\.)*)"/g)]
    return all
      .filter((entry) => !numbers || numbers.includes(String(entry.InvoiceNumber)))
      .filter((entry) => !ids || ids.includes(String(entry.InvoiceID)))
      .filter((entry) => conditions.every(([, field, value]) => entry[field!] === value!.replace(/\\(.)/g, '$1')))
      .filter((entry) => since === undefined || this.#changedAt(entry) >= Date.parse(`${since}Z`))
      .sort((a, b) => (query.get('order') ? this.#changedAt(a) - this.#changedAt(b) : 0))
      .slice((page - 1) * size, page * size)
      .map((entry) => this.#shown(entry))
  }

  #changedAt = (entry: Entry) => this.changed_ms.get(entry.InvoiceID ?? entry.CreditNoteID) ?? 0

  /** With what settles it, as pages and single documents have it. */
  #shown(entry: Entry): Entry {
    const { InvoiceID, CreditNoteID } = entry
    if (!InvoiceID && !CreditNoteID) return entry
    const Payments = [...this.payments.values()].filter(
      (one) =>
        one.Status !== 'DELETED' &&
        (InvoiceID
          ? (one.Invoice as Entry)?.InvoiceID === InvoiceID
          : (one.CreditNote as Entry)?.CreditNoteID === CreditNoteID),
    )
    const shown = {
      ...entry,
      UpdatedDateUTC: dateText(this.#changedAt(entry)),
      Payments: Payments.map((one) => ({ ...one, Date: dateText(Date.parse(String(one.Date))) })),
    }
    if (!InvoiceID) {
      const own = this.allocations.filter((one) => one.CreditNoteID === CreditNoteID)
      const Allocations = own.map(({ CreditNoteID: _, ...one }) => one)
      return { ...shown, Allocations }
    }
    const CreditNotes = this.allocations
      .filter((one) => (one.Invoice as Entry).InvoiceID === InvoiceID)
      .map((one) => ({
        CreditNoteID: one.CreditNoteID,
        CreditNoteNumber: this.credit_notes.get(String(one.CreditNoteID))?.CreditNoteNumber,
        AppliedAmount: one.Amount,
        Date: dateText(Date.parse(String(one.Date))),
      }))
    const overpaid = this.overpayments.filter((one) => one.InvoiceID === InvoiceID)
    return { ...shown, CreditNotes, Overpayments: overpaid.map(({ InvoiceID: _, ...one }) => one) }
  }

  #contact(input: Entry, id = input.ContactID as string | undefined): Entry {
    const before = id ? this.contacts.get(id) : undefined
    if (id && !before) throw new XeroRefusal(404, { Message: 'The contact cannot be found' })
    const { ContactID = randomUUID() } = before ?? {}
    if (!before && !input.Name) throw invalid('The contact name must be specified')
    for (const other of this.contacts.values()) {
      if (other.ContactID === ContactID) continue
      if (input.Name && String(other.Name).toLowerCase() === String(input.Name).toLowerCase()) {
        throw invalid(
          `The contact name ${input.Name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
        )
      }
      if (input.ContactNumber && other.ContactNumber === input.ContactNumber)
        throw invalid('Contact Number must be unique.')
    }
    const contact = { ContactStatus: 'ACTIVE', ...before, ...input, ContactID }
    this.contacts.set(ContactID as string, contact)
    return contact
  }

  #document(stored: Map<string, Entry>, input: Entry, method: string, id: string | undefined, kind: Kind): Entry {
    const before = id ? stored.get(id) : undefined
    if (before && input.Status === 'VOIDED') {
      if (Number(before.AmountPaid ?? 0) > 0) throw invalid('Invoice has payments and cannot be voided')
      Object.assign(before, { Status: 'VOIDED', [kind === 'Invoice' ? 'AmountDue' : 'RemainingCredit']: 0 })
      this.touch(before)
      return before
    }
    if (method !== 'PUT') throw invalid('Only creating is served here')
    const [number, code] = [input[`${kind}Number`], kind === 'Invoice' ? 'ACCREC' : 'ACCRECCREDIT']
    if (input.Type !== code) throw invalid(`Type ${input.Type} is not ${code}`)
    if ([...stored.values()].some((one) => one[`${kind}Number`] === number)) throw invalid(`${kind} # must be unique.`)
    if (!this.contacts.has((input.Contact as Entry)?.ContactID as string)) throw invalid('A Contact must be specified')
    if (kind === 'Invoice' && !input.DueDate) throw invalid('DueDate is required')
    this.#checkNamed(input)
    const mode = String(input.LineAmountTypes)
    let [sub, tax] = [0n, 0n]
    for (const line of input.LineItems as Entry[]) {
      if (line.ItemCode !== undefined && !this.items.some((one) => one.Code === line.ItemCode && one.IsSold)) {
        throw invalid(`Item code '${line.ItemCode}' is not valid.`)
      }
      if (!line.Description) throw invalid('Description is required')
      if (!this.accounts.some(({ Code }) => Code === line.AccountCode)) {
        throw invalid(`Account code '${line.AccountCode}' is not a valid code for this document.`)
      }
      if (mode !== 'NoTax' && !this.tax_rates.some(({ TaxType }) => TaxType === line.TaxType)) {
        throw invalid(
          `The TaxType code '${line.TaxType}' does not exist or cannot be used for this type of transaction.`,
        )
      }
      if (kind === 'CreditNote' && line.DiscountRate !== undefined) throw invalid('DiscountRate is not supported')
      const expected = lineAmount(line)
      if (cents(line.LineAmount) !== expected) {
        throw invalid(
          `The line total ${line.LineAmount} does not match the expected line total ${Number(expected) / 100}`,
        )
      }
      sub += expected
      tax += cents(line.TaxAmount ?? 0)
    }
    const total = mode === 'Inclusive' ? sub : sub + tax
    const document: Entry = {
      // A rate of the day.
      CurrencyRate: input.CurrencyCode === BASE ? 1 : 0.5871,
      ...input,
      [`${kind}ID`]: randomUUID(),
      SubTotal: Number(total - tax) / 100,
      TotalTax: Number(tax) / 100,
      Total: Number(total) / 100,
      ...(kind === 'Invoice'
        ? { AmountDue: Number(total) / 100, AmountPaid: 0 }
        : { RemainingCredit: Number(total) / 100 }),
    }
    stored.set(document[`${kind}ID`] as string, document)
    this.touch(document)
    return document
  }

  #checkNamed({ CurrencyCode, CurrencyRate, BrandingThemeID }: Entry): void {
    if (!this.currencies.some(({ Code }) => Code === CurrencyCode)) {
      throw invalid(`Organisation is not subscribed to currency ${CurrencyCode}`)
    }
    if (CurrencyRate !== undefined) scale(String(CurrencyRate), 6)
    if (BrandingThemeID !== undefined && !this.themes.some((one) => one.BrandingThemeID === BrandingThemeID)) {
      throw invalid('The branding theme could not be found')
    }
  }

  #allocate(id: string, input: Entry): Entry {
    const [note, invoice] = [this.credit_notes.get(id), this.invoices.get((input.Invoice as Entry).InvoiceID as string)]
    if (!note || !invoice) throw invalid('The document cannot be found')
    const amount = Number(input.Amount)
    if (amount > Number(note.RemainingCredit) || amount > Number(invoice.AmountDue))
      throw invalid('Allocation is too large')
    this.#change(note, 'RemainingCredit', -amount)
    this.#change(invoice, 'AmountDue', -amount)
    this.allocations.push({ ...input, CreditNoteID: id })
    return input
  }

  #payment(input: Entry, id?: string): Entry {
    if (id) {
      const payment = this.payments.get(id)
      if (!payment || input.Status !== 'DELETED') throw invalid('Payments are only deleted')
      payment.Status = 'DELETED'
      const paid = this.invoices.get((payment.Invoice as Entry)?.InvoiceID as string)
      if (paid) this.#change(paid, 'AmountDue', Number(payment.Amount))
      if (paid) this.#change(paid, 'AmountPaid', -Number(payment.Amount))
      const refunded = this.credit_notes.get((payment.CreditNote as Entry)?.CreditNoteID as string)
      if (refunded) this.#change(refunded, 'RemainingCredit', Number(payment.Amount))
      return payment
    }
    if (!this.accounts.some(({ Code }) => Code === (input.Account as Entry)?.Code))
      throw invalid('Account could not be found')
    const amount = Number(input.Amount)
    const note = this.credit_notes.get((input.CreditNote as Entry)?.CreditNoteID as string)
    const invoice = this.invoices.get((input.Invoice as Entry)?.InvoiceID as string)
    if (!note && !invoice) throw invalid('You must specify an Invoice or CreditNote')
    const field = note ? 'RemainingCredit' : 'AmountDue'
    if (amount > Number((note ?? invoice)![field]))
      throw invalid('Payment amount exceeds the amount outstanding on this document')
    this.#change((note ?? invoice)!, field, -amount)
    if (invoice) this.#change(invoice, 'AmountPaid', amount)
    const payment = { Status: 'AUTHORISED', ...input, PaymentID: randomUUID() }
    this.payments.set(payment.PaymentID, payment)
    return payment
  }

  touch(entry: Entry): void {
    this.changed_ms.set(entry.InvoiceID ?? entry.CreditNoteID, Date.now())
  }

  #change(entry: Entry, field: string, by: number): void {
    this.touch(entry)
    entry[field] = Number(cents(entry[field]) + cents(by)) / 100
    if (entry.InvoiceID && entry.Status !== 'VOIDED')
      entry.Status = Number(entry.AmountDue) === 0 ? 'PAID' : 'AUTHORISED'
  }
}

/** Quantity × price × (1 − discount), half away from zero: computed in integers, apart from the code that is tested. */
function lineAmount(line: Entry): bigint {
  const scaled = (value: unknown) => scale(String(value ?? 0), 4)
  const product = scaled(line.Quantity) * scaled(line.UnitAmount) * (1_000_000n - scaled(line.DiscountRate))
  return divide(product, 10n ** 12n)
}

/** @returns 10^places times the decimal text, exactly */
function scale(text: string, places: number): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > places)
    throw invalid(`${text} is not a number of at most ${places} decimals`)
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`)
}

function divide(value: bigint, by: bigint): bigint {
  const [magnitude, sign] = value < 0n ? [-value, -1n] : [value, 1n]
  return sign * ((magnitude * 2n + by) / (by * 2n))
}

const dateText = (ms: number) => `/Date(${Number.isFinite(ms) ? ms : 0}+0000)/`

/** The currency of the books. */
const BASE = 'NZD'

const cents = (value: unknown) => scale(String(value), 2)

const invalid = (message: string) =>
  new XeroRefusal(400, {
    ErrorNumber: 10,
    Type: 'ValidationException',
    Message: 'A validation exception occurred',
    Elements: [{ ValidationErrors: [{ Message: message }] }],
  })

export class XeroRefusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

type Kind = 'Invoice' | 'CreditNote'
type Entry = Record<string, unknown>
