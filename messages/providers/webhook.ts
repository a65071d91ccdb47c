import type { Kysely } from 'kysely'
import type { KeyRing } from '#db/keys/ring.ts'
import type { Database } from '#db/tables/index.ts'
import { purposes } from '#db/tables/purposes.ts'
import { signWebhook } from '../signature.ts'
import { NotDelivered, type Provider } from './provider.ts'
import { requestFrom } from './request.ts'

/** Posts alerts as JSON to an organisation's webhook, signed with its secret. */
export function webhookProvider(db: Kysely<Database>, keys: KeyRing, allow_private: boolean): Provider {
  return {
    name: 'webhook',
    shared: false,
    async send({ id, organisation_id, address, text }) {
      const config = await db
        .selectFrom('organisation_config')
        .select(['id', 'webhook_url', 'webhook_sealed'])
        .where('organisation_id', '=', organisation_id)
        .executeTakeFirst()
      if (config?.webhook_url !== address || !config.webhook_sealed) {
        throw new NotDelivered('never', 'the organisation has another webhook now, or none')
      }
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Ringfence',
        'ringfence-delivery': String(id),
        'ringfence-signature': signWebhook(
          keys.unseal(config.webhook_sealed, purposes.webhook(config.id)),
          text,
          new Date(),
        ),
      }
      const { status, wait_s } = await requestFrom(address, { method: 'POST', headers, body: text, allow_private })
      if (status >= 200 && status < 300) return { id: null, delivered: true }
      const is_final = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
      throw new NotDelivered(is_final ? 'never' : 'later', `webhook: it answered ${status}`, { wait_s })
    },
    close() {},
  }
}
