import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Alert } from '#db/tables/alert.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { read } from '../crud.ts'
import { AppError } from '../errors.ts'
import type { Resource, Trx } from '../resource.ts'
import { resources } from '../resources/index.ts'
import { viewerOf } from '../routes.ts'
import { answers } from '../schemas.ts'
import { transact } from '../transact.ts'
import type { Viewer } from '../viewer.ts'

const alert = resources.alert as unknown as Resource
const strict = { additionalProperties: false }
const AcknowledgeBody = Type.Object({ id: Id }, strict)
const SnoozeBody = Type.Object({ id: Id, until: Timestamp }, strict)
const MAX_SNOOZE_MS = 31 * 86_400_000

/** Whoever sees an alert may say that they see to it, or that they want to be left alone with it for a time. */
export function addAlerts(app: FastifyInstance, context: ApiContext): void {
  const tags = ['alerts']

  app.post('/alert/acknowledge', {
    schema: { tags, summary: 'Say that you see to it', body: AcknowledgeBody, response: answers({ 261: Alert }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body as Static<typeof AcknowledgeBody>
      await change(context, viewer, id, (trx, organisation_id) =>
        trx
          .updateTable('alert')
          .set({
            acknowledged_at: sql`coalesce(acknowledged_at, now())`,
            acknowledged_by_user_id: sql`coalesce(acknowledged_by_user_id, ${viewer.user_id})`,
          })
          .where('organisation_id', '=', organisation_id)
          .where('id', '=', id)
          .execute(),
      )
      const data = await read(context.db, alert, viewer, id)
      return reply.code(261).send({ data, message: 'The alert is acknowledged.' })
    },
  })

  app.post('/alert/snooze', {
    schema: {
      tags,
      summary: 'No reminders and no escalation until a time',
      body: SnoozeBody,
      response: answers({ 261: Alert }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, until } = request.body as Static<typeof SnoozeBody>
      const ahead = Date.parse(until) - Date.now()
      if (ahead <= 0 || ahead > MAX_SNOOZE_MS) {
        throw new AppError('bad_request', 'until: give a time within the next 31 days.', 'until')
      }
      await change(context, viewer, id, (trx, organisation_id) =>
        trx
          .updateTable('alert')
          .set({ snoozed_until: until })
          .where('organisation_id', '=', organisation_id)
          .where('id', '=', id)
          .execute(),
      )
      const data = await read(context.db, alert, viewer, id)
      return reply.code(261).send({ data, message: 'The alert is snoozed.' })
    },
  })
}

async function change(
  context: ApiContext,
  viewer: Viewer,
  id: number,
  work: (trx: Trx, organisation_id: number) => Promise<unknown>,
): Promise<void> {
  const { organisation_id } = (await read(context.db, alert, viewer, id)) as { organisation_id: number }
  await transact(context, (trx) => work(trx, organisation_id))
}
