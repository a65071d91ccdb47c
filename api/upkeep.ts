import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import type { ApiContext } from './context.ts'
import { inAnyOrganisation } from './crud/spread.ts'
import { transact } from './crud/transact.ts'
import { announce } from './messaging/announce.ts'
import { sendReminders } from './messaging/remind.ts'
import { makeDueChanges } from './people/accounts/address_change.ts'
import { KEEP_DAYS } from './people/purge/parts.ts'
import { purgePeople } from './people/purge/purge.ts'
import { KEEP_DAYS as KEEP_ORIGINS_DAYS } from './people/sessions/origins.ts'
import { endExpiredSessions } from './people/sessions/sessions.ts'

const EVERY_MS = 60_000

/** Periodic maintenance: ends expired sessions, makes changes of address that have waited, sends reminders, and purges deleted rows after a month. */
export function makeUpkeep(context: ApiContext): PeriodicTask {
  let purge_at = 0
  const run = async () => {
    await transact(context, endExpiredSessions)
    await transact(context, (trx) => makeDueChanges(trx))
    await transact(context, sendReminders)
    await transact(context, announce)
    if (Date.now() < purge_at) return
    purge_at = Date.now() + 60 * EVERY_MS
    await purgeDeleted(context.db)
    await dropOldAudit(context.db, context.config.audit_retain_days)
  }
  return { name: 'upkeep of people and messages', interval_ms: EVERY_MS, run }
}

/** Purges accounts deleted a month ago, unfinished registrations, and expired rows. */
export async function purgeDeleted(db: Db): Promise<void> {
  const month_ago = sql<string>`now() - make_interval(days => ${sql.lit(KEEP_DAYS)})`
  await db.deleteFrom('share_link').where('expires_at', '<', month_ago).execute()
  await db.deleteFrom('session').where('expires_at', '<', month_ago).execute()
  await db.deleteFrom('ended_invitation').where('created_at', '<', month_ago).execute()
  await db.deleteFrom('one_time_token').where('expires_at', '<', month_ago).execute()
  await db.deleteFrom('outbox_mail').where('created_at', '<', month_ago).execute()
  await db.deleteFrom('message').where('kind', '=', 'account').where('created_at', '<', month_ago).execute()
  await db.deleteFrom('unknown_device').where('last_seen', '<', month_ago).execute()
  await db
    .deleteFrom('tracker_command')
    .where(inAnyOrganisation('tracker_command'))
    .where('queued_at', '<', month_ago)
    .where('state', '<>', 'queued')
    .execute()
  await db.deleteFrom('attempt').where('began_at', '<', sql<string>`now() - interval '1 day'`).execute()
  await db.deleteFrom('guess').where('guessed_at', '<', sql<string>`now() - interval '1 day'`).execute()
  const forgotten = sql<string>`now() - make_interval(days => ${sql.lit(KEEP_ORIGINS_DAYS)})`
  await db.deleteFrom('sign_in_origin').where('last_used_at', '<', forgotten).execute()
  await db.deleteFrom('idempotency_key').where('created_at', '<', sql<string>`now() - interval '1 day'`).execute()
  await purgePeople(db)
}

/** Deletes audit entries older than `days`, in batches by id; ids follow the order of time. */
export async function dropOldAudit(db: Db, days: number): Promise<void> {
  if (days === 0) return
  for (let deleted = AT_ONCE; deleted === AT_ONCE; ) {
    const { rows } = await sql<{ deleted: number }>`
      with first as (select id, created_at from audit_log order by id limit ${AT_ONCE}),
        gone as (delete from audit_log a using first f where a.id = f.id
          and f.created_at < now() - make_interval(days => ${days}::int) returning a.id)
      select count(*)::int as deleted from gone`.execute(db)
    deleted = rows[0]!.deleted
  }
}

const AT_ONCE = 1000
