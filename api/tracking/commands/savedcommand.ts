import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { SavedCommand } from '#db/tables/tracking/commands/saved_command.ts'
import type { CommandType } from '#db/tables/tracking/tracker_command.ts'
import { TRANSPORTS } from '#db/transports.ts'
import type { ApiContext } from '../../context.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { checkName } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import { wrong } from '../../http/errors.ts'
import { checkGroups } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { judge } from './prepare.ts'
import { Text } from './trackercommand.ts'
import { nextOn } from './weekly.ts'

const { name, type, fields, weekdays, at, tracker_id, group_id } = SavedCommand.columns
const planned = { weekdays, at, tracker_id, group_id }

/** Only administrators have them: they may have the password of an access point, and reach any tracker. */
export const savedcommand = defineResource({
  name: 'savedcommand',
  plural: 'savedcommands',
  noun: 'saved command',
  about: 'List saved commands, which are given by choosing them or on days of the week, with when each is next given',
  table: 'saved_command',
  row: Type.Object({
    ...SavedCommand.columns,
    /** The name of the tracker, or its number. */
    tracker_name: Nullable(Type.String()),
    group_name: Nullable(Type.String()),
  }),
  computed: {
    tracker_name: trackerName('saved_command'),
    group_name: sql`(select g.name from tracker_group g
      where g.organisation_id = saved_command.organisation_id and g.id = saved_command.group_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    type: equals('type', type),
    weekly: defineFilter(Type.Boolean(), (weekly) => sql<SqlBool>`(saved_command.next_at is not null) = ${weekly}`),
  },
  search: ['name', 'text'],
  sort: { id: null, name: null },
  default_sort: 'name',
  reads: (viewer) => ofAdministrator(viewer, 'saved_command.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'saved_command.organisation_id'),
  quota: { organisation: 'saved_commands' },

  create: {
    body: bodyOf({ name, type }, { organisation_id: Id, text: Nullable(Text), fields, ...planned }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const command = { ...defaults, ...body, organisation_id }
      const next_at = await checked(trx, command)
      return rows(trx, 'saved_command').insert({
        ...written(command),
        organisation_id,
        name: checkName(command.name),
        owner_user_id: viewer.user_id,
        next_at,
      })
    },
  },
  update: {
    body: bodyOf({}, { name, type, text: Nullable(Text), fields, ...planned }),
    async run(trx, viewer, { id, organisation_id, ...body }) {
      const before = await trx
        .selectFrom('saved_command')
        .selectAll()
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const command = { ...before, ...given } as Saved
      const next_at = await checked(trx, command)
      await rows(trx, 'saved_command').update({
        ...written(command),
        id,
        organisation_id,
        name: checkName(command.name),
        owner_user_id: viewer.user_id,
        next_at,
      })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'saved_command').remove(target),
})

/** Checks a command as it will be. @returns when it is next given by itself */
async function checked(trx: Trx, command: Saved): Promise<string | null> {
  const context = contextOf(trx)
  const dangerous = checkCommand(context, command)
  const { organisation_id, weekdays, at, tracker_id, group_id } = command
  await checkSubject(trx, context, command)
  if (weekdays.length === 0) return null
  if (dangerous) throw wrong('weekdays', 'a command that may stop a vehicle is given by hand only.')
  if (!at) throw wrong('at', 'is missing, which a command on days of the week needs.')
  if (!tracker_id && !group_id) throw wrong('tracker_id', 'give a tracker or a group.')
  const { timezone } = await trx
    .selectFrom('organisation')
    .select('timezone')
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  return nextOn({ weekdays, at }, timezone, new Date())
}

/** Checks it against all protocols that have it, since no tracker is chosen yet. @returns whether it is dangerous */
function checkCommand(context: ApiContext, command: Saved): boolean {
  const any = { writable: true, active: true, transports: [...TRANSPORTS] }
  const { reason, dangerous } = judge(context, any, commandOf(command))
  if (reason) throw wrong('fields', reason)
  return dangerous
}

async function checkSubject(trx: Trx, context: ApiContext, command: Saved): Promise<void> {
  const { organisation_id, tracker_id, group_id } = command
  if (tracker_id && group_id) throw wrong('group_id', 'give a tracker or a group, not both.')
  if (group_id) await checkGroups(trx, organisation_id, [group_id], 'group_id')
  if (!tracker_id) return
  const tracker = await trx
    .selectFrom('tracker')
    .select('transports')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', tracker_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!tracker) throw wrong('tracker_id', `there is no tracker ${tracker_id} in the organisation.`)
  const { reason } = judge(context, { ...tracker, writable: true, active: true }, commandOf(command))
  if (reason) throw wrong('type', `the tracker does not take it: ${reason}.`)
}

const commandOf = ({ type, text, fields }: Pick<Saved, 'type' | 'text' | 'fields'>) => ({
  type,
  text: text ?? undefined,
  fields: fields ?? undefined,
})

const written = ({ type, text, fields, weekdays, at, tracker_id, group_id }: Saved) => ({
  type,
  text,
  fields: fields === null ? null : (JSON.stringify(fields) as never),
  weekdays: [...weekdays].sort(),
  at,
  tracker_id,
  group_id,
})

const defaults = { text: null, fields: null, weekdays: [], at: null, tracker_id: null, group_id: null }

type Saved = {
  organisation_id: number
  name: string
  type: CommandType
  text: string | null
  fields: Record<string, string | number | boolean> | null
  weekdays: number[]
  at: string | null
  tracker_id: number | null
  group_id: number | null
}
