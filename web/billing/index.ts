import { type PathsOf, path } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import { plainPages } from '../kit/plain.ts'
import type { billing as texts } from '../locales/en/billing.ts'

const more = async () => ({ nav: (await import('./BillingNav.tsx')).BillingNav })

const pages = {
  open: {
    /** A quote for the person who has its link. */
    quotePage: {
      path: path('/app/quote'),
      feature: null,
      load: async () => (await import('./quotes/QuotePage.tsx')).QuotePage,
    },
    /** An invitation to share a membership, for the person who has its link. */
    sharedMembership: {
      path: path('/app/membership/shared'),
      feature: null,
      load: async () => (await import('./members/SharedPage.tsx')).SharedPage,
    },
  },
  member: {
    store: { path: path('/app/store'), load: async () => (await import('./store/StorePage.tsx')).StorePage },
    myMembership: {
      path: path('/app/membership'),
      load: async () => (await import('./membership/MyMembershipPage.tsx')).MyMembershipPage,
    },
    /** An invoice as the person reads it who owes it. */
    invoice: {
      path: path<{ id: number }>('/app/invoice'),
      resource: 'invoice',
      load: async () => (await import('./invoices/InvoicePage.tsx')).InvoicePage,
    },
    /** Of a contact, else of oneself. */
    statement: {
      path: path<{ id?: number }>('/app/statement'),
      resource: 'invoicing/contact',
      load: async () => (await import('./reports/StatementPage.tsx')).StatementPage,
    },
    transactions: {
      path: path('/app/transactions'),
      load: async () => (await import('./transactions/TransactionsPage.tsx')).TransactionsPage,
    },
    transaction: {
      path: path<{ id: number }>('/app/transaction'),
      resource: 'transaction',
      load: async () => (await import('./transactions/TransactionPage.tsx')).TransactionPage,
    },
  },
  manager: {
    invoices: {
      path: path<{ state?: string; type?: string; contact_id?: number }>('/app/invoices/admin'),
      load: async () => (await import('./invoices/InvoicesPage.tsx')).InvoicesPage,
    },
    /** @param contact the id of the contact of a new invoice */
    invoiceEdit: {
      path: path<{ id?: number; contact?: number }>('/app/invoice/admin'),
      load: async () => (await import('./invoices/InvoiceEditPage.tsx')).InvoiceEditPage,
    },
    subscriptions: {
      path: path<{ state?: string; code?: number }>('/app/subscriptions/admin'),
      load: async () => (await import('./subscriptions/SubscriptionsPage.tsx')).SubscriptionsPage,
    },
    subscription: {
      path: path<{ id?: number }>('/app/subscription/admin'),
      resource: 'subscription',
      load: async () => (await import('./subscriptions/SubscriptionPage.tsx')).SubscriptionPage,
    },
    allTransactions: {
      path: path('/app/transactions/admin'),
      load: async () => (await import('./transactions/AllTransactionsPage.tsx')).AllTransactionsPage,
    },
    bank: {
      path: path<{ tab?: string; state?: string }>('/app/bank/admin'),
      load: async () => (await import('./bank/BankPage.tsx')).BankPage,
    },
    billingReports: {
      path: path<{ report?: string }>('/app/billingreports/admin'),
      load: async () => (await import('./reports/ReportsPage.tsx')).ReportsPage,
    },
    billingContacts: {
      path: path('/app/contacts/admin'),
      load: async () => (await import('./contacts/ContactsPage.tsx')).ContactsPage,
    },
    billingContact: {
      path: path<{ id?: number }>('/app/contact/admin'),
      resource: 'invoicing/contact',
      load: async () => (await import('./contacts/ContactPage.tsx')).ContactPage,
    },
    products: {
      path: path('/app/products/admin'),
      load: async () => (await import('./products/ProductsPage.tsx')).ProductsPage,
    },
    product: {
      path: path<{ id?: number; kind?: 'item' }>('/app/product/admin'),
      resource: 'product',
      load: async () => (await import('./products/ProductPage.tsx')).ProductPage,
    },
    cards: {
      path: path<{ tab?: string; state?: string }>('/app/cardpayments/admin'),
      load: async () => (await import('./CardsPage.tsx')).CardsPage,
    },
    priceChanges: {
      path: path<{ state?: string }>('/app/pricechanges/admin'),
      load: async () => (await import('./prices/PriceChangesPage.tsx')).PriceChangesPage,
    },
    priceChange: {
      path: path<{ id?: number; outcome?: string }>('/app/pricechange/admin'),
      resource: 'pricechange',
      load: async () => (await import('./prices/PriceChangePage.tsx')).PriceChangePage,
    },
    discountCodes: {
      path: path<{ state?: string }>('/app/discountcodes/admin'),
      load: async () => (await import('./discounts/DiscountCodesPage.tsx')).DiscountCodesPage,
    },
    discountCode: {
      path: path<{ id?: number }>('/app/discountcode/admin'),
      resource: 'discountcode',
      load: async () => (await import('./discounts/DiscountCodePage.tsx')).DiscountCodePage,
    },
    quotes: {
      path: path<{ state?: string }>('/app/quotes/admin'),
      load: async () => (await import('./quotes/QuotesPage.tsx')).QuotesPage,
    },
    quoteEdit: {
      path: path<{ id?: number }>('/app/quote/admin'),
      resource: 'quote',
      load: async () => (await import('./quotes/QuoteEditPage.tsx')).QuoteEditPage,
    },
    recurringInvoices: {
      path: path<{ state?: string }>('/app/recurringinvoices/admin'),
      load: async () => (await import('./recurring/RecurringListPage.tsx')).RecurringListPage,
    },
    recurringInvoice: {
      path: path<{ id?: number }>('/app/recurringinvoice/admin'),
      resource: 'recurringinvoice',
      load: async () => (await import('./recurring/RecurringPage.tsx')).RecurringPage,
    },
    invoiceReminders: {
      path: path('/app/invoicereminders/admin'),
      load: async () => (await import('./reminders/RemindersPage.tsx')).RemindersPage,
    },
    ...plainPages(['taxRates', '/app/taxrates/admin'], ['taxRate', '/app/taxrate/admin'], {
      resource: 'taxrate',
      schema: () => import('virtual:resource/taxrate'),
      texts: 'billing:taxRates',
      columns: (t) => [
        { name: 'name' },
        { name: 'code' },
        { name: 'rate', show: ({ rate }) => `${Number(rate)} %` },
        { name: 'type', show: ({ type }) => t(`billing:taxTypes.${type}`) },
        { name: 'effective_from' },
        { name: 'effective_to' },
        { name: 'active' },
      ],
      fields: ['name', 'code', 'type', 'rate', 'effective_from', 'effective_to', 'active'],
      defaults: { type: 'standard', active: true },
      titles: (t) => ({ type: (choice) => t(`billing:taxTypes.${choice as 'standard'}`) }),
      more,
    }),
    ...plainPages(['ledgerAccounts', '/app/ledgeraccounts/admin'], ['ledgerAccount', '/app/ledgeraccount/admin'], {
      resource: 'ledgeraccount',
      schema: () => import('virtual:resource/ledgeraccount'),
      texts: 'billing:accounts',
      columns: (t) => [
        { name: 'name' },
        { name: 'code' },
        { name: 'type', show: ({ type }) => t(`billing:accountTypes.${type}`) },
        { name: 'active' },
      ],
      fields: ['name', 'code', 'type', 'active'],
      defaults: { type: 'revenue', active: true },
      titles: (t) => ({ type: (choice) => t(`billing:accountTypes.${choice as 'bank'}`) }),
      more,
    }),
    ...plainPages(['brandingThemes', '/app/brandingthemes/admin'], ['brandingTheme', '/app/brandingtheme/admin'], {
      resource: 'brandingtheme',
      schema: () => import('virtual:resource/brandingtheme'),
      texts: 'billing:themes',
      columns: [{ name: 'name' }, { name: 'footer' }, { name: 'active' }, { name: 'modified_at', hidden: true }],
      fields: ['name', 'logo_file_id', 'terms', 'footer', 'active'],
      defaults: { active: true },
      more: async () => ({ ...(await more()), ...(await import('./settings/themes.ts')) }),
    }),
    billingSettings: {
      path: path('/app/billing/admin'),
      load: async () => (await import('./settings/BillingSettingsPage.tsx')).BillingSettingsPage,
    },
    providers: {
      path: path<{ kind?: string; state?: string }>('/app/invoicing/admin'),
      load: async () => (await import('./providers/ProvidersPage.tsx')).ProvidersPage,
    },
    movingIn: {
      path: path<{ kind?: string }>('/app/movingin/admin'),
      load: async () => (await import('./moving/MovingInPage.tsx')).MovingInPage,
    },
    providerCallback: {
      path: path('/app/invoicing/callback'),
      load: async () => (await import('./providers/CallbackPage.tsx')).CallbackPage,
    },
  },
} as const

/** Memberships, invoices, transactions, contacts, and accounting and payment providers. */
export const billing: Door = {
  name: 'billing',
  area: 'billing',
  feature: 'billing',
  pages,
  start: 'myMembership',
  heading: 'billing',
  menu: [
    { page: 'myMembership', label: 'membership', icon: 'membership', section: 'product' },
    { page: 'transactions', label: 'transactions', icon: 'transactions', section: 'product' },
    { page: 'invoices', label: 'invoices', icon: 'invoices', section: 'administration' },
    {
      page: 'allTransactions',
      label: 'allTransactions',
      icon: 'transactions',
      section: 'platform',
      heading: 'platform',
    },
  ],
}

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    billing: typeof texts
  }
}
