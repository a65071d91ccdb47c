import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Actor, auditCounted } from '../crud/audit.ts'
import { networkOf } from '../http/addresses/network_of.ts'

/** Writes an audit entry about an account to every organisation that it is a member of. */
export async function auditAccount(trx: Db, actor: Actor, action: string, about: AboutAccount = {}): Promise<void> {
  const { user_id = actor.user_id, details = {} } = about
  await auditCounted(trx, ofMember(user_id ?? 0), actor, {
    action,
    entity: 'user',
    entity_id: user_id,
    details,
    key: [actor.user_id, user_id, networkOf(actor.ip ?? ''), ...Object.values(details)].join(':'),
  })
}

/**
 * Writes an audit entry for a wrong password or code: one row an hour for each account, with a count and up to ten
 * networks. The input is not stored, since people type passwords into the wrong field.
 *
 * @param user_id 0 where no account has the name: the entry then belongs to the installation
 */
export async function auditFailedSignIn(
  db: Db,
  user_id: number,
  ip: string,
  wrong: 'password' | 'code',
): Promise<void> {
  await auditCounted(
    db,
    ofMember(user_id),
    { user_id: null, ip },
    {
      action: 'user.signin.fail',
      entity: 'user',
      entity_id: user_id || null,
      details: { wrong },
      key: `${user_id}:${wrong}`,
    },
  )
}

/** The organisations of a user; null, the installation, for a user without memberships. */
const ofMember = (user_id: number) => sql`
  select m.organisation_id from membership m where m.user_id = ${user_id}
  union all select null where not exists (select from membership m where m.user_id = ${user_id})`

type AboutAccount = { user_id?: number | null; details?: Record<string, unknown> }
