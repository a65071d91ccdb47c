import schema from 'virtual:resource/ledgeraccount'
import { paths } from '../../core/paths.ts'
import { plainPages } from '../../kit/record/plainPages.tsx'
import { BillingNav } from '../BillingNav.tsx'

/** The accounts of the books. */
export const [AccountsPage, AccountPage] = plainPages({
  resource: 'ledgeraccount',
  schema,
  texts: 'billing:accounts',
  list: paths.ledgerAccounts,
  page: paths.ledgerAccount,
  columns: (t) => [
    { name: 'name' },
    { name: 'code' },
    { name: 'type', show: ({ type }) => t(`billing:accountTypes.${type}`) },
    { name: 'active' },
  ],
  fields: ['name', 'code', 'type', 'active'],
  defaults: { type: 'revenue', active: true },
  titles: (t) => ({ type: (choice) => t(`billing:accountTypes.${choice as 'bank'}`) }),
  nav: BillingNav,
})
