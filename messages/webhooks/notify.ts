import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { linksTo } from '../links.ts'
import { writeMessages } from '../queue/write.ts'
import { languageOf } from '../templates/built_in.ts'
import type { Endpoint } from './store.ts'

/** Tells an organisation's Administrators, by mail and in the application, that an endpoint was switched off. */
export async function notifyDisabled(
  trx: Kysely<Database>,
  { organisation_id, id, name, url }: Endpoint,
  { reason, public_url }: { reason: string; public_url: string },
): Promise<void> {
  const { rows } = await sql<Administrator>`
    select u.id as user_id, u.username, lower(u.email) as email, o.locale
    from membership m join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    join organisation o on o.id = m.organisation_id
    where m.organisation_id = ${organisation_id} and m.role_name = 'Administrator'
      and m.role_id is null order by u.id`.execute(trx)
  if (rows.length === 0) return
  const { webhook_off } = languageOf(rows[0]!.locale)
  const occasion = `webhook ${id} off ${new Date().toISOString()}`
  await writeMessages(trx, [
    {
      organisation_id,
      kind: 'digest',
      sender_user_id: null,
      recipients: rows.map(({ username }) => username).join(', '),
      subject: webhook_off.subject(name),
      text: webhook_off.text(name, new URL(url).host, reason, linksTo(public_url).webhooks(organisation_id)),
      deliveries: rows.flatMap(({ user_id, username, email }) => [
        { channel: 'app' as const, user_id, address: username, occasion },
        ...(email ? [{ channel: 'email' as const, user_id, address: email, occasion }] : []),
      ]),
    },
  ])
}

type Administrator = { user_id: number; username: string; email: string | null; locale: string }
