import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { Channel } from '#db/tables/messaging/message_delivery.ts'
import type { MessagesConfig } from '../config.ts'
import { outboxProvider } from './outbox.ts'
import type { Provider } from './provider.ts'
import { pushProvider } from './push.ts'
import { smsHttpProvider } from './sms_http.ts'
import { smtpProvider } from './smtp.ts'
import { twilioProvider } from './twilio.ts'
import { webhookProvider } from './webhook.ts'

/** The provider of each channel. In-app messages need none. */
export function makeProviders(db: Kysely<Database>, config: MessagesConfig): Providers {
  const { smtp_url, mail_from, sms_url, public_url, secret, keys, webhook_private: allow_private } = config
  return {
    email: smtp_url ? smtpProvider(smtp_url, mail_from) : outboxProvider(db, 'email'),
    sms: sms_url ? smsProvider(sms_url, public_url) : outboxProvider(db, 'sms'),
    webhook: webhookProvider(db, keys, allow_private),
    push: pushProvider(db, { secret, public_url, allow_private }),
  }
}

const smsProvider = (url: string, public_url: string) =>
  url.startsWith('twilio:') ? twilioProvider(url, public_url) : smsHttpProvider(url)

export type Providers = Record<Exclude<Channel, 'app'>, Provider>
