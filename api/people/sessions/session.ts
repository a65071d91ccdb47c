import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Session } from '#db/tables/people/session.ts'
import { scope } from '../../crud/access.ts'
import { defineResource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { auditAccount } from '../account_audit.ts'
import { endSession } from './sessions.ts'

const { by_operator: _o, proved: _p, api_key_id: _k, identity_provider_id: _i, ...columns } = Session.columns

/** A user's open sessions. Deleting one signs it out. */
export const session = defineResource({
  name: 'session',
  plural: 'sessions',
  about: 'List your open sessions',
  table: 'session',
  row: Type.Object(columns),
  filters: {},
  search: ['ip', 'user_agent'],
  sort: { id: null, created_at: null, last_seen_at: null },
  default_sort: '-last_seen_at',
  organisation_id: sql<number | null>`null::bigint`,
  reads: ownOpen,
  writes: ownOpen,
  async remove(trx, viewer, { id }) {
    await endSession(trx, id)
    await auditAccount(trx, viewer, 'user.signout')
  },
})

function ownOpen(viewer: Viewer) {
  return scope(
    'own',
    sql<SqlBool>`(session.user_id = ${viewer.user_id} and session.api_key_id is null and session.revoked_at is null and session.expires_at > now())`,
  )
}
