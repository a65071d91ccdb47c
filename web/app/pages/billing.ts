import type { Pages } from './entry.ts'

/** Pages of memberships, invoices and transactions, by who may see them. */

export const requiresAuth = {
  '/app/store': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/store/StorePage.tsx')).StorePage,
  },
  '/app/membership': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/membership/MyMembershipPage.tsx')).MyMembershipPage,
  },
  '/app/invoice': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/invoices/InvoicePage.tsx')).InvoicePage,
  },
  '/app/transactions': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/transactions/TransactionsPage.tsx')).TransactionsPage,
  },
  '/app/transaction': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/transactions/TransactionPage.tsx')).TransactionPage,
  },
} satisfies Pages

export const requiresAdmin = {
  '/app/invoices/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/invoices/InvoicesPage.tsx')).InvoicesPage,
  },
  '/app/invoice/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/invoices/InvoiceEditPage.tsx')).InvoiceEditPage,
  },
  '/app/subscriptions/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/subscriptions/SubscriptionsPage.tsx')).SubscriptionsPage,
  },
  '/app/subscription/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/subscriptions/SubscriptionPage.tsx')).SubscriptionPage,
  },
  '/app/transactions/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/transactions/AllTransactionsPage.tsx')).AllTransactionsPage,
  },
  '/app/contacts/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/contacts/ContactsPage.tsx')).ContactsPage,
  },
  '/app/contact/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/contacts/ContactPage.tsx')).ContactPage,
  },
  '/app/products/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/products/ProductsPage.tsx')).ProductsPage,
  },
  '/app/product/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/products/ProductPage.tsx')).ProductPage,
  },
  '/app/taxrates/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/settings/TaxRatesPages.tsx')).TaxRatesPage,
  },
  '/app/taxrate/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/settings/TaxRatesPages.tsx')).TaxRatePage,
  },
  '/app/ledgeraccounts/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/settings/AccountsPages.tsx')).AccountsPage,
  },
  '/app/ledgeraccount/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/settings/AccountsPages.tsx')).AccountPage,
  },
  '/app/brandingthemes/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/settings/ThemesPages.tsx')).ThemesPage,
  },
  '/app/brandingtheme/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/settings/ThemesPages.tsx')).ThemePage,
  },
  '/app/billing/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/settings/BillingSettingsPage.tsx')).BillingSettingsPage,
  },
  '/app/invoicing/admin': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/providers/ProvidersPage.tsx')).ProvidersPage,
  },
  '/app/invoicing/callback': {
    texts: ['billing'],
    feature: 'billing',
    load: async () => (await import('../../billing/providers/CallbackPage.tsx')).CallbackPage,
  },
} satisfies Pages
