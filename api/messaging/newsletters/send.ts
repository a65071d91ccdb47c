import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Newsletter } from '#db/tables/messaging/newsletter.ts'
import { writeMessages } from '#messages/queue/write.ts'
import type { ApiContext } from '../../context.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { afterCommit, transact } from '../../crud/transact.ts'

/** Mails that one transaction writes. */
const BATCH = 500

const EVERY_MS = 30_000

/** Sends newsletters that are due. A task of its own, so that a failure keeps nothing else from being done. */
export function makeNewsletters(context: ApiContext): PeriodicTask {
  return { name: 'newsletters', interval_ms: EVERY_MS, run: () => sendNewsletters(context) }
}

/** Writes the mails of newsletters that are due, in batches. A batch that fails is written again, whole. */
async function sendNewsletters(context: ApiContext): Promise<void> {
  while (await transact(context, sendBatch)) {
    // Until nothing is due.
  }
}

/** @returns whether there may be more to write */
async function sendBatch(trx: Trx): Promise<boolean> {
  const newsletter = await trx
    .selectFrom('newsletter')
    .selectAll()
    .where('state', 'in', ['scheduled', 'sending'])
    .where('send_at', '<=', sql<string>`now()`)
    .where(isServed(sql`newsletter.organisation_id`))
    .orderBy('send_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!newsletter) return false
  const { id, organisation_id, subject, text } = newsletter
  const readers = await readSubscribers(trx, newsletter)
  // One message each: readers do not see each other.
  await writeMessages(
    trx,
    readers.map(({ user_id, name, address }) => ({
      organisation_id,
      kind: 'newsletter' as const,
      sender_user_id: null,
      recipients: name,
      subject,
      text,
      deliveries: [{ channel: 'email' as const, user_id, address, occasion: `newsletter:${id}` }],
    })),
  )
  const is_last = readers.length < BATCH
  await trx
    .updateTable('newsletter')
    .set({
      state: is_last ? 'sent' : 'sending',
      last_user_id: readers.at(-1)?.user_id ?? newsletter.last_user_id,
      recipients: newsletter.recipients + readers.length,
      ...(is_last && { sent_at: sql<string>`now()` }),
      modified_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return true
}

/** Subscribers whose address is confirmed, after the last one that was written to. */
async function readSubscribers(trx: Trx, { organisation_id, audience, last_user_id }: RowOf<typeof Newsletter>) {
  const { rows } = await sql<{ user_id: number; name: string; address: string }>`
    select u.id as user_id, ${displayNameOf('u')} as name, lower(u.email) as address from user_account u
    where u.newsletter and u.active and u.deleted_at is null and u.confirmed_at is not null
      and u.email_proved_at is not null and u.id > ${last_user_id}
      and (${organisation_id === null && audience === 'all'} or exists (select from membership m where m.user_id = u.id
        and ${organisation_id === null ? sql`true` : sql`m.organisation_id = ${organisation_id}`}
        and ${audience === 'all' ? sql`true` : sql`m.role_name = ${audience}`}))
    order by u.id limit ${BATCH}`.execute(trx)
  return rows
}
