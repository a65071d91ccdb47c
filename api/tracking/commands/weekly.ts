import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { CommandType } from '#db/tables/tracking/tracker_command.ts'
import type { ApiContext } from '../../context.ts'
import { admit } from '../../crud/roles/limit.ts'
import { transact } from '../../crud/transact.ts'
import { loadViewer, organisationsOf } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { firstAfter } from '../reports/schedules/when.ts'
import { DAY_S, findTrackers, judge, queueCommands } from './prepare.ts'

const POLL_MS = 20_000
/** Commands of one round. */
const AT_ONCE = 100

/** Gives saved commands on their days of the week. */
export const makeWeeklyCommands = (context: ApiContext): PeriodicTask => ({
  name: 'weekly commands',
  interval_ms: POLL_MS,
  run: () => giveDue(context),
})

/** When a command is next given, on its days at its time. */
export const nextOn = ({ weekdays, at }: Days, timezone: string, after: Date): string =>
  firstAfter(after, { at, timezone, isOn: (day) => weekdays.includes(day.weekday) })

/**
 * Gives what is due, once each: the commands and the next time are written in one transaction, by one process. What was
 * due while the server was down is made up once, within a day: later, the day it was meant for is over.
 */
export async function giveDue(context: ApiContext): Promise<void> {
  const due = await context.db
    .selectFrom('saved_command')
    .select('id')
    .where('next_at', '<=', sql<string>`now()`)
    .where(isServed(sql`organisation_id`))
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due) {
    try {
      await transact(context, (trx) => give(trx, context, id))
    } catch (error) {
      context.log.warn({ err: error, saved_command: id }, 'a weekly command was not given')
    }
  }
}

async function give(trx: Trx, context: ApiContext, id: number): Promise<void> {
  const saved = await trx
    .selectFrom('saved_command as s')
    .innerJoin('organisation as o', 'o.id', 's.organisation_id')
    .selectAll('s')
    .select('o.timezone')
    .where('s.id', '=', id)
    .where('s.next_at', '<=', sql<string>`now()`)
    .forUpdate('s')
    .skipLocked()
    .executeTakeFirst()
  if (!saved) return
  const { timezone, weekdays, at, next_at: last_at } = saved
  const { accepted, reason } = await inSavepoint(trx, () => queue(trx, context, saved))
  await trx
    .updateTable('saved_command')
    .set({
      next_at: nextOn({ weekdays, at: at! }, timezone, new Date()),
      last_at,
      last_accepted: accepted,
      last_reason: reason?.slice(0, 500) ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** A refusal rolls back what was queued; its sentence is kept as the reason. */
async function inSavepoint(trx: Trx, work: () => Promise<Outcome>): Promise<Outcome> {
  await sql`savepoint weekly`.execute(trx)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint weekly`.execute(trx)
    return { accepted: 0, reason: error.message }
  }
}

/** @throws {AppError} where the person who saved it is no administrator any more, or the queues are full */
async function queue(trx: Trx, context: ApiContext, saved: Saved): Promise<Outcome> {
  const { organisation_id, owner_user_id, type, text, fields, next_at } = saved
  if (Date.now() - Date.parse(next_at!) > DAY_S * 1000) {
    return { accepted: 0, reason: 'It was due more than a day before the server ran again.' }
  }
  const person = owner_user_id === null ? null : await loadViewer(trx, { user_id: owner_user_id })
  const owner = person && admit(person, 'commands', 'write')
  if (!owner?.platform_admin && !(owner && organisationsOf(owner, 'Administrator').includes(organisation_id))) {
    throw new AppError('forbidden', 'Who saved it does not administer the organisation any more: save it again.')
  }
  const which = saved.tracker_id === null ? { group_id: saved.group_id! } : { tracker_ids: [saved.tracker_id] }
  const trackers = await findTrackers(trx, owner, which)
  const command = { type, text: text ?? undefined, fields: fields ?? undefined }
  const judged = trackers.map((tracker) => ({ tracker, ...judge(context, tracker, command) }))
  // A saved text of a person's own may be known as dangerous only since an upgrade.
  if (judged.some(({ dangerous }) => dangerous)) {
    throw new AppError('forbidden', 'A command that may stop a vehicle is given by hand only.')
  }
  const accepted = judged.filter(({ reason }) => reason === null).map(({ tracker }) => tracker)
  const body = { ...command, send_at: next_at!, expires_in_s: DAY_S }
  await queueCommands(trx, owner, accepted, { body, dangerous: false, why: null, batch: randomUUID() })
  const reasons = new Set(judged.flatMap(({ reason }) => reason ?? []))
  return { accepted: accepted.length, reason: reasons.size > 0 ? [...reasons].join('; ') : null }
}

type Days = { weekdays: number[]; at: string }
type Outcome = { accepted: number; reason: string | null }
type Saved = {
  organisation_id: number
  type: CommandType
  text: string | null
  fields: Record<string, string | number | boolean> | null
  owner_user_id: number | null
  tracker_id: number | null
  group_id: number | null
  next_at: string | null
}
