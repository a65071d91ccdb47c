/** The reports of the books, in the order in which they are offered. */
export const reportNames = [
  'gst',
  'profit_and_loss',
  'income_by_product',
  'aged_debtors',
  'deposits',
  'stripe',
  'currency_gains',
  'trial_figures',
  'members',
] as const
export type ReportName = (typeof reportNames)[number]
