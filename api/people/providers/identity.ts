import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Identity } from '#db/tables/people/providers/identity.ts'
import { scope } from '../../crud/access.ts'
import { defineResource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { auditAccount } from '../account_audit.ts'
import { endProvided } from '../sessions/provided.ts'

const provider = sql<string>`(select p.name from identity_provider p where p.id = identity.identity_provider_id)`

/** The accounts elsewhere by which one signs in. Removing one ends the sessions that it began. */
export const identity = defineResource({
  name: 'identity',
  plural: 'identities',
  noun: 'connected sign-in',
  about: 'List the accounts at identity providers by which you sign in',
  table: 'identity',
  row: Type.Object({ ...Identity.columns, provider: Type.String() }),
  computed: { provider },
  filters: {},
  search: ['email'],
  sort: { id: null },
  default_sort: 'id',
  organisation_id: sql<number | null>`null::bigint`,
  reads: own,
  writes: own,
  async remove(trx, viewer, { id }) {
    const removed = await trx
      .deleteFrom('identity')
      .where('id', '=', id)
      .returning(['identity_provider_id', 'user_id', provider.as('name')])
      .executeTakeFirstOrThrow()
    await endProvided(trx, removed.identity_provider_id, { user_id: removed.user_id })
    await auditAccount(trx, viewer, 'identity.disconnect', { details: { provider: removed.name } })
  },
})

function own(viewer: Viewer) {
  return scope('own', sql<SqlBool>`identity.user_id = ${viewer.user_id}`)
}
