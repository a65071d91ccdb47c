import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { BillingConfig } from '#db/tables/billing/billing_config.ts'
import { Id } from '#db/tables/columns.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { ofBooks } from '../access.ts'
import { checkPatterns } from '../numbers/check.ts'
import { checkElectronicAddress } from '../tax_numbers/electronic_address.ts'
import { checkAccountCode, checkTaxRate, checkTheme } from './checks.ts'
import { checkHomeCurrency } from './home_currency.ts'

const { id: _i, organisation_id: _o, created_at: _c, modified_at: _m, ...fields } = BillingConfig.columns

/** The row exists as soon as the feature is on: see `ensureBooks`. */
export const billingconfig = defineResource({
  name: 'billingconfig',
  plural: 'billingconfigs',
  noun: 'billing settings',
  about: 'List what new invoices of an organisation begin with',
  table: 'billing_config',
  joins: { c: { table: 'currency', on: sql<SqlBool>`c.code = billing_config.currency` } },
  row: Type.Object({ ...BillingConfig.columns, digits: Type.Integer() }),
  computed: { digits: sql.ref('c.digits') },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: [],
  sort: { id: null },
  default_sort: 'id',
  reads: (viewer) => ofBooks(viewer, 'billing_config'),
  writes: (viewer) => ofBooks(viewer, 'billing_config'),

  update: {
    body: bodyOf({}, fields),
    async run(trx, _viewer, { organisation_id, ...body }) {
      checkElectronicAddress(body.electronic_address)
      await checkPatterns(trx, organisation_id, body)
      if (body.currency !== undefined) await checkHomeCurrency(trx, organisation_id, body.currency)
      await checkTaxRate(trx, organisation_id, body.tax_rate_id)
      await checkAccountCode(trx, organisation_id, body.account_code)
      await checkTheme(trx, organisation_id, body.branding_theme_id)
      await rows(trx, 'billing_config').update({ ...body, organisation_id })
    },
  },
})
