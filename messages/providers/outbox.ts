import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { Provider } from './provider.ts'

/** Without a provider, messages are stored for platform administrators to read. */
export function outboxProvider(db: Kysely<Database>, channel: 'email' | 'sms'): Provider {
  return {
    name: 'outbox',
    shared: true,
    async send({ address, subject, text: written, html, attachments }) {
      const names = attachments.map(({ name }) => name).join(', ')
      const text = names ? `${written}\n\n--\n${names}` : written
      const { id } = await db
        .insertInto('outbox_mail')
        .values({ channel, recipient: address, subject, text, html })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: String(id), unsent: true }
    },
    close() {},
  }
}
