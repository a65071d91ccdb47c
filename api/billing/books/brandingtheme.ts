import { Type } from 'typebox'
import { BrandingTheme } from '#db/tables/billing/branding_theme.ts'
import { Id } from '#db/tables/columns.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkLogo } from '../../files/logo.ts'
import { billingAdministered, ofBooks } from '../access.ts'

const { logo_file_id, terms, footer, active } = BrandingTheme.columns
const fields = { logo_file_id, terms, footer, active }

export const brandingtheme = defineResource({
  name: 'brandingtheme',
  plural: 'brandingthemes',
  noun: 'branding theme',
  about: 'List how invoices may look',
  table: 'branding_theme',
  row: BrandingTheme.row,
  filters: { organisation_id: equals('organisation_id', Id), active: equals('active', Type.Boolean()) },
  search: ['name'],
  sort: { id: null, name: null },
  default_sort: 'name',
  reads: (viewer) => ofBooks(viewer, 'branding_theme'),
  writes: (viewer) => ofBooks(viewer, 'branding_theme'),
  quota: { organisation: 'billing_definitions' },

  create: {
    body: bodyOf({ name: Name }, { organisation_id: Id, ...fields }),
    async run(trx, viewer, { organisation_id: named, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      await checkLogo(trx, organisation_id, body.logo_file_id)
      return rows(trx, 'branding_theme').insert({ ...body, organisation_id, name: checkName(body.name) })
    },
  },
  update: {
    body: bodyOf({}, { name: Name, ...fields }),
    async run(trx, _viewer, { organisation_id, ...body }) {
      await checkLogo(trx, organisation_id, body.logo_file_id)
      await rows(trx, 'branding_theme').update({ ...body, organisation_id, name: checkName(body.name) })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'branding_theme').remove(target),
})
