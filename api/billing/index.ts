import { sql } from 'kysely'
import { defineDomain } from '../crud/domain.ts'
import { ofOrganisation, ofTables } from '../crud/quotas.ts'
import { billingconfig } from './books/billingconfig.ts'
import { brandingtheme } from './books/brandingtheme.ts'
import { contact } from './books/contact.ts'
import { giveBooks } from './books/defaults.ts'
import { ledgeraccount } from './books/ledgeraccount.ts'
import { addBooks } from './books/lists.ts'
import { product } from './books/product.ts'
import { taxrate } from './books/taxrate.ts'
import { addInvoiceFiles } from './documents/routes.ts'
import { invoice } from './invoices/invoice.ts'
import { addInvoiceActions } from './invoices/invoice_actions.ts'
import { addInvoiceTotals } from './invoices/invoice_totals.ts'
import { invoiceline } from './invoices/invoiceline.ts'
import { transaction } from './ledger/transaction.ts'
import { addTransactions } from './ledger/transaction_actions.ts'
import { watchPushes } from './providers/metrics.ts'
import { providerpush } from './providers/providerpush.ts'
import { addProviders } from './providers/routes.ts'
import { makeProviderUpkeep } from './providers/upkeep.ts'
import { makeProviderWorker } from './providers/worker.ts'
import { addStore } from './store/store_routes.ts'
import { makeSubscriptionTask } from './subscriptions/daily.ts'
import { requireOpened } from './subscriptions/opens.ts'
import { subscription } from './subscriptions/subscription.ts'
import { addSubscriptions } from './subscriptions/subscription_actions.ts'

/** Products, subscriptions, invoices and the ledger. */
export const billing = defineDomain({
  feature: 'billing',
  guards: requireOpened,
  async begin(app, context) {
    app.addHook('preHandler', giveBooks(context))
  },
  background(context) {
    watchPushes(context.registry, context.db)
    return [makeProviderWorker(context), makeProviderUpkeep(context), makeSubscriptionTask(context)]
  },
  resources: {
    billingconfig,
    brandingtheme,
    'invoicing/contact': contact,
    invoice,
    invoiceline,
    ledgeraccount,
    product,
    providerpush,
    subscription,
    taxrate,
    transaction,
  },
  actions: [
    addBooks,
    addInvoiceTotals,
    addInvoiceActions,
    addInvoiceFiles,
    addTransactions,
    addSubscriptions,
    addProviders,
  ],
  // Also for guests and for people who are no members yet.
  always: [addStore],
  quotas: {
    billing_definitions: ofTables('products, tax rates, accounts and themes', [
      'product',
      'tax_rate',
      'account',
      'branding_theme',
    ]),
    contacts: ofOrganisation('contacts', 'contact'),
    invoices_per_day: ofOrganisation(
      'new invoices in 24 hours',
      'invoice',
      sql`created_by_user_id is not null and created_at > now() - interval '1 day'`,
    ),
  },
})
