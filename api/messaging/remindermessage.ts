import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ReminderMessage } from '#db/tables/messaging/reminder_message.ts'
import { organisationRows } from '../crud/belonging_rows.ts'
import { defineResource, equals } from '../crud/resource.ts'
import { managesAll } from '../crud/viewer.ts'

const { role_name, subject, text, next_at, repeats, active } = ReminderMessage.columns

export const remindermessage = defineResource({
  name: 'remindermessage',
  plural: 'remindermessages',
  noun: 'reminder',
  about: 'List reminders: messages to members at a set time, once or repeated',
  row: ReminderMessage.row,
  filters: { organisation_id: equals('organisation_id', Id), active: equals('active', Type.Boolean()) },
  search: ['subject', 'text'],
  sort: { id: null, next_at: null, modified_at: null },
  default_sort: 'next_at',
  quota: { organisation: 'reminders' },
  ...organisationRows(
    'reminder_message',
    { readers: managesAll },
    { subject, text, next_at },
    { role_name, repeats, active },
    ({ user_id }) => ({ created_by_user_id: user_id }),
  ),
})
