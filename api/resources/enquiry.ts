import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Enquiry } from '#db/tables/enquiry.ts'
import { ofAdministrator } from '../access.ts'
import { defineFilter, defineResource } from '../resource.ts'

/** Made by anybody with `PUT enquiry`; those of members are their administrators', all others the platform's. */
export const enquiry = defineResource({
  name: 'enquiry',
  plural: 'enquiries',
  about: 'What people ask by the contact form',
  table: 'enquiry',
  row: Enquiry.row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`enquiry.organisation_id = ${id}`),
    state: defineFilter(Enquiry.columns.state, (state) => sql<SqlBool>`enquiry.state = ${state}`),
  },
  search: ['name', 'email', 'subject', 'text'],
  sort: { id: null, created_at: null, state: null },
  default_sort: '-id',
  reads: (viewer) => ofAdministrator(viewer, 'enquiry.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'enquiry.organisation_id'),

  update: {
    body: Type.Object({ state: Enquiry.columns.state }, { additionalProperties: false }),
    async run(trx, _viewer, { id, state }) {
      await trx.updateTable('enquiry').set({ state, modified_at: sql`now()` }).where('id', '=', id).execute()
    },
  },
  async remove(trx, _viewer, { id }) {
    await trx.deleteFrom('enquiry').where('id', '=', id).execute()
  },
})
