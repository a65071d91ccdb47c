import { sql } from 'kysely'
import { hasPrivateRecords } from '#db/privacy/records.ts'
import { OutboxMail } from '#db/tables/messaging/outbox_mail.ts'
import { everything, nothing } from '../crud/access.ts'
import { defineResource } from '../crud/resource.ts'

/** A link that lets its reader sign in as a person with private records is for that person alone. */
const isForPrivate = sql`(exists (select from user_account u where lower(u.email) = lower(outbox_mail.recipient)
    and u.deleted_at is null and ${hasPrivateRecords(sql`u.id`)})
  or (select true from address_change c where lower(c.email) = lower(outbox_mail.recipient) limit 1) is true)`
const HIDDEN = 'Its reader has private records, so it is shown to nobody else.'

/** Mails that were not sent, because SMTP_URL is not set. */
export const outboxmail = defineResource({
  name: 'outboxmail',
  plural: 'outboxmails',
  noun: 'mail',
  about: 'List mails that were not sent, because no mail server is set',
  table: 'outbox_mail',
  row: OutboxMail.row,
  computed: {
    text: sql<string>`case when ${isForPrivate} then ${sql.lit(HIDDEN)} else outbox_mail.text end`,
    html: sql<string | null>`case when ${isForPrivate} then null else outbox_mail.html end`,
  },
  filters: {},
  search: ['recipient', 'subject'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  // Mails contain links that sign people in.
  reads: (viewer) => (viewer.platform_admin && viewer.impersonator_user_id === null ? everything : nothing),
  writes: () => nothing,
})
