import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { TrackerCommand } from '#db/tables/tracking/tracker_command.ts'
import { PLAIN_LINE_PATTERN } from '#db/text.ts'
import { writesOwned } from '../../crud/access.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { afterCommit, contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { trackerName } from '../access/names.ts'
import { readsOfTracker, readsTracker, writesOfTracker } from '../access/scopes.ts'
import { isOfTracker, overOrganisations, overSomeTrackers } from '../access/spread.ts'

const { type, state } = TrackerCommand.columns

/** One line: a line break could end the command and inject another. */
export const Text = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: PLAIN_LINE_PATTERN,
  description: 'one line of plain text',
})
const Body = Type.Object(
  {
    tracker_id: Id,
    type: Type.Union([Type.Literal('interval'), Type.Literal('custom')]),
    text: Type.Optional(Text),
    interval_s: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
    expires_in_s: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 31 * 86_400, description: 'Lifetime of the command; a day by default' }),
    ),
  },
  { additionalProperties: false },
)

/** Users who may change a tracker may send it commands. Only queued commands can be deleted. */
export const trackercommand = defineResource({
  name: 'trackercommand',
  plural: 'trackercommands',
  noun: 'command',
  about: 'List commands to devices, with their state',
  table: 'tracker_command',
  row: Type.Object({
    ...TrackerCommand.columns,
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
    /** Who gave it. */
    created_by: Nullable(Type.String()),
  }),
  computed: {
    tracker_name: trackerName('tracker_command'),
    created_by: sql`(select ${displayNameOf('u')} from user_account u where u.id = tracker_command.created_by_user_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('tracker_command', id), 'tracker'),
    state: equals('state', state),
    type: equals('type', type),
    batch: equals('batch', Type.String({ format: 'uuid' })),
  },
  search: ['text', 'answer', 'reason'],
  sort: { id: null, queued_at: null },
  default_sort: '-id',
  is_history: true,
  by_organisation: true,
  spread: (viewer, query, sort) =>
    (sort.endsWith('id') && overSomeTrackers(viewer, 'tracker_command', query)) ||
    overOrganisations(viewer, 'tracker_command', query),
  reads: (viewer) => readsOfTracker(viewer, 'tracker_command'),
  writes: (viewer) => writesOfTracker(viewer, 'tracker_command'),
  quota: { organisation: 'commands_queued' },

  create: {
    body: Body,
    async run(trx, viewer, { tracker_id, expires_in_s = 86_400, ...fields }) {
      const command = checkCommand(fields)
      const organisation_id = await organisationOf(trx, viewer, tracker_id)
      if (command.text !== null && contextOf(trx).commands.isDangerousText(command.text)) {
        throw wrong('text', 'it may stop the engine: use POST trackercommand/send, which asks for the password.')
      }
      await checkQueueLength(trx, organisation_id, tracker_id)
      const { id } = await rows(trx, 'tracker_command').insert({
        organisation_id,
        tracker_id,
        ...command,
        created_by_user_id: viewer.user_id,
        expires_at: sql<string>`now() + make_interval(secs => ${expires_in_s}::integer)`,
      })
      afterCommit(trx, ({ notifyTracker }) => notifyTracker({ organisation_id, tracker_id }))
      return { id }
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    const { numDeletedRows } = await trx
      .deleteFrom('tracker_command')
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_possible', 'id: the command is no longer queued.', 'id')
  },
})

/** @throws {AppError} that names the missing or unexpected field */
function checkCommand({ type, text, interval_s }: Omit<Static<typeof Body>, 'tracker_id'>) {
  const custom = type === 'custom'
  const [required, unexpected] = custom ? ['text', 'interval_s'] : ['interval_s', 'text']
  if ((custom ? text : interval_s) === undefined) {
    throw wrong(required, `is missing, which a command of type ${type} needs.`)
  }
  if ((custom ? interval_s : text) !== undefined) {
    throw wrong(unexpected, `does not belong to a command of type ${type}.`)
  }
  return { type, text: text ?? null, interval_s: interval_s ?? null }
}

async function organisationOf(trx: Trx, viewer: Viewer, tracker_id: number): Promise<number> {
  const tracker = await trx
    .selectFrom('tracker')
    .select(['organisation_id', sql<boolean>`${writesOwned(viewer, 'tracker')}`.as('writable')])
    .where('id', '=', tracker_id)
    .where(readsTracker(viewer))
    .executeTakeFirst()
  if (!tracker) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  if (!tracker.writable) throw new AppError('forbidden')
  return tracker.organisation_id
}

const MOST_QUEUED = 100

/** The advisory lock, which ends with `trx`, makes the check exact for parallel requests. */
export async function checkQueueLength(trx: Trx, organisation_id: number, tracker_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commands ${tracker_id}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('tracker_command')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organisation_id', '=', organisation_id)
    .where('tracker_id', '=', tracker_id)
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  if (count >= MOST_QUEUED) {
    const reason = `tracker_id: ${MOST_QUEUED} commands are queued for this tracker already.`
    throw new AppError('not_possible', reason, 'tracker_id')
  }
}
