import type { InvoiceDocument } from '../invoices/document.ts'
import type { Endpoint } from '../tax_numbers/electronic_address.ts'
import { type Books, type ElectronicInvoice, type ElectronicLine, type ElectronicParty, electronicOf } from './model.ts'
import { registeredAs, taxIdOf } from './party.ts'
import { writeXml } from './xml.ts'

/**
 * An authorised invoice or credit note as a Cross Industry Invoice of UN/CEFACT by the European norm EN 16931, which is the
 * profile EN 16931 (COMFORT) of Factur-X and ZUGFeRD.
 *
 * @throws {AppError} as `electronicOf` does
 * @source Factur-X 1.09, FACTUR-X_EN16931.xsd (the order of the elements)
 */
export function ciiOf(document: InvoiceDocument, books: Books): string {
  const invoice = electronicOf(document, books)
  return writeXml('rsm:CrossIndustryInvoice', NAMESPACES, {
    'rsm:ExchangedDocumentContext': {
      'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': 'urn:cen.eu:en16931:2017' },
    },
    'rsm:ExchangedDocument': {
      'ram:ID': invoice.number,
      'ram:TypeCode': invoice.is_invoice ? '380' : '381',
      'ram:IssueDateTime': dateXml(invoice.issued_on),
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': invoice.lines.map((line, i) => lineXml(line, i + 1, invoice)),
      'ram:ApplicableHeaderTradeAgreement': {
        'ram:BuyerReference': invoice.reference,
        'ram:SellerTradeParty': partyXml(invoice.seller),
        'ram:BuyerTradeParty': partyXml(invoice.buyer),
      },
      'ram:ApplicableHeaderTradeDelivery': '',
      'ram:ApplicableHeaderTradeSettlement': settlementXml(invoice),
    },
  })
}

const STANDARD = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = {
  rsm: `${STANDARD}:CrossIndustryInvoice:100`,
  ram: `${STANDARD}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${STANDARD}:UnqualifiedDataType:100`,
}

function lineXml(line: ElectronicLine, position: number, { money }: ElectronicInvoice) {
  const { item_code, description, price_for, category, rate } = line
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': String(position) },
    'ram:SpecifiedTradeProduct': {
      ...(item_code && { 'ram:SellerAssignedID': item_code }),
      'ram:Name': line.name,
      ...(description && { 'ram:Description': description }),
    },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': {
        'ram:ChargeAmount': money(line.price),
        ...(price_for && { 'ram:BasisQuantity': counted(price_for) }),
      },
    },
    'ram:SpecifiedLineTradeDelivery': { 'ram:BilledQuantity': counted(line.quantity) },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': {
        'ram:TypeCode': 'VAT',
        'ram:CategoryCode': category,
        ...(category !== 'O' && { 'ram:RateApplicablePercent': rate }),
      },
      'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': money(line.net) },
    },
  }
}

function partyXml(party: ElectronicParty) {
  const { name, identifier, endpoint, address1, address2, address3, city, postcode, country, phone, email } = party
  const number = taxIdOf(party, 'VAT')
  const registered = registeredAs(endpoint)
  return {
    ...(identifier && { 'ram:ID': identifier }),
    'ram:Name': name,
    ...(registered && { 'ram:SpecifiedLegalOrganization': { 'ram:ID': identified(registered) } }),
    ...((phone || email) && {
      'ram:DefinedTradeContact': {
        ...(phone && { 'ram:TelephoneUniversalCommunication': { 'ram:CompleteNumber': phone } }),
        ...(email && { 'ram:EmailURIUniversalCommunication': { 'ram:URIID': email } }),
      },
    }),
    'ram:PostalTradeAddress': {
      ...(postcode && { 'ram:PostcodeCode': postcode }),
      ...(address1 && { 'ram:LineOne': address1 }),
      ...(address2 && { 'ram:LineTwo': address2 }),
      ...(address3 && { 'ram:LineThree': address3 }),
      ...(city && { 'ram:CityName': city }),
      'ram:CountryID': country,
    },
    ...(endpoint && { 'ram:URIUniversalCommunication': { 'ram:URIID': identified(endpoint) } }),
    ...(number && { 'ram:SpecifiedTaxRegistration': { 'ram:ID': { '#text': number, '@_schemeID': 'VA' } } }),
  }
}

function settlementXml(invoice: ElectronicInvoice) {
  const { money, currency, due_on, terms, paid, credits_number } = invoice
  return {
    'ram:InvoiceCurrencyCode': currency,
    'ram:ApplicableTradeTax': invoice.subtotals.map(({ category, rate, net, tax, reason }) => ({
      'ram:CalculatedAmount': money(tax),
      'ram:TypeCode': 'VAT',
      ...(reason && { 'ram:ExemptionReason': reason }),
      'ram:BasisAmount': money(net),
      'ram:CategoryCode': category,
      ...(category !== 'O' && { 'ram:RateApplicablePercent': rate }),
    })),
    ...((terms || due_on) && {
      'ram:SpecifiedTradePaymentTerms': {
        ...(terms && { 'ram:Description': terms }),
        ...(due_on && { 'ram:DueDateDateTime': dateXml(due_on) }),
      },
    }),
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': money(invoice.net),
      'ram:TaxBasisTotalAmount': money(invoice.net),
      'ram:TaxTotalAmount': { '#text': money(invoice.tax), '@_currencyID': currency },
      'ram:GrandTotalAmount': money(invoice.gross),
      ...(paid > 0 && { 'ram:TotalPrepaidAmount': money(paid) }),
      'ram:DuePayableAmount': money(invoice.payable),
    },
    ...(credits_number && { 'ram:InvoiceReferencedDocument': { 'ram:IssuerAssignedID': credits_number } }),
  }
}

/** 2027-01-31 → 20270131 (UNTDID 2379, format 102) */
const dateXml = (day: string) => ({ 'udt:DateTimeString': { '#text': day.replaceAll('-', ''), '@_format': '102' } })
const identified = ({ scheme, id }: Endpoint) => ({ '#text': id, '@_schemeID': scheme })
const counted = (quantity: string) => ({ '#text': quantity, '@_unitCode': 'C62' })
