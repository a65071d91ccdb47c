import { OutboxMail } from '#db/tables/messaging/outbox_mail.ts'
import { everything, nothing } from '../crud/access.ts'
import { defineResource } from '../crud/resource.ts'

/** Mails that were not sent, because SMTP_URL is not set. */
export const outboxmail = defineResource({
  name: 'outboxmail',
  plural: 'outboxmails',
  noun: 'mail',
  about: 'List mails that were not sent, because no mail server is set',
  table: 'outbox_mail',
  row: OutboxMail.row,
  filters: {},
  search: ['recipient', 'subject'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  // Mails contain links that sign people in.
  reads: (viewer) => (viewer.platform_admin && viewer.impersonator_user_id === null ? everything : nothing),
  writes: () => nothing,
})
