import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { CommandFields, TrackerCommand } from '../tracker_command.ts'

const { type, text } = TrackerCommand.columns

/** A command with a name, which is given again by choosing it, or by itself on days of the week. */
export const SavedCommand = defineTable({
  name: 'saved_command',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The administrator with whose rights it is given by itself. */
    owner_user_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    type,
    text,
    fields: Nullable(CommandFields),
    /** On which days of the week it is given by itself; 1 is Monday. Empty: only by hand. */
    weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7, uniqueItems: true }),
    /** By the clock of the organisation, as `07:30`. */
    at: Nullable(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'a time as 07:30' })),
    /** To whom it is given by itself: to a tracker, or to a group and all below it. */
    tracker_id: Nullable(Id),
    group_id: Nullable(Id),
    next_at: Nullable(Timestamp),
    /** When it was last due by itself, how many trackers took it then, and why others did not. */
    last_at: Nullable(Timestamp),
    last_accepted: Nullable(Type.Integer({ minimum: 0 })),
    last_reason: Nullable(Type.String({ maxLength: 500 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name', 'type'],
})
