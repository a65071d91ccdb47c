import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { makeStandardSecret } from '#messages/signature.ts'
import type { ApiContext } from '../../context.ts'
import type { Scope } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { IdQuery } from '../../crud/resource.ts'
import { contextOf, transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { notifychannel } from './notifychannel.ts'
import { webhookdelivery } from './webhookdelivery.ts'
import { Secret, webhookendpoint } from './webhookendpoint.ts'

/** Sends a call of type `test`, through the queue as all others. */
export const testWebhook = defineAction({
  method: 'POST',
  path: 'webhookendpoint/test',
  tags: ['webhookendpoints'],
  summary: 'Send a test to a webhook; its delivery says what became of it',
  body: IdQuery,
  answer: Type.Object({ webhookdelivery_id: Id }),
  status: 202,
  message: 'The test is on its way.',
  run: ({ context, viewer, body: { id } }) => test(context, webhookendpoint.writes(viewer), id),
})

/** The same to a channel, in words. */
export const testChannel = defineAction({
  method: 'POST',
  path: 'notifychannel/test',
  tags: ['notifychannels'],
  summary: 'Send a test to a channel; its delivery says what became of it',
  body: IdQuery,
  answer: Type.Object({ webhookdelivery_id: Id }),
  status: 202,
  message: 'The test is on its way.',
  run: ({ context, viewer, body: { id } }) => test(context, notifychannel.writes(viewer), id),
})

/** Replaces a secret. The one before signs the calls, too, for a day. */
export const replaceWebhookSecret = defineAction({
  method: 'POST',
  path: 'webhookendpoint/secret',
  config: { lasting: true },
  tags: ['webhookendpoints'],
  summary: 'Replace the secret of a webhook; for a day calls are signed with both',
  body: IdQuery,
  answer: Type.Object({ id: Id, secret: Secret() }),
  message: 'The secret has been replaced.',
  run: ({ context, viewer, body: { id } }) =>
    transact(context, async (trx) => {
      const { organisation_id } = await endpointOf(trx, webhookendpoint.writes(viewer), id)
      const secret = makeStandardSecret()
      await trx
        .updateTable('webhook_endpoint')
        .set({
          old_secret_sealed: sql`secret_sealed`,
          old_secret_until: sql`now() + interval '1 day'`,
          secret_sealed: contextOf(trx).keys.seal(secret, purposes.webhook_endpoint(id)),
          modified_at: sql`now()`,
        })
        .where('id', '=', id)
        .execute()
      await audit(trx, viewer, 'webhookendpoint.secret', {
        organisation_id,
        entity: 'webhookendpoint',
        entity_id: id,
        details: {},
      })
      return { id, secret }
    }),
})

/** Sends a delivery again, under the same id. */
export const replayWebhook = defineAction({
  method: 'POST',
  path: 'webhookdelivery/replay',
  tags: ['webhookdeliveries'],
  summary: 'Send a delivery again: the receiver knows it by the same id',
  body: IdQuery,
  answer: Type.Object({ id: Id }),
  message: 'It is sent again.',
  run: ({ context, viewer, body: { id } }) =>
    transact(context, async (trx) => {
      const changed = await trx
        .updateTable('webhook_delivery')
        .set({ state: 'waiting', attempts: 0, queued_at: sql`now()`, due_at: sql`now()`, modified_at: sql`now()` })
        .where('id', '=', id)
        .where(webhookdelivery.reads(viewer))
        .returning('webhook_endpoint_id')
        .executeTakeFirst()
      if (!changed) throw new AppError('not_found', 'There is no such delivery.', 'id')
      await callNow(trx, changed.webhook_endpoint_id)
      return { id }
    }),
})

function test(context: ApiContext, writes: Scope, id: number) {
  return transact(context, async (trx) => {
    const { active, organisation_id, name } = await endpointOf(trx, writes, id)
    if (!active) throw new AppError('not_possible', 'The webhook is switched off.', 'id')
    const { rows: recent } = await sql`select from webhook_delivery where webhook_endpoint_id = ${id}
        and type = 'test' and created_at > now() - interval '1 hour' limit ${TESTS}`.execute(trx)
    if (recent.length >= TESTS) throw new AppError('too_many_requests', `At most ${TESTS} tests are sent in an hour.`)
    const { rows } = await sql<{ id: number }>`
        insert into webhook_delivery (organisation_id, webhook_endpoint_id, type, key, happened_at, body)
        values (${organisation_id}, ${id}, 'test', 'test ' || gen_random_uuid(), now(), jsonb_build_object('type', 'test',
          'timestamp', webhook_time(now()), 'data', jsonb_build_object('organisation_id', ${organisation_id}::bigint,
          'webhook', jsonb_build_object('id', ${id}::bigint, 'name', ${name}::text)))::text)
        returning id`.execute(trx)
    await callNow(trx, id)
    return { webhookdelivery_id: rows[0]!.id }
  })
}

async function endpointOf(trx: Trx, writes: Scope, id: number) {
  const endpoint = await trx
    .selectFrom('webhook_endpoint')
    .select(['organisation_id', 'name', 'active'])
    .where('id', '=', id)
    .where(writes)
    .forUpdate()
    .executeTakeFirst()
  if (!endpoint) throw new AppError('not_found', 'There is no such webhook.', 'id')
  return endpoint
}

/** An administrator looks at it: it does not wait for its backoff. */
async function callNow(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('webhook_endpoint').set({ retry_at: null }).where('id', '=', id).execute()
}

const TESTS = 30
