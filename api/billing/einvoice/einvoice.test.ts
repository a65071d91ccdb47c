import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { InvoiceDocument } from '../invoices/document.ts'
import { computeDocument } from '../money/document.ts'
import { ciiOf } from './cii.ts'
import { ublOf } from './ubl.ts'

const types = new Map([
  [1, 'standard' as const],
  [2, 'zero' as const],
  [3, 'exempt' as const],
  [4, 'none' as const],
  [5, 'reverse_charge' as const],
])
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => /Line$|Subtotal$|LineItem$/.test(name),
})

describe('an electronic invoice', () => {
  it('has the amounts of the document by the rules of EN 16931, whatever its prices hold', () => {
    for (const amounts_are of ['exclusive', 'inclusive'] as const) {
      const xml = ublOf(document({ amounts_are, lines: mixed }), { types, currency: 'NZD' })
      const { Invoice: invoice } = parser.parse(xml)
      const lines = invoice['cac:InvoiceLine']
      const totals = invoice['cac:LegalMonetaryTotal']
      const subtotals = invoice['cac:TaxTotal']['cac:TaxSubtotal']
      const net = cents(totals['cbc:LineExtensionAmount'])
      // BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-16.
      expect(sum(lines.map((line: Xml) => line['cbc:LineExtensionAmount']))).toBe(net)
      expect(cents(totals['cbc:TaxExclusiveAmount'])).toBe(net)
      const tax = sum(subtotals.map((each: Xml) => each['cbc:TaxAmount']))
      expect(cents(invoice['cac:TaxTotal']['cbc:TaxAmount'])).toBe(tax)
      expect(cents(totals['cbc:TaxInclusiveAmount'])).toBe(net + tax)
      expect(cents(totals['cbc:PayableAmount'])).toBe(net + tax - cents(totals['cbc:PrepaidAmount']))
      for (const line of lines) {
        // BR-27, and quantity × price ÷ base quantity is the amount of the line.
        const price = cents(line['cac:Price']['cbc:PriceAmount'])
        expect(price).toBeGreaterThanOrEqual(0)
        const quantity = Number(line['cbc:InvoicedQuantity']['#text'])
        const base = Number(line['cac:Price']['cbc:BaseQuantity']['#text'])
        expect(Math.round((quantity * price) / base)).toBe(cents(line['cbc:LineExtensionAmount']))
      }
      // BR-CO-17, within the tolerance of one unit that its official rules give; BR-CO-18.
      for (const { 'cac:TaxCategory': category, ...each } of subtotals) {
        const due = (cents(each['cbc:TaxableAmount']) * Number(category['cbc:Percent'])) / 100
        expect(Math.abs(due - cents(each['cbc:TaxAmount']))).toBeLessThan(100)
      }
      expect(subtotals.map((each: Xml) => each['cac:TaxCategory']['cbc:ID'])).toEqual(['S', 'Z', 'E'])
      expect(invoice['cac:AccountingSupplierParty']['cac:Party']['cac:PartyTaxScheme']['cbc:CompanyID']).toBe(
        'NZ49091850',
      )
    }
  })

  it('has its elements in the order of UBL, and text as it is', () => {
    const xml = ublOf(document({ lines: mixed }), { types, currency: 'NZD' })
    const names = [...xml.matchAll(/^ {2}<(c[ab]c:\w+)/gm)].map(([, name]) => name)
    expect([...new Set(names)]).toEqual([
      'cbc:CustomizationID',
      'cbc:ID',
      'cbc:IssueDate',
      'cbc:DueDate',
      'cbc:InvoiceTypeCode',
      'cbc:DocumentCurrencyCode',
      'cbc:BuyerReference',
      'cac:AccountingSupplierParty',
      'cac:AccountingCustomerParty',
      'cac:PaymentTerms',
      'cac:TaxTotal',
      'cac:LegalMonetaryTotal',
      'cac:InvoiceLine',
    ])
    expect(xml).toContain('<cbc:Name>Beds &lt;&amp;&gt; breakfast</cbc:Name>')
    expect(xml).not.toContain('\u0007')
  })

  it('names no tax number where nothing is subject to tax', () => {
    const xml = ublOf(document({ lines: [{ unit_price: '10', tax_rate: '0', tax_rate_id: 4 }] }), {
      types,
      currency: 'NZD',
    })
    expect(xml).toContain('<cbc:TaxExemptionReason>Not subject to tax</cbc:TaxExemptionReason>')
    expect(xml).not.toContain('PartyTaxScheme')
    expect(xml).not.toContain('cbc:Percent')
  })

  it('goes through the network of its country where both have an address there', () => {
    const party = (xml: string, name: string) => parser.parse(xml).Invoice[`cac:Accounting${name}Party`]['cac:Party']
    const [seller, buyer] = [
      { scheme: '0088', id: '9429041561423' },
      { scheme: '0151', id: '51824753556' },
    ]
    const xml = ublOf(document({ lines: mixed }), { types, currency: 'NZD', seller, buyer })
    expect(xml).toContain('<cbc:CustomizationID>urn:peppol:pint:billing-1@aunz-1</cbc:CustomizationID>')
    expect(xml).not.toContain('VAT')
    const from = party(xml, 'Supplier')
    expect(from['cbc:EndpointID']).toEqual({ '#text': '9429041561423', '@_schemeID': '0088' })
    expect(from['cac:PartyTaxScheme']['cbc:CompanyID']).toBe('49091850')
    expect(from['cac:PartyLegalEntity']['cbc:CompanyID']['@_schemeID']).toBe('0088')
    expect(party(xml, 'Customer')['cbc:EndpointID']['#text']).toBe('51824753556')
    const abroad = document({ lines: mixed, contact: { country: 'Germany', tax_number: 'DE136695976' } })
    const to = { scheme: '9930', id: 'DE136695976' }
    const bis = ublOf(abroad, { types, currency: 'NZD', seller, buyer: to })
    expect(bis).toContain('#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0<')
    expect(ublOf(abroad, { types, currency: 'NZD', seller: null, buyer: to })).toContain('>urn:cen.eu:en16931:2017<')
  })

  it('says where the buyer accounts for the tax', () => {
    const lines = [{ unit_price: '10', tax_rate: '0', tax_rate_id: 5 }]
    const contact = { country: 'Germany', tax_number: '136695976' }
    const xml = ublOf(document({ lines, contact }), { types, currency: 'NZD' })
    expect(xml).toMatch(
      /<cbc:ID>AE<\/cbc:ID>\s*<cbc:Percent>0<\/cbc:Percent>\s*<cbc:TaxExemptionReason>Reverse charge</,
    )
    expect(xml).toContain('<cbc:CompanyID>DE136695976</cbc:CompanyID>')
  })

  it('of a credit note names its invoice', () => {
    const note = document({ lines: mixed, type: 'credit_note', credits_number: 'INV-0001' })
    const { CreditNote } = parser.parse(ublOf(note, { types, currency: 'NZD' }))
    expect(CreditNote['cbc:CreditNoteTypeCode']).toBe('381')
    expect(CreditNote['cbc:DueDate']).toBeUndefined()
    // BR-CO-25: what has an amount says when it is paid.
    expect(CreditNote['cac:PaymentTerms']['cbc:Note']).toContain('nothing is to be paid')
    expect(CreditNote['cac:BillingReference']['cac:InvoiceDocumentReference']['cbc:ID']).toBe('INV-0001')
  })

  it.each([
    ['gst_number', { issuer: { gst_number: ' ' } }],
    ['state', { state: 'draft' as const }],
    ['currency', { digits: 3 }],
    ['country', { contact: { country: 'Atlantis' } }],
  ])('is refused by %s', (field, more) => {
    const made = () => ublOf(document({ lines: mixed, ...more }), { types, currency: 'NZD' })
    expect(made).toThrow(expect.objectContaining({ field }))
  })

  it('is refused where nothing says the country of the organisation', () => {
    expect(() => ublOf(document({ lines: mixed }), { types, currency: 'EUR' })).toThrow(
      expect.objectContaining({ field: 'address3' }),
    )
    const issuer = { address2: 'Deutschland', gst_number: 'DE136695976' }
    expect(ublOf(document({ lines: mixed, issuer }), { types, currency: 'EUR' })).toContain('DE136695976')
  })
})

describe('a Factur-X', () => {
  const network = { seller: { scheme: '0088', id: '9429041561423' }, buyer: { scheme: '9930', id: 'DE136695976' } }
  const abroad = { country: 'Germany', tax_number: 'DE136695976', city: 'Köln', postcode: '50667', phone: '+49 221 1' }
  const cases: [string, () => Made, object][] = [
    ['prices without tax', () => ({ lines: mixed }), {}],
    ['prices with tax', () => ({ lines: mixed, amounts_are: 'inclusive' }), {}],
    ['nothing subject to tax', () => ({ lines: [{ unit_price: '10', tax_rate: '0', tax_rate_id: 4 }] }), {}],
    ['reverse charge', () => ({ lines: [{ unit_price: '10', tax_rate: '0', tax_rate_id: 5 }], contact: abroad }), {}],
    ['a credit note', () => ({ lines: mixed, type: 'credit_note', credits_number: 'INV-0001' }), {}],
    ['addresses in the Peppol network', () => ({ lines: mixed, contact: abroad }), network],
  ]

  it.each(cases)('says the same as UBL: %s', (_name, made, books) => {
    const of = { types, currency: 'NZD', ...books }
    const one = document(made())
    expect(saidByCii(parser.parse(ciiOf(one, of)))).toEqual(saidByUbl(parser.parse(ublOf(one, of))))
  })

  it('is refused as UBL is', () => {
    const made = () => ciiOf(document({ lines: mixed, issuer: { gst_number: '' } }), { types, currency: 'NZD' })
    expect(made).toThrow(expect.objectContaining({ code: 'not_possible', field: 'gst_number' }))
  })
})

/** What EN 16931 has a term for, with the numbers of its terms. */
function saidByUbl({ Invoice, CreditNote }: Xml) {
  const of = Invoice ?? CreditNote
  const totals = of['cac:LegalMonetaryTotal']
  const taxOf = (tax: Xml) => [tax['cbc:ID'], tax['cbc:Percent']]
  const party = ({ 'cac:Party': one }: Xml) => [
    one['cac:PartyLegalEntity']['cbc:RegistrationName'],
    one['cac:PartyLegalEntity']['cbc:CompanyID'],
    one['cac:PartyIdentification']?.['cbc:ID'],
    one['cbc:EndpointID'],
    one['cac:PartyTaxScheme']?.['cbc:CompanyID'],
    ['StreetName', 'AdditionalStreetName', 'CityName', 'PostalZone'].map(
      (name) => one['cac:PostalAddress'][`cbc:${name}`],
    ),
    one['cac:PostalAddress']['cac:Country']['cbc:IdentificationCode'],
    [one['cac:Contact']?.['cbc:Telephone'], one['cac:Contact']?.['cbc:ElectronicMail']],
  ]
  return {
    head: [
      of['cbc:ID'],
      of['cbc:IssueDate'],
      of['cbc:DueDate'],
      of['cbc:InvoiceTypeCode'] ?? of['cbc:CreditNoteTypeCode'],
    ],
    currency: of['cbc:DocumentCurrencyCode'],
    reference: of['cbc:BuyerReference'],
    credits: of['cac:BillingReference']?.['cac:InvoiceDocumentReference']['cbc:ID'],
    terms: of['cac:PaymentTerms']['cbc:Note'],
    seller: party(of['cac:AccountingSupplierParty']),
    buyer: party(of['cac:AccountingCustomerParty']),
    totals: ['LineExtension', 'TaxExclusive', 'TaxInclusive', 'Prepaid', 'Payable'].map((name) => {
      return totals[`cbc:${name}Amount`]?.['#text']
    }),
    tax: of['cac:TaxTotal']['cbc:TaxAmount']['#text'],
    taxes: of['cac:TaxTotal']['cac:TaxSubtotal'].map((sum: Xml) => [
      sum['cbc:TaxableAmount']['#text'],
      sum['cbc:TaxAmount']['#text'],
      ...taxOf(sum['cac:TaxCategory']),
      sum['cac:TaxCategory']['cbc:TaxExemptionReason'],
    ]),
    lines: (of['cac:InvoiceLine'] ?? of['cac:CreditNoteLine']).map((line: Xml) => [
      line['cbc:ID'],
      line['cac:Item']['cbc:Name'],
      line['cbc:InvoicedQuantity'] ?? line['cbc:CreditedQuantity'],
      line['cbc:LineExtensionAmount']['#text'],
      line['cac:Price']['cbc:PriceAmount']['#text'],
      line['cac:Price']['cbc:BaseQuantity'],
      ...taxOf(line['cac:Item']['cac:ClassifiedTaxCategory']),
    ]),
  }
}

function saidByCii({ 'rsm:CrossIndustryInvoice': of }: Xml): ReturnType<typeof saidByUbl> {
  const head = of['rsm:ExchangedDocument']
  const trade = of['rsm:SupplyChainTradeTransaction']
  const agreed = trade['ram:ApplicableHeaderTradeAgreement']
  const settled = trade['ram:ApplicableHeaderTradeSettlement']
  const totals = settled['ram:SpecifiedTradeSettlementHeaderMonetarySummation']
  const dayOf = (date: Xml) => date?.['udt:DateTimeString']['#text'].replace(/(....)(..)(..)/, '$1-$2-$3')
  const taxOf = (tax: Xml) => [tax['ram:CategoryCode'], tax['ram:RateApplicablePercent']]
  const party = (one: Xml) => [
    one['ram:Name'],
    one['ram:SpecifiedLegalOrganization']?.['ram:ID'],
    one['ram:ID'],
    one['ram:URIUniversalCommunication']?.['ram:URIID'],
    one['ram:SpecifiedTaxRegistration']?.['ram:ID']['#text'],
    ['LineOne', 'LineTwo', 'CityName', 'PostcodeCode'].map((name) => one['ram:PostalTradeAddress'][`ram:${name}`]),
    one['ram:PostalTradeAddress']['ram:CountryID'],
    [
      one['ram:DefinedTradeContact']?.['ram:TelephoneUniversalCommunication']?.['ram:CompleteNumber'],
      one['ram:DefinedTradeContact']?.['ram:EmailURIUniversalCommunication']?.['ram:URIID'],
    ],
  ]
  return {
    head: [
      head['ram:ID'],
      dayOf(head['ram:IssueDateTime']),
      dayOf(settled['ram:SpecifiedTradePaymentTerms']['ram:DueDateDateTime']),
      head['ram:TypeCode'],
    ],
    currency: settled['ram:InvoiceCurrencyCode'],
    reference: agreed['ram:BuyerReference'],
    credits: settled['ram:InvoiceReferencedDocument']?.['ram:IssuerAssignedID'],
    terms: settled['ram:SpecifiedTradePaymentTerms']['ram:Description'],
    seller: party(agreed['ram:SellerTradeParty']),
    buyer: party(agreed['ram:BuyerTradeParty']),
    totals: ['LineTotal', 'TaxBasisTotal', 'GrandTotal', 'TotalPrepaid', 'DuePayable'].map((name) => {
      return totals[`ram:${name}Amount`]
    }),
    tax: totals['ram:TaxTotalAmount']['#text'],
    taxes: [settled['ram:ApplicableTradeTax']]
      .flat()
      .map((sum: Xml) => [
        sum['ram:BasisAmount'],
        sum['ram:CalculatedAmount'],
        ...taxOf(sum),
        sum['ram:ExemptionReason'],
      ]),
    lines: trade['ram:IncludedSupplyChainTradeLineItem'].map((line: Xml) => [
      line['ram:AssociatedDocumentLineDocument']['ram:LineID'],
      line['ram:SpecifiedTradeProduct']['ram:Name'],
      line['ram:SpecifiedLineTradeDelivery']['ram:BilledQuantity'],
      line['ram:SpecifiedLineTradeSettlement']['ram:SpecifiedTradeSettlementLineMonetarySummation'][
        'ram:LineTotalAmount'
      ],
      line['ram:SpecifiedLineTradeAgreement']['ram:NetPriceProductTradePrice']['ram:ChargeAmount'],
      line['ram:SpecifiedLineTradeAgreement']['ram:NetPriceProductTradePrice']['ram:BasisQuantity'],
      ...taxOf(line['ram:SpecifiedLineTradeSettlement']['ram:ApplicableTradeTax']),
    ]),
  }
}

const mixed = [
  { description: 'Beds <&> breakfast\u0007', unit_price: '33.3333', quantity: '3', tax_rate: '15', tax_rate_id: 1 },
  { unit_price: '-5', tax_rate: '15', tax_rate_id: 1 },
  { unit_price: '0.10', quantity: '1.2345', tax_rate: '15', tax_rate_id: 1 },
  { unit_price: '20', tax_rate: '0', tax_rate_id: 2 },
  { unit_price: '7', tax_rate: '0', tax_rate_id: 3 },
  { unit_price: '9', tax_rate: '0', tax_rate_id: 4 },
]

function document({ lines, amounts_are = 'exclusive', digits = 2, issuer, contact, ...more }: Made): InvoiceDocument {
  const complete = lines.map((line) => ({
    description: 'Course',
    item_code: '',
    quantity: '1',
    discount: '0',
    ...line,
  }))
  const computed = computeDocument({ amounts_are, digits: 2, lines: complete })
  const { net, tax, gross } = computed
  const named = { document_number: 'INV-0007', issued_on: '2026-11-30', due_on: '2026-12-14', currency: 'NZD' }
  const invoice = { type: 'invoice', state: 'authorised', reference: '', credits_number: null, ...named }
  const of = { name: 'Club', address1: '1 Road', address2: 'Auckland', address3: null, gst_number: '49-091-850' }
  return {
    invoice: { ...invoice, net, tax, gross, open: gross - 100, ...more },
    digits,
    lines: complete.map((line, i) => ({ ...line, ...computed.lines[i] })),
    issuer: { ...of, phone: null, email: 'a@example.com', payment_details: '12-3456', ...issuer },
    contact: { name: 'Member', company: null, country: 'New Zealand', tax_number: '136-410-132', ...contact },
  } as unknown as InvoiceDocument
}

const cents = (amount: Xml) => Math.round(Number(amount['#text'] ?? amount) * 100)
const sum = (amounts: Xml[]) => amounts.map(cents).reduce((total, each) => total + each, 0)

// biome-ignore lint/suspicious/noExplicitAny: as the parser gives it
type Xml = any
type Made = {
  lines: { description?: string; unit_price: string; quantity?: string; tax_rate: string; tax_rate_id: number }[]
  amounts_are?: 'exclusive' | 'inclusive'
  digits?: number
  issuer?: object
  contact?: object
  type?: 'credit_note'
  state?: 'draft'
  credits_number?: string
}
