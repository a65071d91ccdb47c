import { sql } from 'kysely'
import { defineDomain } from '../crud/domain.ts'
import { ofOrganisation, ofTables } from '../crud/quotas.ts'
import { confirmLines, ignoreBankLine, suggestMatches, undoBankLine } from './bank/actions.ts'
import { bankline } from './bank/bankline.ts'
import { bankstatement } from './bank/bankstatement.ts'
import { importStatement } from './bank/import_action.ts'
import { billingconfig } from './books/billingconfig.ts'
import { brandingtheme } from './books/brandingtheme.ts'
import { contact } from './books/contact.ts'
import { giveBooks } from './books/defaults.ts'
import { ledgeraccount } from './books/ledgeraccount.ts'
import { product } from './books/product.ts'
import { taxrate } from './books/taxrate.ts'
import { discountcode } from './discounts/discountcode.ts'
import { mailInvoice } from './documents/mail.ts'
import { addFacturX, addInvoicePdf, addInvoiceXml, readInvoiceDocument } from './documents/read.ts'
import { invoice } from './invoices/invoice.ts'
import {
  allocateCredit,
  authoriseInvoice,
  createInvoice,
  credit,
  refundInvoice,
  voidAuthorised,
} from './invoices/invoice_actions.ts'
import { sumInvoices } from './invoices/invoice_totals.ts'
import { invoiceline } from './invoices/invoiceline.ts'
import {
  deleteTransaction,
  recordTransaction,
  reverseTransaction,
  updateTransaction,
} from './invoices/transaction_actions.ts'
import { allocateAccount, receiveOnAccount, refundAccount } from './ledger/account_actions.ts'
import { transaction } from './ledger/transaction.ts'
import { contacts } from './moving/contacts.ts'
import { openInvoices } from './moving/invoices.ts'
import { members } from './moving/members.ts'
import { readNextNumbers, startNumbers } from './numbers/actions.ts'
import { answerChange, cancelChange, scheduleChanges } from './pricechanges/price_actions.ts'
import { pricechange } from './pricechanges/pricechange.ts'
import { pricechangemember } from './pricechanges/pricechangemember.ts'
import {
  chooseBooks,
  connectProvider,
  disconnectProvider,
  finishConnecting,
  listConnections,
} from './providers/connection_actions.ts'
import { books } from './providers/lists.ts'
import { watchPushes } from './providers/metrics.ts'
import { providerpush } from './providers/providerpush.ts'
import { pushInvoice, retryPushes } from './providers/push_actions.ts'
import { providerreading } from './providers/readings/providerreading.ts'
import { ignoreReading, readAgain, recordTheirs } from './providers/readings/reading_actions.ts'
import { addXeroWebhook } from './providers/readings/webhook.ts'
import { providermovement } from './providers/stripe/balance/providermovement.ts'
import { providerpayout } from './providers/stripe/balance/providerpayout.ts'
import { confirmCard, readMandate, removeCard, storeCard } from './providers/stripe/cards/card_actions.ts'
import { cardpayment } from './providers/stripe/cards/cardpayment.ts'
import { storedcard } from './providers/stripe/cards/storedcard.ts'
import { checkoutInvoice, refundTransaction } from './providers/stripe/checkout.ts'
import { addStripeWebhook } from './providers/stripe/webhook.ts'
import { makeProviderUpkeep } from './providers/upkeep.ts'
import { makeProviderWorker } from './providers/worker.ts'
import { addQuotePdf, invoiceQuote, withdrawQuote } from './quotes/actions.ts'
import { answerQuote, readQuote } from './quotes/answer.ts'
import { quote } from './quotes/quote.ts'
import { sendQuote } from './quotes/send.ts'
import { payInvoice } from './receipts/pay_invoice.ts'
import { spreadInvoice } from './receipts/spread.ts'
import { makeRecurringTask } from './recurring/daily.ts'
import { recurringinvoice } from './recurring/recurringinvoice.ts'
import { recurringrun } from './recurring/recurringrun.ts'
import { stepRecurring } from './recurring/steps.ts'
import { makeReminderTask } from './reminders/daily.ts'
import { invoicereminder } from './reminders/invoicereminder.ts'
import { previewReminders } from './reminders/preview.ts'
import { reminderplan } from './reminders/reminderplan.ts'
import { addReportFiles, readBillingReport, readStatement } from './reports/actions.ts'
import { endSharing, readPersonPrice } from './sharing/actions.ts'
import { answerSharing, readSharing } from './sharing/answer.ts'
import { endPeople } from './sharing/daily.ts'
import { subscriptionmember } from './sharing/subscriptionmember.ts'
import { readPrice } from './store/quote.ts'
import { listSellers, readSubscriptionStore, subscribe } from './store/store_routes.ts'
import { makeSubscriptionTask } from './subscriptions/daily.ts'
import { requireOpened } from './subscriptions/opens.ts'
import { endPauseNow, pauseSubscription } from './subscriptions/pause_actions.ts'
import { subscription } from './subscriptions/subscription.ts'
import {
  cancelSubscription,
  changeByAction,
  changeByUpdate,
  deleteSubscription,
  listReminders,
  resumeSubscription,
} from './subscriptions/subscription_actions.ts'
import { adoptMembershipYear } from './years/year_action.ts'

/** Products, subscriptions, invoices and the ledger. */
export const billing = defineDomain({
  feature: 'billing',
  keys: { routes: { 'GET invoices': 'read', 'GET invoice': 'read' } },
  areas: { rest: 'billing' },
  guards: requireOpened,
  async begin(app, context) {
    app.addHook('preHandler', giveBooks(context))
  },
  background(context) {
    watchPushes(context.registry, context.db)
    return [
      makeProviderWorker(context),
      makeProviderUpkeep(context),
      makeSubscriptionTask(context, endPeople),
      makeRecurringTask(context),
      makeReminderTask(context),
    ]
  },
  page_names: [
    'billing',
    'cart',
    'checkout',
    'store',
    'contacts',
    'billingreports',
    'statement',
    'bank',
    'movingin',
    'invoicereminders',
  ],
  resources: {
    bankline,
    bankstatement,
    billingconfig,
    brandingtheme,
    cardpayment,
    discountcode,
    'invoicing/contact': contact,
    invoice,
    invoiceline,
    invoicereminder,
    ledgeraccount,
    pricechange,
    pricechangemember,
    product,
    providermovement,
    providerpayout,
    providerpush,
    providerreading,
    quote,
    recurringinvoice,
    recurringrun,
    reminderplan,
    storedcard,
    subscription,
    subscriptionmember,
    taxrate,
    transaction,
  },
  actions: [
    ...books,
    sumInvoices,
    readNextNumbers,
    startNumbers,
    readInvoiceDocument,
    authoriseInvoice,
    voidAuthorised,
    payInvoice,
    refundInvoice,
    allocateCredit,
    credit,
    createInvoice,
    spreadInvoice,
    receiveOnAccount,
    refundAccount,
    allocateAccount,
    addInvoicePdf,
    addInvoiceXml,
    addFacturX,
    mailInvoice,
    previewReminders,
    stepRecurring,
    sendQuote,
    withdrawQuote,
    invoiceQuote,
    addQuotePdf,
    importStatement,
    suggestMatches,
    confirmLines,
    undoBankLine,
    ignoreBankLine,
    recordTransaction,
    reverseTransaction,
    updateTransaction,
    deleteTransaction,
    cancelSubscription,
    deleteSubscription,
    resumeSubscription,
    pauseSubscription,
    endPauseNow,
    changeByAction,
    changeByUpdate,
    listReminders,
    readPersonPrice,
    endSharing,
    adoptMembershipYear,
    readMandate,
    storeCard,
    confirmCard,
    removeCard,
    scheduleChanges,
    cancelChange,
    answerChange,
    listConnections,
    connectProvider,
    finishConnecting,
    chooseBooks,
    disconnectProvider,
    pushInvoice,
    retryPushes,
    checkoutInvoice,
    refundTransaction,
    addStripeWebhook,
    addXeroWebhook,
    readAgain,
    recordTheirs,
    ignoreReading,
    readBillingReport,
    readStatement,
    addReportFiles,
  ],
  imports: [contacts, members, openInvoices],
  // Also for guests and for people who are no members yet.
  always: [
    readSharing,
    answerSharing,
    readQuote,
    answerQuote,
    listSellers,
    readSubscriptionStore,
    readPrice,
    subscribe,
  ],
  quotas: {
    billing_definitions: ofTables(5000, 'products, tax rates, accounts and themes', [
      'product',
      'tax_rate',
      'account',
      'branding_theme',
    ]),
    discount_codes: ofOrganisation(5000, 'discount codes', 'discount_code'),
    membership_people: ofOrganisation(
      20_000,
      'people who share memberships',
      'subscription_member',
      sql`state in ('invited', 'joined')`,
    ),
    contacts: ofOrganisation(50_000, 'contacts', 'contact'),
    recurring_invoices: ofOrganisation(1000, 'recurring invoices', 'recurring_invoice', sql`state <> 'ended'`),
    quotes_per_day: ofOrganisation(2000, 'new quotes in 24 hours', 'quote', sql`created_at > now() - interval '1 day'`),
    bank_lines: ofOrganisation(200_000, 'lines of bank statements', 'bank_line'),
    invoices_per_day: ofOrganisation(
      { most: 10_000, fresh: 2000 },
      'new invoices in 24 hours',
      'invoice',
      sql`created_by_user_id is not null and created_at > now() - interval '1 day'`,
    ),
  },
})
