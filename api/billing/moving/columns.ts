import type { ImportColumn } from '../../crud/imports/kind.ts'

/** Columns of files of the books before, with the names that exports of Xero and MYOB give them. */

const email = ['e-mail', 'mail', 'email address', 'e-mail address', 'emailaddress', 'īmēra']
/** Of a file with a column for the first name. */
export const fullName = ({ name = '', first_name = '' }: Record<string, string>): string =>
  first_name && !name.toLowerCase().startsWith(first_name.toLowerCase()) ? `${first_name} ${name}` : name

/** Texts that are read together, not field by field. */
const text = (...aliases: string[]): ImportColumn => ({ field: null, aliases })

export const contactColumns = {
  name: {
    required: true,
    aliases: ['contactname', 'contact name', 'contact', 'customer', 'co last name', 'last name', 'full name', 'member'],
    resolve: async (name, { values }) => fullName({ ...values, name }),
  },
  first_name: text('first name', 'given name'),
  email: { aliases: email },
  company: { aliases: ['company name', 'organisation', 'organization', 'business'] },
  phone: { aliases: ['phonenumber', 'phone number', 'phone 1', 'telephone', 'mobile', 'mobilenumber'] },
  address1: { aliases: ['poaddressline1', 'addr 1 line 1', 'address line 1', 'address', 'street'] },
  address2: { aliases: ['poaddressline2', 'line 2', 'address line 2', 'suburb'] },
  address3: { aliases: ['poaddressline3', 'line 3', 'address line 3'] },
  city: { aliases: ['pocity', 'town'] },
  postcode: { aliases: ['popostalcode', 'postal code', 'post code', 'zip', 'zip code'] },
  country: { aliases: ['pocountry'] },
  tax_number: { aliases: ['taxnumber', 'tax number', 'gst number', 'a b n', 'abn', 'ird number', 'vat number'] },
} satisfies Record<string, ImportColumn>

export const memberColumns = {
  name: { ...text('contact name', 'contactname', 'full name', 'member', 'member name', 'person'), required: true },
  email: text(...email),
  product: { ...text('membership', 'membership type', 'product code', 'plan', 'type', 'level'), required: true },
  paid_until: {
    ...text('paid until', 'paid to', 'paid up to', 'expires', 'expiry', 'expiry date', 'renewal date', 'valid until'),
    required: true,
  },
  began_on: text('member since', 'joined', 'join date', 'joined on', 'since', 'start date'),
} satisfies Record<string, ImportColumn>

export const invoiceColumns = {
  number: text(
    'invoicenumber',
    'invoice number',
    'invoice no',
    'invoice',
    'document number',
    'credit note number',
    'no',
  ),
  contact: {
    ...text('contactname', 'contact name', 'customer', 'customer name', 'co last name', 'name', 'member'),
    required: true,
  },
  email: text(...email),
  issued_on: { ...text('invoicedate', 'invoice date', 'issue date', 'date', 'issued'), required: true },
  due_on: text('duedate', 'due date', 'due'),
  amount_due: {
    ...text('invoiceamountdue', 'amount due', 'balance due', 'balance', 'outstanding', 'open', 'amount outstanding'),
    required: true,
  },
  total: text('invoice total', 'amount', 'total amount'),
  tax: text('taxtotal', 'tax total', 'total tax', 'gst', 'tax amount'),
  currency: text('currency code'),
  type: text('document type', 'transaction type'),
  status: text('state'),
} satisfies Record<string, ImportColumn>
