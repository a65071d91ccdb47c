import type { KeyRing } from '#db/keys/ring.ts'
import type { QuotaDefaults } from '#db/quotas.ts'

/** Settings of delivery. `scripts/server/config.ts` reads them from the environment. */
export type MessagesConfig = {
  /** `smtp://user:password@host:587`, or `smtps://…`. Null: mails stay in the outbox. */
  smtp_url: string | null
  mail_from: string
  /** `twilio://…`, or the address of a gateway for SMS over HTTP. Null: SMS stay in the outbox. */
  sms_url: string | null
  /** Base URL of links. */
  public_url: string
  /** Signs the links in messages. */
  secret: string
  /** Seals texts that contain links and codes. */
  keys: KeyRing
  /** Whether webhooks may call private networks. */
  webhook_private: boolean
  /** Backoff: seconds until the first retry; doubles with each attempt. */
  retry_s: number
  /** Seconds after which an undelivered message expires as failed. */
  give_up_s: number
  /** Retention of messages and ended alerts in days; 0 keeps them. */
  retain_days: number
  /** Default quotas. */
  quotas: QuotaDefaults
}
