import { sql } from 'kysely'
import { quotas } from '#db/quotas.ts'
import { defineDomain } from '../crud/domain.ts'
import { ofOrganisation, ofRows } from '../crud/quotas.ts'
import { transact } from '../crud/transact.ts'
import { announce } from './announce.ts'
import { message } from './message.ts'
import { markRead, readUnread, resendMessage, sendDrafted } from './message_actions.ts'
import { addMessageReceipts } from './message_receipts.ts'
import { messagetemplate } from './messagetemplate.ts'
import { listBuiltInTemplates, previewTemplate } from './messagetemplate_preview.ts'
import { newsletter } from './newsletters/newsletter.ts'
import { makeNewsletters } from './newsletters/send.ts'
import { notification } from './notification.ts'
import { expireNotification, listCurrentNotifications } from './notification_actions.ts'
import { outboxmail } from './outboxmail.ts'
import { readPushKey } from './push_key.ts'
import { pushsubscription } from './pushsubscription.ts'
import { askRecipient } from './recipients/ask.ts'
import { checkRecipients } from './recipients/check.ts'
import { addConfirmRecipient } from './recipients/confirm.ts'
import { recipient } from './recipients/recipient.ts'
import { sendReminders } from './remind.ts'
import { remindermessage } from './remindermessage.ts'
import { addUnsubscribe } from './unsubscribe.ts'

/** Messages, and whom they may reach. */
export const messaging = defineDomain({
  page_names: ['outbox', 'unsubscribe'],
  resources: {
    message,
    messagetemplate,
    newsletter,
    notification,
    outboxmail,
    pushsubscription,
    recipient,
    remindermessage,
  },
  actions: [
    readUnread,
    markRead,
    sendDrafted,
    resendMessage,
    listBuiltInTemplates,
    previewTemplate,
    addMessageReceipts,
    listCurrentNotifications,
    expireNotification,
    readPushKey,
    checkRecipients,
    askRecipient,
  ],
  areas: {
    messages: ['messagetemplate', 'newsletter', 'outboxmail', 'recipient', 'remindermessage'],
    own_messages: ['message'],
    self: ['message/read', 'messages/unread', 'notification', 'pushsubscription'],
    reading: ['POST messagetemplate/preview'],
  },
  pages: [addUnsubscribe, addConfirmRecipient],
  upkeep: [(context) => transact(context, sendReminders), (context) => transact(context, announce)],
  background: (context) => [makeNewsletters(context)],
  quotas: {
    recipients: ofOrganisation(300, 'external addresses', 'recipient', sql`asked_at is not null`),
    confirmations_per_day: ofOrganisation(
      quotas.confirmations_per_day,
      'questions',
      'recipient',
      sql`asked_at > now() - interval '1 day'`,
    ),
    message_templates: ofOrganisation(200, 'message templates', 'message_template'),
    reminders: ofOrganisation(100, 'reminder messages', 'reminder_message'),
    notifications: ofOrganisation(100, 'notifications', 'notification', sql`(expires is null or expires > now())`),
    messages_per_day: ofOrganisation(
      { most: 1000, fresh: 100 },
      'messages in 24 hours',
      'message',
      sql`kind = 'person' and draft is null and created_at > now() - interval '1 day'`,
    ),
    message_drafts_of_person: ofRows(
      'member',
      100,
      'drafts of messages',
      ({ id, organisation_id }) =>
        sql`message where organisation_id = ${organisation_id} and sender_user_id = ${id} and draft is not null`,
    ),
    push_subscriptions: ofRows('person', 20, 'browsers', ({ id }) => sql`push_subscription where user_id = ${id}`),
  },
  figures: [
    { of: 'organisation', name: 'failed_messages', list: 'message', query: ({ from }) => ({ from, state: 'failed' }) },
    { of: 'organisation', name: 'held_messages', list: 'message', query: ({ from }) => ({ from, state: 'held' }) },
    { of: 'installation', name: 'outbox', list: 'outboxmail', query: () => ({}) },
  ],
  tasks: (['failed', 'unsent', 'held'] as const).map((state) => ({
    name: `${state}_messages`,
    list: 'message',
    query: (since) => ({ ...since, state }),
  })),
})
