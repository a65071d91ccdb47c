/** What a treasurer may do where it differs from the Administrator in billing, and from the Customer elsewhere. */
export const ofTreasurer: Record<string, string> = {}

/**
 * Lines of the access table for billing, in organisations that have it. Books are the administrators'; invoices,
 * transactions and memberships are also read by the person whose they are. Staff see their own.
 */
export const billingTable: Record<string, string> = {
  //                                  guest User Staff Cust Admin platform administrator
  // One sees the store of an organisation that one is a member of, else only public products.
  'GET subscriptionStore': /*     */ 'xxx  YYx  YYx   YYx  YYx   xxx',
  'POST subscriptionStore/subscribe': 'SSS  YYx  YYx   YYx  YYx   xxx',
  'POST subscriptionStore/price': /**/ 'SSS  YYx  YYx   YYx  YYx   xxx',

  'GET products': /*              */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET product': /*               */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT product': /*               */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST product': /*              */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE product': /*            */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST product/year': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET discountcodes': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET discountcode': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT discountcode': /*          */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST discountcode': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE discountcode': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET reminderplans': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET reminderplan': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT reminderplan': /*          */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST reminderplan': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET reminderplan/preview': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicereminders': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET invoicereminder': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET quotes': /*                */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET quote': /*                 */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT quote': /*                 */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST quote': /*                */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE quote': /*              */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST quote/send': /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST quote/withdraw': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST quote/invoice': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET quote/pdf': /*             */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  // By the token of its link, which is as good for anyone.
  'POST quote/read': /*           */ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'POST quote/answer': /*         */ 'YYY  YYY  YYY   YYY  YYY   YYY',

  'GET recurringinvoices': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET recurringinvoice': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT recurringinvoice': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST recurringinvoice': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST recurringinvoice/step': /**/ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE recurringinvoice': /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET recurringruns': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET recurringrun': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET taxrates': /*              */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET taxrate': /*               */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT taxrate': /*               */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST taxrate': /*              */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE taxrate': /*            */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET ledgeraccounts': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET ledgeraccount': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT ledgeraccount': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST ledgeraccount': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE ledgeraccount': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET brandingthemes': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET brandingtheme': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT brandingtheme': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST brandingtheme': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE brandingtheme': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET billingconfigs': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET billingconfig': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST billingconfig': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET invoicing/contacts': /*    */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoicing/contact': /*     */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT invoicing/contact': /*     */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST invoicing/contact': /*    */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'DELETE invoicing/contact': /*  */ 'SSS  Nxx  xxx   xxx  YYx   YYY',

  'POST invoicing/contact/receive': 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoicing/contact/refund': 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoicing/contact/allocate': 'SSS  Nxx  xxx   xxx  YYx   YYY',

  'GET invoicing/items': /*       */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/currencies': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/taxtypes': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/taxrates': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/accounts': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/brandingthemes': 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/numbers': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST invoicing/number': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST invoicing/invoices': /*   */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET invoices': /*              */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoice': /*               */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoices/totals': /*       */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoice/document': /*      */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoice/pdf': /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  // Drafts are none, which only administrators see.
  'GET invoice/xml': /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoice/facturx': /*       */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT invoice': /*               */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  // Of drafts, which only administrators see.
  'POST invoice': /*              */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE invoice': /*            */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST invoice/authorise': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST invoice/void': /*         */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoice/instalments': /*  */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoice/credit': /*       */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoice/send': /*         */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoice/pay': /*          */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoice/refund': /*       */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST invoice/allocate': /*     */ 'SSS  Nxx  xxx   xxx  YYx   YYY',

  'GET invoicing/report': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/report/file': /* */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET invoicing/statement': /*   */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoicing/statement/file': 'SSS  Yxx  xxx   xxx  YYx   YYY',

  // What the bank says is the administrators'.
  'GET bankstatements': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET bankstatement': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE bankstatement': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST bankstatement/import': /**/ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET banklines': /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET bankline': /*            */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET banklines/matches': /*   */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST bankline/confirm': /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST bankline/undo': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST bankline/ignore': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  // What Stripe holds and has paid out, too.
  'GET providerpayouts': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET providerpayout': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET providermovements': /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET providermovement': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET invoicelines': /*          */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET invoiceline': /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',

  'GET transactions': /*          */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET transaction': /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT transaction': /*           */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  // Refused to everyone, by 473 to those who may reverse it.
  'POST transaction': /*          */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'DELETE transaction': /*        */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST transaction/reverse': /*  */ 'SSS  Nxx  xxx   xxx  YYx   YYY',

  'GET subscriptions': /*         */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET subscription': /*          */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET subscription/reminders': /**/ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT subscription': /*          */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST subscription': /*         */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'DELETE subscription': /*       */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST subscription/cancel': /*  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST subscription/pause': /*    */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST subscription/endpause': /* */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST subscription/resume': /*  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST subscription/change': /*  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',

  'GET subscriptionmembers': /*   */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET subscriptionmember': /*    */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT subscriptionmember': /*    */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET subscriptionmember/price': /**/ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST subscriptionmember/end': /**/ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  // By the token of its link; only its person accepts.
  'POST subscriptionmember/read': /**/ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'POST subscriptionmember/answer': 'YYY  YYY  YYY   YYY  YYY   YYY',

  // Only the person stores and removes a card.
  'GET storedcards': /*         */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET storedcard': /*          */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET storedcard/mandate': /*  */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST storedcard/setup': /*   */ 'SSS  YYx  YYx   YYx  YYx   NNN',
  'POST storedcard/confirm': /* */ 'SSS  Yxx  xxx   xxx  NNx   NNN',
  'POST storedcard/remove': /*  */ 'SSS  Yxx  xxx   xxx  NNx   NNN',
  'GET cardpayments': /*        */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET cardpayment': /*         */ 'SSS  Yxx  xxx   xxx  YYx   YYY',

  'GET pricechanges': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET pricechange': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST pricechange/schedule': /**/ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST pricechange/cancel': /* */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET pricechangemembers': /*  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET pricechangemember': /*   */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  // Only the member answers.
  'POST pricechangemember/answer': 'SSS  Yxx  xxx   xxx  NNx   NNN',

  // An organisation's bank and books are its own administrators': no right of the platform reaches them.
  'GET providerpushes': /*        */ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'GET providerpush': /*          */ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'POST providerpush/retry': /*   */ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'GET providerreadings': /*      */ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'GET providerreading': /*       */ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'POST providerreading/read': /* */ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'POST providerreading/record': /**/ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'POST providerreading/ignore': /**/ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'GET invoicing/connections': /* */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'POST invoicing/connect': /*    */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  // The state of an authorisation that the person has not begun.
  'POST invoicing/callback': /*   */ 'SSS  NNN  NNN   NNN  NNN   NNN',
  'POST invoicing/connection': /* */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'POST invoicing/disconnect': /* */ 'SSS  NNx  NNx   NNx  YYx   NNN',
  'POST invoice/push': /*         */ 'SSS  xxx  xxx   xxx  YYx   xxx',
  'POST invoice/checkout': /*     */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST transaction/refund': /*   */ 'SSS  Nxx  xxx   xxx  YYx   NNN',
}
