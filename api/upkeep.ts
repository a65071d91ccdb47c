import { type RawBuilder, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Db } from '#db/database.ts'
import { deleteInParts, Pace } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
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
    const pace = new Pace()
    while ((await pace.part((work) => transact(context, work), endExpiredSessions)) > 0);
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
  for (const [table, where] of past) await deleteInParts(db, table, where)
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

const AT_ONCE = 500

const daysAgo = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`
const month_ago = daysAgo(KEEP_DAYS)
/** Rows that are over, by their tables. */
const past: [table: keyof Database, where: RawBuilder<unknown>][] = [
  ['share_link', sql`expires_at < ${month_ago}`],
  ['session', sql`expires_at < ${month_ago}`],
  ['ended_invitation', sql`created_at < ${month_ago}`],
  ['one_time_token', sql`expires_at < ${month_ago}`],
  ['outbox_mail', sql`created_at < ${month_ago}`],
  ['message', sql`kind = 'account' and created_at < ${month_ago}`],
  ['unknown_device', sql`last_seen < ${month_ago}`],
  ['tracker_command', sql`${inAnyOrganisation('tracker_command')} and queued_at < ${month_ago} and state <> 'queued'`],
  ['attempt', sql`began_at < ${daysAgo(1)}`],
  ['guess', sql`guessed_at < ${daysAgo(1)}`],
  ['sign_in_origin', sql`last_used_at < ${daysAgo(KEEP_ORIGINS_DAYS)}`],
  ['idempotency_key', sql`created_at < ${daysAgo(1)}`],
]
