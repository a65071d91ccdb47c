import type { QuotaDefaults } from '#db/quotas.ts'

/** How messages leave. `scripts/server/config.ts` reads it from the environment. */
export type MessagesConfig = {
  /** `smtp://user:password@host:587`, or `smtps://…`. Null: mails stay in the outbox. */
  smtp_url: string | null
  mail_from: string
  /** `twilio://…`, or the address of a gateway for SMS over HTTP. Null: SMS stay in the outbox. */
  sms_url: string | null
  /** The address people use, which links begin with. */
  public_url: string
  /** Signs the links in messages. */
  secret: string
  /** Whether webhooks may lead into private networks. */
  webhook_private: boolean
  /** Seconds until a message that was put off is tried again; twice as long each time after that. */
  retry_s: number
  /** Seconds after which a message that could not be delivered has failed. */
  give_up_s: number
  /** Days that messages and ended alerts are kept; 0: for ever. */
  retain_days: number
  /** What an organisation may send where nobody has said otherwise. */
  quotas: QuotaDefaults
}
