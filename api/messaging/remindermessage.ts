import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ReminderMessage } from '#db/tables/messaging/reminder_message.ts'
import { ofAdministrator } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'

const { role_name, subject, text, next_at, repeats, active } = ReminderMessage.columns

export const remindermessage = defineResource({
  name: 'remindermessage',
  plural: 'remindermessages',
  noun: 'reminder',
  about: 'List reminders: messages to members at a set time, once or repeated',
  table: 'reminder_message',
  row: ReminderMessage.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    active: equals('active', Type.Boolean()),
  },
  search: ['subject', 'text'],
  sort: { id: null, next_at: null, modified_at: null },
  default_sort: 'next_at',
  reads: (viewer) => ofAdministrator(viewer, 'reminder_message.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'reminder_message.organisation_id'),
  quota: { organisation: 'reminders' },

  create: {
    body: bodyOf({ subject, text, next_at }, { organisation_id: Id, role_name, repeats, active }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      return rows(trx, 'reminder_message').insert({ ...body, organisation_id, created_by_user_id: viewer.user_id })
    },
  },
  update: {
    body: bodyOf({}, { role_name, subject, text, next_at, repeats, active }),
    run: (trx, _viewer, body) => rows(trx, 'reminder_message').update(body),
  },
  remove: (trx, _viewer, target) => rows(trx, 'reminder_message').remove(target),
})
