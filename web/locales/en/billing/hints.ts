/** What is shown below a field. */
export const hints = {
  product: {
    code: 'Short, as on the lines of invoices.',
    account_code: 'Where its income is entered.',
    opens: 'Features that members change only with this membership. What they have recorded always stays readable.',
    public: 'Guests see it on the page of prices, and join the organisation by it.',
    joins_as: 'The role of people who join by it.',
    instalments:
      'How many parts each invoice is paid in, of what renews every year or is paid once; 1 for all at once. Who joins within a membership year has as many as fit.',
    members_most: 'With the payer, who invites the others. 1 for a membership of one person.',
    second_amount: 'Added to the price for a whole period. 0 where the price is for all.',
    trial_days: '0 for none. A person has it once.',
    grace_days: 'Days after the due day until an unpaid membership lapses.',
    opening: 'Who has let a membership lapse unpaid, or has something to pay, always pays first.',
    year_month: 'For memberships that renew every year. Empty: each has a year of its own, from the day of joining.',
    year_day: '29 February is the 28th in other years.',
    first_year: 'For the rest of the first year. From then on everyone pays the whole price on the same day.',
    early_months: 'Who joins in these months pays a whole year, which lasts until the end of the next. 0 for none.',
    position: 'Products with a lower number come first.',
    amounts_are: 'Whether the price includes its tax.',
  },
  discountcode: {
    code: '4 to 40 letters, digits, _ . - ; capital and small letters are the same.',
    description: 'For yourselves: members do not see it.',
    percent: 'Such as 20. Leave it empty for an amount.',
    amount: 'Off the price of a whole period; of a part of a year it is that part. Never more than the price.',
    product_ids: 'Empty: for all memberships.',
    valid_from: 'Empty: from now on.',
    valid_to: 'Empty: until further notice.',
    most_uses: 'Empty: as often as people like. Who does not pay has used it, too.',
    most_per_person: 'Empty: as often as they like.',
  },
  taxrate: {
    rate: 'Per cent, such as 15.',
    effective_from: 'The first day on which it applies. Empty: always.',
    effective_to: 'The last day on which it applies. Empty: until further notice.',
  },
  'invoicing/contact': {
    electronic_address: 'For electronic invoices: scheme and number, such as 0088:9429041561423 for an NZBN.',
    with_facturx: 'The PDF holds the invoice (Factur-X, ZUGFeRD) for the program of who receives it.',
    with_xml: 'A file in XML (UBL, EN 16931) beside the PDF, for the program of who receives it.',
  },
  ledgeraccount: { code: 'As in your accounting.' },
  brandingtheme: {
    logo_file_id: 'PNG or JPEG, at most 2 MB.',
    terms: 'Below the sums, such as terms of payment.',
    footer: 'At the foot of every page.',
  },
  billingconfig: {
    payment_details: 'On every invoice, such as the number of your bank account.',
    pause_months: 'A membership is paused once in a year. 0 for no pauses.',
    electronic_address: 'For electronic invoices: scheme and number, such as 0088:9429041561423 for an NZBN.',
    due_days: 'Days between the issue of an invoice and its due day.',
    invoice_pattern:
      'Such as INV-{number:4} for INV-0001, or INV-{year}-{number:4} for INV-2026-0001. Also {year:2}, {end_year} and {end_year:2}.',
    numbers_begin: 'By the date of the document. Each pattern then needs {year} or {end_year}.',
    financial_year_month: '{year} is the year in which it begins, {end_year} that in which it ends.',
  },
  subscription: {
    email: 'Of the account of a member who was never invoiced, and is not in the list.',
    trial: 'Begins with the days that the product has free.',
  },
}
