import { sql, type UpdateObject } from 'kysely'
import { Type } from 'typebox'
import { liveRooms } from '#db/live_rooms.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Database } from '#db/tables/index.ts'
import type { Alert } from '#db/tables/tracking/alert.ts'
import { storableText } from '#db/text.ts'
import type { ApiContext } from '../context.ts'
import { read } from '../crud/crud.ts'
import type { Resource } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { afterCommit, transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { wrong } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { alert as alertResource } from './alert.ts'

const alert: Resource = alertResource
const strict = { additionalProperties: false }
const Note = Type.String({ maxLength: 500, description: 'What was done about it; replaces the note before' })
const AcknowledgeBody = Type.Object({ id: Id, note: Type.Optional(Note) }, strict)
const SnoozeBody = Type.Object({ id: Id, until: Timestamp }, strict)
const MAX_SNOOZE_MS = 31 * 86_400_000

/** Users who can see an alert may acknowledge or snooze it. */
export function addAlerts(app: TypedApp, context: ApiContext): void {
  const tags = ['alerts']

  app.post('/alert/acknowledge', {
    schema: { tags, summary: 'Acknowledge an alert', body: AcknowledgeBody, response: answers({ 261: alert.row }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, note } = request.body
      await change(context, viewer, id, {
        acknowledged_at: sql`coalesce(acknowledged_at, now())`,
        acknowledged_by_user_id: sql`coalesce(acknowledged_by_user_id, ${viewer.user_id})`,
        // Who writes a note stands for it.
        ...(note !== undefined && {
          acknowledged_at: sql`now()`,
          acknowledged_by_user_id: viewer.user_id,
          acknowledged_note: storableText(note.trim()) || null,
        }),
      })
      const data = await read(context.db, alert, viewer, id)
      return reply.code(261).send({ data, message: 'The alert is acknowledged.' })
    },
  })

  app.post('/alert/snooze', {
    schema: {
      tags,
      summary: 'Snooze an alert: no reminders and no escalation until a time',
      body: SnoozeBody,
      response: answers({ 261: alert.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, until } = request.body
      const ahead = Date.parse(until) - Date.now()
      if (ahead <= 0 || ahead > MAX_SNOOZE_MS) throw wrong('until', 'give a time within the next 31 days.')
      await change(context, viewer, id, { snoozed_until: until })
      const data = await read(context.db, alert, viewer, id)
      return reply.code(261).send({ data, message: 'The alert is snoozed.' })
    },
  })
}

/** Publishes the change to users who can see the tracker. */
async function change(context: ApiContext, viewer: Viewer, id: number, changes: Changes): Promise<void> {
  const { organisation_id } = (await read(context.db, alert, viewer, id)) as RowOf<typeof Alert>
  await transact(context, async (trx) => {
    const changed = await trx
      .updateTable('alert')
      .set(changes)
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const owner = await trx
      .selectFrom('tracker')
      .select('owner_user_id as id')
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', changed.tracker_id)
      .executeTakeFirst()
    afterCommit(trx, ({ publishLive }) => {
      publishLive(liveRooms.staff(organisation_id), 'alert', changed)
      if (owner?.id) publishLive(liveRooms.owner(organisation_id, owner.id), 'alert', changed)
    })
  })
}

type Changes = UpdateObject<Database, 'alert'>
