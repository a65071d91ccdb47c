import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { CommandType } from '#db/tables/tracking/tracker_command.ts'
import type { ApiContext, CatalogueEntry } from '../../context.ts'
import { writesOwned } from '../../crud/access.ts'
import { audit } from '../../crud/audit.ts'
import { checkQuotas } from '../../crud/quotas.ts'
import { rows } from '../../crud/rows.ts'
import { afterCommit } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { isInGroup } from '../access/groups.ts'
import { readsTracker } from '../access/scopes.ts'
import { checkQueueLength } from './trackercommand.ts'

/** Trackers that are given a command at once. */
export const MOST = 1000
export const DAY_S = 86_400

/** @throws {AppError} not_found if one of them is not seen; bad_request without or with too many */
export async function findTrackers(db: Db, viewer: Viewer, { tracker_ids, group_id }: Which): Promise<Candidate[]> {
  if ((tracker_ids === undefined) === (group_id === undefined)) {
    throw wrong('tracker_ids', 'name trackers, or one group.')
  }
  const found = await db
    .selectFrom('tracker')
    .select(['id', 'organisation_id', 'name', 'number', 'transports', 'active', 'sim_number'])
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
export function judge(
  { commands }: ApiContext,
  tracker: Pick<Candidate, 'writable' | 'active' | 'transports'> & { sim_number?: string | null },
  body: Command,
): { reason: string | null; dangerous: boolean } {
  const { type, text, fields = {}, by_sms = false } = body
  const no = (reason: string) => ({ reason, dangerous: false })
  if (!tracker.writable) return no('you may not change it')
  if (!tracker.active) return no('it is switched off')
  if (type === 'custom') {
    if (text === undefined) throw wrong('text', 'is missing, which a command of type custom needs.')
    if (by_sms && !tracker.sim_number) return no('it has no number of a SIM')
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

/** Writes a command for each of the trackers, within the limits of their queues. */
export async function queueCommands(
  trx: Trx,
  viewer: Viewer,
  trackers: Candidate[],
  { body, dangerous, why, batch }: Sent,
) {
  const { type, text = null, fields = {}, send_at = null, by_sms = false, expires_in_s = DAY_S } = body
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
      by_sms,
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

export type Command = {
  type: CommandType
  text?: string | undefined
  fields?: Record<string, string | number | boolean> | undefined
  by_sms?: boolean | undefined
}
type Which = { tracker_ids?: number[] | undefined; group_id?: number | undefined }
type Candidate = {
  id: number
  organisation_id: number
  name: string | null
  number: string
  transports: string[]
  active: boolean
  sim_number: string | null
  writable: boolean
}
type Sent = {
  body: Command & { send_at?: string | undefined; expires_in_s?: number | undefined }
  dangerous: boolean
  why: string | null
  batch: string
}
