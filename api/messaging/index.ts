import { defineDomain } from '../crud/domain.ts'
import { message } from './message.ts'
import { addMessages } from './message_actions.ts'
import { addMessageReceipts } from './message_receipts.ts'
import { messagetemplate } from './messagetemplate.ts'
import { addMessageTemplates } from './messagetemplate_preview.ts'
import { newsletter } from './newsletters/newsletter.ts'
import { notification } from './notification.ts'
import { addNotifications } from './notification_actions.ts'
import { outboxmail } from './outboxmail.ts'
import { addPushKey } from './push_key.ts'
import { pushsubscription } from './pushsubscription.ts'
import { addRecipientAsk } from './recipients/ask.ts'
import { addRecipientCheck } from './recipients/check.ts'
import { addConfirmRecipient } from './recipients/confirm.ts'
import { recipient } from './recipients/recipient.ts'
import { remindermessage } from './remindermessage.ts'
import { addUnsubscribe } from './unsubscribe.ts'

/** Messages, and whom they may reach. */
export const messaging = defineDomain({
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
    addMessages,
    addMessageTemplates,
    addMessageReceipts,
    addNotifications,
    addPushKey,
    addRecipientCheck,
    addRecipientAsk,
  ],
  pages: [addUnsubscribe, addConfirmRecipient],
})
