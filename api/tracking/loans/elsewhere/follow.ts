import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { backoff_s, Lease } from '#db/background/lease.ts'
import { LeaseWorker } from '#db/background/worker.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../../context.ts'
import { transact } from '../../../crud/transact.ts'
import { callLender, LenderError } from './call.ts'
import { forget, note, settleAccepted } from './receive.ts'
import { HOLD_S, RemoteState } from './wire.ts'

const AT_ONCE = 64
/** A lender's clock may be wrong by so much. */
const CLOCK_MS = 5 * 60_000
const no_user = { user_id: null }
const lease = new Lease({ table: 'remote_loan', seconds: 60, open: sql`(state <> 'ended' or end_due)` })

/**
 * Follows trackers on loan from other installations: asks each lender, who answers when something has changed. Nothing
 * but the last position is kept here; what was before is read from the lender when people ask for it, so after hours
 * without a connection nothing is missing, and after the end nothing is left.
 */
export function makeRemoteFollowing(context: ApiContext): LeaseWorker {
  const { db, log } = context
  let running = 0
  return new LeaseWorker({
    name: 'trackers on loan from elsewhere',
    log,
    poll_ms: 1000,
    at_once: AT_ONCE,
    failure_level: 'debug',
    async take(free) {
      await clearEnded(context)
      const loans = await lease.take<Followed>(db, {
        from: sql`remote_loan q where ${lease.isFree('q')} and q.key_sealed is not null
          and (q.retry_at is null or q.retry_at <= now())
          and (q.state <> 'ended' and q.ends_at > now() or q.end_due)`,
        order: sql`q.retry_at nulls first, q.id`,
        limit: free,
        returning: columns,
      })
      return loans.map((loan) => ({
        ids: [loan.id],
        async run(signal: AbortSignal) {
          running++
          // Where many are followed, none waits at the cost of the others.
          const wait_s = running > AT_ONCE / 2 ? 0 : HOLD_S
          await follow(context, loan, { signal, wait_s }).finally(() => running--)
        },
      }))
    },
    renew: (ids) => lease.renew(db, ids),
  })
}

/** A request to the lender, and what follows from its answer. */
async function follow(context: ApiContext, loan: Followed, { signal, wait_s }: Turn): Promise<void> {
  const key = context.keys.unseal(loan.key_sealed, purposes.remote_loan(loan.id))
  const of = { address: loan.address, signal, timeout_ms: (HOLD_S + 12) * 1000 }
  try {
    if (loan.end_due) {
      await callLender(context, { ...of, path: 'loan/end', body: { key }, answer: Type.Null() })
      await release(context, loan, sql`end_due = false`)
      return
    }
    const version = loan.version ?? ''
    const body = { key, version, wait_s }
    const state = await callLender(context, { ...of, path: 'loan/position', body, answer: RemoteState })
    if (state.state === 'ended') return await settleEnded(context, loan)
    await take(context, loan, { state, wait_s })
  } catch (error) {
    if (signal.aborted) return void (await release(context, loan))
    if (!(error instanceof LenderError)) throw error
    if (!error.is_unknown) return await postpone(context, loan, error)
    if (loan.end_due) return void (await release(context, loan, sql`end_due = false`))
    if (loan.state === 'offered') return void (await forget(context.db, loan.id))
    await settleEnded(context, loan)
  }
}

/** @throws {LenderError} for a position that is not of the time of the loan: it is not ours to know */
async function take(context: ApiContext, loan: Followed, { state, wait_s }: { state: RemoteState; wait_s: number }) {
  const { id, organisation_id, begins_at, ends_at, version } = loan
  const { position } = state
  const fix = position ? Date.parse(position.fix_at) : null
  const until = Math.min(Date.parse(ends_at), Date.now() + CLOCK_MS)
  if (fix !== null && !(fix >= Date.parse(begins_at) && fix < until)) {
    throw new LenderError('Its position is not of the time of the loan: its clock, or that of this server, is wrong')
  }
  const is_same = state.version === version
  const is_open = await transact(context, async (trx) => {
    if (loan.state === 'offered') await settleAccepted(trx, loan, no_user)
    // One that was asked for a change has waited; others wait a second, and before the beginning some minutes.
    const pause = is_same ? (wait_s > 0 ? 0 : 5) : 1
    const { rows } =
      await sql`update remote_loan set contact_at = now(), failing_since = null, failures = 0, last_error = null,
        leased_until = null, version = ${state.version}, tracker_name = ${state.tracker_name},
        fix_at = ${position?.fix_at ?? null}::timestamptz, lon = ${position?.lon ?? null}::float8,
        lat = ${position?.lat ?? null}::float8, speed = ${position?.speed ?? null}::float8,
        heading = ${position?.heading ?? null}::float8,
        retry_at = case when begins_at > now() then least(begins_at, now() + interval '10 minutes')
          else now() + make_interval(secs => ${pause}) end
      where id = ${id} and state = 'accepted' returning id`.execute(trx)
    return rows.length > 0
  })
  // A person has ended it while the lender was asked: the lender receives it now.
  if (!is_open) return void (await release(context, loan))
  if (is_same && loan.failures === 0) return
  const room = liveRooms.staff(organisation_id)
  if (position) context.publishLive(room, 'lent', [{ elsewhere: true, id, ...position }])
  const is_news = !position || state.tracker_name !== loan.tracker_name || loan.failures > 0
  if (is_news) context.publishLive(room, 'loans', { id })
}

/** The lender has ended it, or has it no more. */
async function settleEnded(context: ApiContext, loan: Followed): Promise<void> {
  await transact(context, async (trx) => {
    const ended = await sql`update remote_loan set state = 'ended', ended_by = 'lender', ended_at = now(),
        modified_at = now(), leased_until = null, ${emptied}
      where id = ${loan.id} and state <> 'ended' returning id`.execute(trx)
    if (ended.rows.length > 0) await note(trx, loan, 'remoteloan.end', no_user)
  })
  // Both have: there is no one to send the end to.
  await release(context, loan, sql`end_due = false`)
}

/** People see since when it does not answer. */
async function postpone({ db, publishLive }: ApiContext, loan: Followed, { message, wait_s }: LenderError) {
  const pause = sql`greatest(${Math.min(wait_s, 3600)}::float8, ${backoff_s(sql`failures`, { first_s: 2, longest_s: 300 })})`
  await sql`update remote_loan set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      last_error = ${message}, leased_until = null, retry_at = now() + make_interval(secs => ${pause})
    where id = ${loan.id}`.execute(db)
  if (loan.failures === 0) publishLive(liveRooms.staff(loan.organisation_id), 'loans', { id: loan.id })
}

const release = ({ db }: ApiContext, { id }: Followed, set: RawBuilder<unknown> = sql`version = version`) =>
  sql`update remote_loan set leased_until = null, ${set} where id = ${id}`.execute(db)

/** Of what is over neither a position nor the key is kept. A lender who is away for a week is not sent the end. */
const clearEnded = ({ db }: ApiContext) =>
  sql`/* clear_remote_loans */ update remote_loan set end_due = false, ${emptied}
    where key_sealed is not null and (state = 'ended' or ends_at <= now())
      and (not end_due or ended_at < now() - interval '7 days')`.execute(db)

export const emptied = sql`key_sealed = null, fix_at = null, lon = null, lat = null, speed = null, heading = null`

const columns = sql`id, organisation_id, address, key_sealed, state, version, tracker_name, begins_at, ends_at, end_due,
  failures`
type Turn = { signal: AbortSignal; wait_s: number }
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
}
