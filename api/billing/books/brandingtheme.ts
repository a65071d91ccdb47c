import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import { BrandingTheme } from '#db/tables/billing/branding_theme.ts'
import { Id } from '#db/tables/columns.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { wrong } from '../../http/errors.ts'
import { refusalOfSize } from '../../pdf/image.ts'
import { billingAdministered, ofBooks } from '../access.ts'
import { LARGEST_LOGO } from './logo.ts'

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

/**
 * A logo is printed on every invoice, so that it must be the organisation's own image and not a member's private one,
 * and small enough to be decoded each time.
 *
 * @throws {AppError} bad_request
 */
async function checkLogo(trx: Trx, organisation_id: number, file_id: number | null | undefined): Promise<void> {
  if (file_id === undefined || file_id === null) return
  const { rows: found } = await sql<{ size: number; width: number | null; height: number | null }>`
    select f.size, f.width, f.height from file f where f.id = ${file_id}
    and f.organisation_id = ${organisation_id} and f.owner_user_id is null and not f.is_folder and f.deleted_at is null
    and not ${isPrivateEvidence('f')}
    and f.mimetype in ('image/png', 'image/jpeg')`.execute(trx)
  const reason = found[0]
    ? found[0].size > LARGEST_LOGO
      ? `this image may have ${LARGEST_LOGO / 1_000_000} MB`
      : refusalOfSize(found[0])
    : "choose a PNG or JPEG image among the organisation's files"
  if (reason === null) return
  throw wrong('logo_file_id', `${reason}.`)
}
