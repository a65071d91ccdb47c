import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'

/**
 * Writes messages with their deliveries, in the caller's transaction. A delivery of an occasion that its address
 * already had is omitted, and so is a message without deliveries.
 *
 * @returns the ids of the messages, null for an omitted one
 */
export async function writeMessages(trx: Kysely<Database>, messages: NewMessage[]): Promise<(number | null)[]> {
  if (messages.length === 0) return []
  const ids = await freshIds(trx, messages.length)
  const values = messages.map(({ deliveries: _, ...message }, i) => ({ ...message, id: ids[i]! }))
  await trx.insertInto('message').values(values).execute()
  const deliveries = messages.flatMap(({ deliveries, organisation_id }, i) =>
    deliveries.map((delivery) => ({ ...stateOf(delivery), ...delivery, organisation_id, message_id: ids[i]! })),
  )
  const written = new Set<number>()
  for (let i = 0; i < deliveries.length; i += BATCH_SIZE) {
    const rows = await trx
      .insertInto('message_delivery')
      .values(deliveries.slice(i, i + BATCH_SIZE))
      .onConflict((on) =>
        on.columns(['organisation_id', 'occasion', 'channel', 'address']).where('occasion', 'is not', null).doNothing(),
      )
      .returning('message_id')
      .execute()
    for (const { message_id } of rows) written.add(message_id)
  }
  const empty = ids.filter((id) => !written.has(id))
  if (empty.length > 0) await trx.deleteFrom('message').where('id', 'in', empty).execute()
  return ids.map((id) => (written.has(id) ? id : null))
}

/** In-app messages are delivered when they are written. */
function stateOf({ channel }: NewDelivery) {
  if (channel !== 'app') return {}
  const now = sql<string>`now()`
  return { state: 'delivered' as const, provider: 'app', sent: now, delivered: now }
}

async function freshIds(trx: Kysely<Database>, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('message', 'id'))::float8 as id
    from generate_series(1, ${count}::int)`.execute(trx)
  return rows.map(({ id }) => id)
}

/** A statement is limited to 65 535 parameters. */
const BATCH_SIZE = 1000

export type NewDelivery = Omit<Insertable<Database['message_delivery']>, 'message_id' | 'organisation_id'>
export type NewMessage = Omit<Insertable<Database['message']>, 'id'> & {
  organisation_id: number | null
  deliveries: NewDelivery[]
}
