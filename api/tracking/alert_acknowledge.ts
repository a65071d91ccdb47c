import { type Selectable, sql, type UpdateObject } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { roomsOfBoth } from '#db/live_rooms.ts'
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
/** Alerts of one request. */
const MAX_GROUP = 1000

/** Users who can see an alert may acknowledge or snooze it. */
export const acknowledgeAlert = defineAction({
  method: 'POST',
  path: 'alert/acknowledge',
  config: { open_to: ['lapsed'] },
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
  config: { open_to: ['lapsed'] },
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

/** The alerts of one incident. Those that are acknowledged already stay as they are: repeated, it changes nothing. */
export const acknowledgeAlerts = defineAction({
  method: 'POST',
  path: 'alerts/acknowledge',
  config: { open_to: ['lapsed'] },
  tags: ['alerts'],
  summary: 'Acknowledge several alerts of an organisation with one note',
  description: 'Answers with the alerts that it has acknowledged: not those that were before, nor those not visible.',
  body: Type.Object(
    {
      organisation_id: Id,
      ids: Type.Array(Id, { minItems: 1, maxItems: MAX_GROUP, uniqueItems: true }),
      note: Type.Optional(Note),
    },
    strict,
  ),
  answer: Type.Object({ ids: Type.Array(Id) }),
  message: 'The alerts are acknowledged.',
  async run({ context, viewer, body: { organisation_id, ids, note = '' } }) {
    const changed = await transact(context, async (trx) => {
      const waiting = trx
        .selectFrom('alert')
        .select('id')
        .where('organisation_id', '=', organisation_id)
        .where('id', 'in', ids)
        .where('acknowledged_at', 'is', null)
        .where(alert.reads(viewer))
        // In one order, so that two of these do not wait for each other.
        .orderBy('id')
        .forUpdate()
      const rows = await trx
        .updateTable('alert')
        .set({
          acknowledged_at: sql`now()`,
          acknowledged_by_user_id: viewer.user_id,
          acknowledged_note: storableText(note.trim()) || null,
        })
        .where('organisation_id', '=', organisation_id)
        .where('id', 'in', waiting)
        .returningAll()
        .execute()
      await publishAlerts(trx, organisation_id, rows)
      return rows
    })
    return { ids: changed.map(({ id }) => id) }
  },
})

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
    await publishAlerts(trx, organisation_id, [changed])
  })
  return read(context.db, alert, viewer, id)
}

/** To users who can see the trackers; of two trackers, to those who are in a room of both. */
export async function publishAlerts(trx: Trx, organisation_id: number, alerts: AlertRow[]) {
  if (alerts.length === 0) return
  const trackers = alerts.flatMap(({ tracker_id, other_tracker_id }) => [tracker_id, other_tracker_id ?? tracker_id])
  const seen = await trx
    .selectFrom('tracker')
    .select(['id', 'owner_user_id', 'group_id'])
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', trackers)
    .execute()
  const belongings = new Map(seen.map(({ id, ...belonging }) => [id, belonging]))
  afterCommit(trx, ({ publishLive }) => {
    for (const changed of alerts) {
      const of = belongings.get(changed.tracker_id)
      const other = changed.other_tracker_id === null ? null : belongings.get(changed.other_tracker_id)
      if (!of || other === undefined) continue
      for (const room of roomsOfBoth(organisation_id, of, other)) publishLive(room, 'alert', changed)
    }
  })
}

type AlertRow = Selectable<Database['alert']>
type Changes = UpdateObject<Database, 'alert'>
