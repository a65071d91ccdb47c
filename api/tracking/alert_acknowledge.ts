import { sql, type UpdateObject } from 'kysely'
import { Type } from 'typebox'
import { liveRooms } from '#db/live_rooms.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { Database } from '#db/tables/index.ts'
import { storableText } from '#db/text.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { read } from '../crud/crud.ts'
import { afterCommit, transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { wrong } from '../http/errors.ts'
import { alert } from './alert.ts'

const strict = { additionalProperties: false }
const Note = Type.String({ maxLength: 500, description: 'What was done about it; replaces the note before' })
const MAX_SNOOZE_MS = 31 * 86_400_000

/** Users who can see an alert may acknowledge or snooze it. */
export const acknowledgeAlert = defineAction({
  method: 'POST',
  path: 'alert/acknowledge',
  tags: ['alerts'],
  summary: 'Acknowledge an alert',
  body: Type.Object({ id: Id, note: Type.Optional(Note) }, strict),
  answer: alert.row,
  message: 'The alert is acknowledged.',
  run: ({ context, viewer, body: { id, note } }) =>
    change(context, viewer, id, {
      acknowledged_at: sql`coalesce(acknowledged_at, now())`,
      acknowledged_by_user_id: sql`coalesce(acknowledged_by_user_id, ${viewer.user_id})`,
      // Who writes a note stands for it.
      ...(note !== undefined && {
        acknowledged_at: sql`now()`,
        acknowledged_by_user_id: viewer.user_id,
        acknowledged_note: storableText(note.trim()) || null,
      }),
    }),
})

export const snoozeAlert = defineAction({
  method: 'POST',
  path: 'alert/snooze',
  tags: ['alerts'],
  summary: 'Snooze an alert: no reminders and no escalation until a time',
  body: Type.Object({ id: Id, until: Timestamp }, strict),
  answer: alert.row,
  message: 'The alert is snoozed.',
  run({ context, viewer, body: { id, until } }) {
    const ahead = Date.parse(until) - Date.now()
    if (ahead <= 0 || ahead > MAX_SNOOZE_MS) throw wrong('until', 'give a time within the next 31 days.')
    return change(context, viewer, id, { snoozed_until: until })
  },
})

/** Publishes the change to users who can see the tracker. */
async function change(context: ApiContext, viewer: Viewer, id: number, changes: Changes) {
  const { organisation_id } = await read(context.db, alert, viewer, id)
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
  return read(context.db, alert, viewer, id)
}

type Changes = UpdateObject<Database, 'alert'>
