import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Session } from '#db/tables/people/session.ts'
import { scope } from '../../crud/access.ts'
import { noteAccount } from '../../crud/audit.ts'
import { defineResource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { endSession } from './sessions.ts'

const { by_operator: _, ...columns } = Session.columns

/** Where one is signed in. To delete one is to sign out there. */
export const session = defineResource({
  name: 'session',
  plural: 'sessions',
  about: 'Where I am signed in',
  table: 'session',
  row: Type.Object(columns),
  filters: {},
  search: ['ip', 'user_agent'],
  sort: { id: null, created_at: null, last_seen_at: null },
  default_sort: '-last_seen_at',
  organisation_id: sql<number | null>`null::bigint`,
  reads: mine,
  writes: mine,
  async remove(trx, viewer, { id }) {
    await endSession(trx, id)
    await noteAccount(trx, viewer, 'user.signout')
  },
})

function mine(viewer: Viewer) {
  return scope(
    'own',
    sql<SqlBool>`(session.user_id = ${viewer.user_id} and session.revoked_at is null and session.expires_at > now())`,
  )
}
