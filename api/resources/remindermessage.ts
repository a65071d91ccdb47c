import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ReminderMessage } from '#db/tables/reminder_message.ts'
import { ofAdministrator } from '../access.ts'
import { administeredFor } from '../belonging.ts'
import { defineFilter, defineResource } from '../resource.ts'

const { role_name, subject, text, next_at, repeats, active } = ReminderMessage.columns

export const remindermessage = defineResource({
  name: 'remindermessage',
  plural: 'remindermessages',
  about: 'Messages that members get at a time, once or again and again',
  table: 'reminder_message',
  row: ReminderMessage.row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`reminder_message.organisation_id = ${id}`),
    active: defineFilter(Type.Boolean(), (value) => sql<SqlBool>`reminder_message.active = ${value}`),
  },
  search: ['subject', 'text'],
  sort: { id: null, next_at: null, modified_at: null },
  default_sort: 'next_at',
  reads: (viewer) => ofAdministrator(viewer, 'reminder_message.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'reminder_message.organisation_id'),
  quota: { organisation: 'reminders' },

  create: {
    body: Type.Object(
      {
        organisation_id: Type.Optional(Id),
        subject,
        text,
        next_at,
        role_name: Type.Optional(role_name),
        repeats: Type.Optional(repeats),
        active: Type.Optional(active),
      },
      { additionalProperties: false },
    ),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const { id } = await trx
        .insertInto('reminder_message')
        .values({ ...body, organisation_id, created_by_user_id: viewer.user_id })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
  },
  update: {
    body: Type.Partial(Type.Object({ role_name, subject, text, next_at, repeats, active }), {
      additionalProperties: false,
    }),
    async run(trx, _viewer, { id, organisation_id: _, ...changes }) {
      await trx
        .updateTable('reminder_message')
        .set({ ...changes, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    },
  },
  async remove(trx, _viewer, { id }) {
    await trx.deleteFrom('reminder_message').where('id', '=', id).execute()
  },
})
