import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { CommandFields, TrackerCommand } from '#db/tables/tracking/tracker_command.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { writesOfTracker } from '../access/scopes.ts'
import { checkBySms } from './by_sms.ts'
import { DAY_S, findTrackers, judge, MOST, queueCommands } from './prepare.ts'
import { Text, trackercommand } from './trackercommand.ts'

const strict = { additionalProperties: false }
const MOST_AHEAD_MS = 366 * 86_400_000

const { type } = TrackerCommand.columns
const Batch = Type.String({ format: 'uuid' })

const Field = Type.Object({
  name: Type.String(),
  type: Type.Union([Type.Literal('integer'), Type.Literal('text'), Type.Literal('boolean')]),
  unit: Type.Optional(Type.Literal('s')),
  minimum: Type.Optional(Type.Integer()),
  maximum: Type.Optional(Type.Integer()),
  max_length: Type.Optional(Type.Integer()),
  optional: Type.Optional(Type.Literal(true)),
})

/** What the form of a command is made of. */
export const readCommandCatalogue = defineAction({
  method: 'GET',
  path: 'trackercommand/catalogue',
  tags: ['trackers'],
  summary: 'What a tracker can do by name, or any of a group, by the protocols that it may use',
  query: Type.Object(
    {
      tracker_id: Type.Optional(Id),
      group_id: Type.Optional(Id),
      transports: Type.Optional(
        Type.String({ maxLength: 500, description: 'Instead of trackers: their transports, separated by commas' }),
      ),
    },
    strict,
  ),
  answer: Type.Array(
    Type.Object({
      name: Type.String(),
      dangerous: Type.Boolean({ description: 'Needs the password and a reason, and waits until the tracker stands' }),
      fields: Type.Array(Field),
      transports: Type.Array(Type.String()),
    }),
  ),
  async run({ context, viewer, query }) {
    const { tracker_id, group_id, transports } = query
    if (transports !== undefined && tracker_id === undefined && group_id === undefined) {
      return context.commands.of([...new Set(transports.split(','))].sort())
    }
    const trackers = await findTrackers(context.db, viewer, {
      ...(tracker_id && { tracker_ids: [tracker_id] }),
      group_id,
    })
    return context.commands.of([...new Set(trackers.flatMap(({ transports }) => transports))].sort())
  },
})

const Send = Type.Object(
  {
    tracker_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST, uniqueItems: true })),
    group_id: Type.Optional(Type.Integer({ ...Id, description: 'All trackers in it and in groups below' })),
    type,
    text: Type.Optional(Text),
    fields: Type.Optional(CommandFields),
    send_at: Type.Optional(Type.Unsafe<string>({ ...Timestamp, description: 'Waits for this time' })),
    expires_in_s: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 31 * DAY_S, description: 'From `send_at` on; a day by default' }),
    ),
    password: Type.Optional(Type.String({ maxLength: 1000, description: 'Your own, for a dangerous command' })),
    why: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'The reason for a dangerous command' }),
    ),
    by_sms: Type.Optional(
      Type.Boolean({
        description: 'A text of type custom goes as SMS to the number of the SIM instead of a connection',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Shows who would get it, and sends nothing' })),
  },
  strict,
)

/** Only people who may change a tracker may send it commands: the others are refused one by one. */
export const sendCommands = defineAction({
  method: 'POST',
  path: 'trackercommand/send',
  tags: ['trackers'],
  summary: 'Send a command to one tracker, several, or a group, now or at a time',
  body: Send,
  answer: Type.Object({
    batch: Nullable(Batch),
    dangerous: Type.Boolean(),
    accepted: Type.Integer(),
    refused: Type.Array(Type.Object({ tracker_id: Id, name: Type.String(), reason: Type.String() })),
  }),
  async run({ context, viewer, body }) {
    const { dry_run = false } = body
    const trackers = await findTrackers(context.db, viewer, body)
    if (!trackers.some(({ writable }) => writable)) throw new AppError('forbidden')
    const judged = trackers.map((tracker) => ({ tracker, ...judge(context, tracker, body) }))
    const accepted = judged.filter(({ reason }) => reason === null).map(({ tracker }) => tracker)
    const dangerous = judged.some((each) => each.dangerous)
    const refused = judged.flatMap(({ tracker: { id, name, number }, reason }) =>
      reason === null ? [] : [{ tracker_id: id, name: name ?? number, reason }],
    )
    checkTime(body)
    if (body.by_sms) {
      const organisation_ids = [...new Set(trackers.map(({ organisation_id }) => organisation_id))]
      await checkBySms(context, context.db, { viewer, organisation_ids }, body)
    }
    const answer = { dangerous, accepted: accepted.length, refused }
    if (dry_run || accepted.length === 0) return { batch: null, ...answer }
    const why = dangerous ? await checkDangerous(context, viewer, body) : null
    const batch = randomUUID()
    await transact(context, (trx) => queueCommands(trx, viewer, accepted, { body, dangerous, why, batch }))
    return { batch, ...answer }
  },
})

/** Stops what still waits; what has been sent cannot be taken back. */
export const stopCommands = defineAction({
  method: 'POST',
  path: 'trackercommand/stop',
  tags: ['trackers'],
  summary: 'Stop those of a command to several trackers that still wait',
  body: Type.Object({ batch: Batch }, strict),
  answer: Type.Object({ stopped: Type.Integer() }),
  async run({ context, viewer, body: { batch } }) {
    return transact(context, async (trx) => {
      const mine = writesOfTracker(viewer, 'tracker_command')
      const known = await trx
        .selectFrom('tracker_command')
        .select('organisation_id')
        .where('batch', '=', batch)
        .where(trackercommand.reads(viewer))
        .where(mine)
        .limit(1)
        .executeTakeFirst()
      if (!known) throw new AppError('not_found')
      const { numUpdatedRows } = await trx
        .updateTable('tracker_command')
        .set({ state: 'failed', reason: 'it was stopped', modified_at: sql`now()` })
        .where('organisation_id', '=', known.organisation_id)
        .where('batch', '=', batch)
        .where('state', '=', 'queued')
        .where(mine)
        .executeTakeFirst()
      return { stopped: Number(numUpdatedRows) }
    })
  },
})

function checkTime({ send_at }: Body): void {
  if (send_at === undefined) return
  const ahead = Date.parse(send_at) - Date.now()
  if (!(ahead > 0 && ahead <= MOST_AHEAD_MS)) throw wrong('send_at', 'give a time within the next year.')
}

/** @returns the reason. The password is compared last, since each attempt counts. */
async function checkDangerous(context: ApiContext, viewer: Viewer, { password, why }: Body): Promise<string> {
  if (viewer.impersonator_user_id !== null) {
    throw new AppError('forbidden', 'Who acts for another gives no command that may stop a vehicle.')
  }
  if (!why?.trim()) throw wrong('why', 'is missing, which a command that may stop a vehicle needs.')
  if (!password) throw wrong('password', 'is missing, which a command that may stop a vehicle needs.')
  await context.checkOwnPassword(viewer, password)
  return why.trim()
}

type Body = Static<typeof Send>
