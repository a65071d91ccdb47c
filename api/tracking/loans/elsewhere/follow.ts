import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { backoff_s, Lease } from '#db/background/lease.ts'
import { LeaseWorker } from '#db/background/worker.ts'
import type { Db } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { lenderNow } from '#db/loans/lent.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../../context.ts'
import { transact } from '../../../crud/transact.ts'
import { callLender, LenderError } from './call.ts'
import { clockOffset_s } from './clock.ts'
import { forget, note, settleAccepted } from './receive.ts'
import { HOLD_S, RemoteState } from './wire.ts'

const AT_ONCE = 64
/** Lenders that do not answer leave room for those that do. */
const FAILING_AT_ONCE = 16
/** Lenders may be slow: half a minute besides the time for which they wait for a change. */
const REQUEST_TIMEOUT_MS = (HOLD_S + 37) * 1000
/** A device's clock may be ahead of its server's by this. */
const CLOCK_MS = 5 * 60_000
/** The longest wait before a lender is asked again. */
const LONGEST_S = 600
const no_user = { user_id: null }
const lease = new Lease({ table: 'remote_loan', seconds: 60, open: sql`(state <> 'ended' or end_due)` })

/**
 * Follows trackers on loan from other installations: asks each lender, who answers when something has changed. Nothing
 * but the last position is kept here; what was before is read from the lender when people ask for it, so after hours
 * without a connection nothing is missing, and after the end nothing is left.
 */
export function makeRemoteFollowing(context: ApiContext): LeaseWorker {
  const { db, log } = context
  const running = new Map<number, Followed>()
  return new LeaseWorker({
    name: 'trackers on loan from elsewhere',
    log,
    poll_ms: 1000,
    at_once: AT_ONCE,
    failure_level: 'debug',
    async take(free) {
      await clearEnded(context)
      const loans = await takeDue(db, sql`q.failures = 0`, free)
      const failing = [...running.values()].filter(({ failures }) => failures > 0).length
      const room = Math.min(free - loans.length, FAILING_AT_ONCE - failing)
      loans.push(...(await takeDue(db, sql`q.failures > 0`, room)))
      return loans.map((loan) => ({
        ids: [loan.id],
        async run(signal: AbortSignal) {
          running.set(loan.id, loan)
          // Where many are followed, none waits at the cost of the others.
          const wait_s = running.size > AT_ONCE / 2 ? 0 : HOLD_S
          await follow(context, loan, { signal, wait_s }).finally(() => running.delete(loan.id))
        },
      }))
    },
    // One that a person has ended while its lender was asked for the position: the request is aborted, the end sent.
    async renew(ids) {
      const lost = await lease.renew(db, ids)
      const asked = ids.filter((id) => running.get(id)?.end_due === false)
      if (asked.length === 0) return lost
      const { rows } = await sql<{ id: number }>`select id::float8 as id from remote_loan
        where id = any(${asked}::bigint[]) and end_due`.execute(db)
      return [...new Set([...lost, ...rows.map(({ id }) => id)])]
    },
  })
}

/** A time to ask again that is too far ahead was written before the clock of the database was set back. */
const takeDue = (db: Db, which: RawBuilder<SqlBool>, limit: number) =>
  lease.take<Followed>(db, {
    from: sql`remote_loan q where ${lease.isFree('q')} and q.key_sealed is not null and ${which}
      and (q.retry_at is null or q.retry_at not between now() and now() + make_interval(secs => ${LONGEST_S + 60}))
      and (q.state <> 'ended' or q.end_due)`,
    order: sql`q.retry_at nulls first, q.id`,
    limit,
    returning: columns,
  })

/** A request to the lender, and what follows from its answer. */
async function follow(context: ApiContext, loan: Followed, { signal, wait_s }: Turn): Promise<void> {
  const key = context.keys.unseal(loan.key_sealed, purposes.remote_loan(loan.id))
  const of = { address: loan.address, signal, timeout_ms: REQUEST_TIMEOUT_MS }
  try {
    if (loan.end_due) {
      await sendEnd(context, { ...of, path: 'loan/end', body: { key }, answer: Type.Null() }, loan.ended_s_ago)
      await release(context, loan, sql`end_due = false`)
      return
    }
    const version = loan.version ?? ''
    const body = { key, version, wait_s }
    const asked_ms = Date.parse(loan.leased_at)
    const begun = performance.now()
    const state = await callLender(context, { ...of, path: 'loan/position', body, answer: RemoteState })
    const answered_ms = asked_ms + performance.now() - begun
    const offset_s = clockOffset_s(state.now, { asked_ms, answered_ms })
    const now_ms = answered_ms + offset_s * 1000
    const is_over = Date.parse(loan.ends_at) <= now_ms
    if (state.state === 'ended' || is_over) return await settleEnded(context, loan, { state, offset_s, is_over })
    await take(context, loan, { state, wait_s, offset_s, now_ms })
  } catch (error) {
    if (signal.aborted) return void (await release(context, loan))
    if (!(error instanceof LenderError)) throw error
    if (!error.is_unknown) return await postpone(context, loan, error)
    if (loan.end_due) return void (await release(context, loan, sql`end_due = false`))
    if (loan.state === 'accepted') return await settleEnded(context, loan, { is_over: loan.is_over })
    // The answer may be on its way for long.
    if (!loan.is_old) return await postpone(context, loan, new LenderError('It has not confirmed the answer yet'))
    await forget(context.db, loan.id)
  }
}

/** How long ago it was is said by the time that has passed, since the clocks may differ; older releases refuse it. */
async function sendEnd(context: ApiContext, call: Parameters<typeof callLender>[1], ended_s_ago: number | null) {
  const ago = Math.max(0, Math.round(ended_s_ago ?? 0))
  if (ago < 60) return void (await callLender(context, call))
  await callLender(context, { ...call, body: { ...call.body, ended_s_ago: ago } }).catch(async (error) => {
    if (!(error instanceof LenderError) || !error.is_refusal || error.is_unknown) throw error
    await callLender(context, call)
  })
}

/** @throws {LenderError} for a position that is not of the time of the loan: it is not ours to know */
async function take(context: ApiContext, loan: Followed, { state, wait_s, offset_s, now_ms }: Answered) {
  const { id, organisation_id, begins_at, ends_at, version } = loan
  const { position } = state
  const fix = position ? Date.parse(position.fix_at) : null
  const until = Math.min(Date.parse(ends_at), now_ms + CLOCK_MS)
  if (fix !== null && !(fix >= Date.parse(begins_at) && fix < until)) {
    throw new LenderError(
      'Its position is not of the time of the loan: the clock of the device or of a server is wrong',
    )
  }
  const is_same = state.version === version
  const is_open = await transact(context, async (trx) => {
    if (loan.state === 'offered') await settleAccepted(trx, loan, no_user)
    // One that was asked for a change has waited; others wait a second, and before the beginning some minutes.
    const pause = is_same ? (wait_s > 0 ? 0 : 5) : 1
    const { rows } =
      await sql`update remote_loan set contact_at = now(), failing_since = null, failures = 0, last_error = null,
        leased_until = null, clock_offset_s = ${offset_s}, version = ${state.version}, tracker_name = ${state.tracker_name},
        fix_at = ${position?.fix_at ?? null}::timestamptz, lon = ${position?.lon ?? null}::float8,
        lat = ${position?.lat ?? null}::float8, speed = ${position?.speed ?? null}::float8,
        heading = ${position?.heading ?? null}::float8,
        retry_at = now() + make_interval(secs => greatest(${pause}::float8, least(${LONGEST_S}::float8,
          extract(epoch from begins_at - now())::float8 - ${offset_s})))
      where id = ${id} and state = 'accepted' and version is not distinct from ${version} returning id`.execute(trx)
    return rows.length > 0
  })
  // A person has ended it while the lender was asked, who receives that now; or this process has slept, and another one
  // has a later answer.
  if (!is_open) return void (await release(context, loan))
  if (is_same && loan.failures === 0) return
  const room = liveRooms.staff(organisation_id)
  if (position && !is_same) context.publishLive(room, 'lent', [{ elsewhere: true, id, ...position }])
  const is_news = !position || state.tracker_name !== loan.tracker_name || loan.failures > 0
  if (is_news) context.publishLive(room, 'loans', { id })
}

/** The lender has ended it, perhaps while this server was away; or has it no more; or its time is over. */
async function settleEnded(
  context: ApiContext,
  loan: Followed,
  { state, is_over, offset_s = loan.clock_offset_s }: Ending = {},
) {
  const ended_at = state?.ended_at ?? null
  if (is_over && !ended_at) {
    return void (await release(context, loan, sql`clock_offset_s = ${offset_s}, ${emptied}`))
  }
  await transact(context, async (trx) => {
    const ended = await sql<{ ended_s_ago: number }>`update remote_loan set state = 'ended',
        ended_by = ${state?.ended_by ?? 'lender'}, modified_at = now(), leased_until = null, ${emptied},
        ended_at = least(now(), coalesce(${ended_at}::timestamptz - make_interval(secs => ${offset_s}), now()))
      where id = ${loan.id} and state <> 'ended'
      returning extract(epoch from now() - ended_at)::integer as ended_s_ago`.execute(trx)
    const [row] = ended.rows
    if (row) await note(trx, loan, 'remoteloan.end', no_user, row.ended_s_ago >= 60 ? row : undefined)
  })
  // Both have: there is no one to send the end to.
  await release(context, loan, sql`end_due = false`)
}

/** People see since when it does not answer. */
async function postpone({ db, publishLive }: ApiContext, loan: Followed, { message, wait_s }: LenderError) {
  const pause = sql`greatest(${Math.min(wait_s, LONGEST_S)}::float8, ${backoff_s(sql`failures`, { first_s: 2, longest_s: 300 })})`
  await sql`update remote_loan set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      last_error = ${message}, leased_until = null, retry_at = now() + make_interval(secs => ${pause})
    where id = ${loan.id}`.execute(db)
  if (loan.failures === 0) publishLive(liveRooms.staff(loan.organisation_id), 'loans', { id: loan.id })
}

const release = ({ db }: ApiContext, { id }: Followed, set: RawBuilder<unknown> = sql`version = version`) =>
  sql`update remote_loan set leased_until = null, ${set} where id = ${id}`.execute(db)

/**
 * Of what is over no position is kept, and no key once the lender has said whether it had ended before. A lender who is
 * away for a week is neither asked that nor sent the end.
 */
async function clearEnded({ db }: ApiContext): Promise<void> {
  await sql`/* hide_remote_loans */ update remote_loan set ${hidden}
    where fix_at is not null and (state = 'ended' or ends_at <= ${lenderNow('remote_loan')})`.execute(db)
  await sql`/* clear_remote_loans */ update remote_loan set end_due = false, ${emptied}
    where key_sealed is not null and case when end_due then ended_at < now() - interval '7 days'
      else state = 'ended' or ends_at < now() - interval '7 days' end`.execute(db)
}

/** Without the version the next answer comes at once. */
const hidden = sql`version = null, fix_at = null, lon = null, lat = null, speed = null, heading = null`
const emptied = sql`key_sealed = null, ${hidden}`

const columns = sql`id, organisation_id, address, key_sealed, state, version, tracker_name, begins_at, ends_at, end_due,
  failures, clock_offset_s, now() as leased_at, ends_at <= ${lenderNow('remote_loan')} as is_over, created_at < now() - interval '1 day' as is_old,
  extract(epoch from now() - ended_at)::float8 as ended_s_ago`
type Turn = { signal: AbortSignal; wait_s: number }
type Answered = { state: RemoteState; wait_s: number; offset_s: number; now_ms: number }
type Ending = { state?: RemoteState; offset_s?: number; is_over?: boolean }
type Followed = {
  id: number
  organisation_id: number
  address: string
  key_sealed: string
  state: 'offered' | 'accepted' | 'ended'
  version: string | null
  tracker_name: string | null
  begins_at: string
  ends_at: string
  end_due: boolean
  failures: number
  clock_offset_s: number
  leased_at: string
  is_over: boolean
  /** Whether no answer that was sent is on its way any more. */
  is_old: boolean
  ended_s_ago: number | null
}
