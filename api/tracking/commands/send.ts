import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { CommandFields, TrackerCommand } from '#db/tables/tracking/tracker_command.ts'
import type { ApiContext, CatalogueEntry } from '../../context.ts'
import { writesOwned } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkQuotas } from '../../crud/quotas.ts'
import { rows } from '../../crud/rows.ts'
import { afterCommit, transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { isInGroup } from '../access/groups.ts'
import { readsTracker, writesOfTracker } from '../access/scopes.ts'
import { checkQueueLength, Text, trackercommand } from './trackercommand.ts'

const strict = { additionalProperties: false }
/** Trackers of one request. */
const MOST = 1000
const DAY_S = 86_400
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
    const answer = { dangerous, accepted: accepted.length, refused }
    if (dry_run || accepted.length === 0) return { batch: null, ...answer }
    const why = dangerous ? await checkDangerous(context, viewer, body) : null
    const batch = randomUUID()
    await transact(context, (trx) => insert(trx, viewer, accepted, { body, dangerous, why, batch }))
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

/** @throws {AppError} not_found if one of them is not seen; bad_request without or with too many */
async function findTrackers(db: Db, viewer: Viewer, { tracker_ids, group_id }: Which): Promise<Candidate[]> {
  if ((tracker_ids === undefined) === (group_id === undefined)) {
    throw wrong('tracker_ids', 'name trackers, or one group.')
  }
  const found = await db
    .selectFrom('tracker')
    .select(['id', 'organisation_id', 'name', 'number', 'transports', 'active'])
    .select(sql<boolean>`${writesOwned(viewer, 'tracker')}`.as('writable'))
    .where(tracker_ids ? sql<boolean>`tracker.id = any(${tracker_ids}::bigint[])` : isInGroup('tracker', group_id!))
    .where(readsTracker(viewer))
    .orderBy('id')
    .limit(MOST + 1)
    .execute()
  if (found.length > MOST) throw wrong('group_id', `it has more than ${MOST} trackers: send to groups below it.`)
  if (found.length === 0 || (tracker_ids && found.length < tracker_ids.length)) {
    throw new AppError('not_found', 'There is no such tracker.', tracker_ids ? 'tracker_ids' : 'group_id')
  }
  return found
}

/** Whether a tracker takes the command, or why not. */
function judge(
  { commands }: ApiContext,
  tracker: Candidate,
  body: Body,
): { reason: string | null; dangerous: boolean } {
  const { type, text, fields = {} } = body
  const no = (reason: string) => ({ reason, dangerous: false })
  if (!tracker.writable) return no('you may not change it')
  if (!tracker.active) return no('it is switched off')
  if (type === 'custom') {
    if (text === undefined) throw wrong('text', 'is missing, which a command of type custom needs.')
    return { reason: null, dangerous: commands.isDangerousText(text) }
  }
  if (text !== undefined) throw wrong('text', `does not belong to a command of type ${type}.`)
  const entry: CatalogueEntry | undefined = commands.of(tracker.transports).find(({ name }) => name === type)
  if (!entry) return no('its protocols have no such command')
  const reasons = entry.transports.map((transport) =>
    commands.wrongValue({ name: type, transports: [transport] }, fields),
  )
  const [field, reason] = reasons.includes(null) ? [] : (reasons[0] ?? [])
  return field ? no(`${field}: ${reason}`) : { reason: null, dangerous: entry.dangerous }
}

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

async function insert(trx: Trx, viewer: Viewer, trackers: Candidate[], { body, dangerous, why, batch }: Sent) {
  const { type, text = null, fields = {}, send_at = null, expires_in_s = DAY_S } = body
  const { interval_s = null, ...rest } = type === 'interval' ? fields : { interval_s: null, ...fields }
  for (const organisation_id of new Set(trackers.map((each) => each.organisation_id))) {
    const mine = trackers.filter((each) => each.organisation_id === organisation_id)
    await checkQuotas(trx, viewer, { organisation: 'commands_queued' }, organisation_id, mine.length)
    for (const { id } of mine) await checkQueueLength(trx, organisation_id, id)
  }
  for (const { id: tracker_id, organisation_id } of trackers) {
    const { id } = await rows(trx, 'tracker_command').insert({
      organisation_id,
      tracker_id,
      type,
      text,
      interval_s: interval_s as number | null,
      fields: Object.keys(rest).length > 0 ? (JSON.stringify(rest) as never) : null,
      send_at,
      batch,
      dangerous,
      why,
      created_by_user_id: viewer.user_id,
      expires_at: sql<string>`coalesce(${send_at}::timestamptz, now()) + make_interval(secs => ${expires_in_s}::integer)`,
    })
    const details = { fields: ['tracker_id', 'type'], type, tracker_id, ...(why !== null && { reason: why }) }
    await audit(trx, viewer, 'trackercommand.create', {
      organisation_id,
      entity: 'trackercommand',
      entity_id: id,
      details,
    })
    afterCommit(trx, ({ notifyTracker }) => notifyTracker({ organisation_id, tracker_id }))
  }
}

type Body = Static<typeof Send>
type Which = Pick<Body, 'tracker_ids' | 'group_id'>
type Candidate = {
  id: number
  organisation_id: number
  name: string | null
  number: string
  transports: string[]
  active: boolean
  writable: boolean
}
type Sent = { body: Body; dangerous: boolean; why: string | null; batch: string }
