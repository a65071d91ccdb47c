import schema from 'virtual:resource/taxrate'
import { paths } from '../../core/paths.ts'
import { plainPages } from '../../kit/record/plainPages.tsx'
import { BillingNav } from '../BillingNav.tsx'

/** Rates of tax, each while it is in force. */
export const [TaxRatesPage, TaxRatePage] = plainPages({
  resource: 'taxrate',
  schema,
  texts: 'billing:taxRates',
  list: paths.taxRates,
  page: paths.taxRate,
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
  nav: BillingNav,
})
