import { Id } from '#db/tables/columns.ts'
import { Enquiry } from '#db/tables/site/enquiry.ts'
import { ofAdministrator } from '../crud/access.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'

/**
 * Created by the public route `PUT enquiry`. Those of members go to their administrators, and so do those of visitors
 * where the installation has one organisation; others go to the platform.
 */
export const enquiry = defineResource({
  name: 'enquiry',
  plural: 'enquiries',
  about: 'List enquiries from the contact form',
  table: 'enquiry',
  row: Enquiry.row,
  filters: { organisation_id: equals('organisation_id', Id), state: equals('state', Enquiry.columns.state) },
  search: ['name', 'email', 'subject', 'text'],
  sort: { id: null, created_at: null, state: null },
  default_sort: '-id',
  reads: (viewer) => ofAdministrator(viewer, 'enquiry.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'enquiry.organisation_id'),

  update: {
    body: bodyOf({ state: Enquiry.columns.state }, {}),
    run: (trx, _viewer, body) => rows(trx, 'enquiry').update(body),
  },
  remove: (trx, _viewer, target) => rows(trx, 'enquiry').remove(target),
})
