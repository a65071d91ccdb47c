import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { job } from '../../files/jobs/job.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsDefinitions, todayOf, writesDefinitions } from '../access.ts'
import { dayText } from '../engine/amounts.ts'
import { runningOn } from '../results/periods.ts'
import { cancelClosing, queueClosing } from './job.ts'

const ReopenBody = Type.Object({ id: Id, reason: Type.String({ maxLength: 2000 }) }, { additionalProperties: false })

const ExpireBody = Type.Object(
  {
    id: Id,
    name: Type.Optional(
      Type.String({ maxLength: 200, description: 'The name of the cycle, which closing it before its end asks for' }),
    ),
  },
  { additionalProperties: false },
)

const tags = ['devcycles']

const begun = { method: 'POST', tags, answer: job.row, status: 202 } as const

export const expireCycle = defineAction({
  ...begun,
  path: 'devcycle/expire',
  summary: 'Close a cycle by a job: what counted is kept as it is, and nothing dated in it changes any more',
  body: ExpireBody,
  message: 'The cycle is being closed.',
  async run({ context, viewer, body: { id, name } }) {
    const job_id = await transact(context, async (trx) => {
      const cycle = await lockCycle(trx, viewer, id)
      const { organisation_id, expired_at, closing } = cycle
      if (!closing) {
        if (expired_at) throw new AppError('archived', 'This cycle is closed already.')
        await checkOver(trx, cycle, name)
        await checkNoneRunsOn(trx, id)
        await trx
          .updateTable('devcycle')
          .set({ expired_at: sql`now()`, closing: true, modified_at: sql`now()` })
          .where('id', '=', id)
          .execute()
        await audit(trx, viewer, 'devcycle.expire', { organisation_id, entity: 'devcycle', entity_id: id })
      }
      return queueClosing(trx, cycle, viewer.user_id)
    })
    return read(context.db, job, viewer, job_id)
  },
})

/** @throws {AppError} not_possible with the people whose own period has not ended */
async function checkNoneRunsOn(trx: Trx, id: number): Promise<void> {
  const columns = ['id', 'organisation_id', 'start', 'end', 'cpd_standard_id'] as const
  const cycle = await trx.selectFrom('devcycle').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  const people = await runningOn(trx, cycle)
  if (people.length === 0) return
  const named = people.slice(0, MOST_NAMED).map(({ person, period }) => `${person} (to ${dayText(period.end)})`)
  const more = people.length > MOST_NAMED ? ` and ${people.length - MOST_NAMED} more` : ''
  throw new AppError('not_possible', `The own periods of these people have not ended: ${named.join(', ')}${more}.`)
}

const MOST_NAMED = 10

export const undoExpiry = defineAction({
  ...begun,
  path: 'devcycle/undo_expire',
  summary: 'Undo the closing of a cycle as a whole, within a day of it, while it is being closed too',
  body: IdQuery,
  message: 'The cycle is being opened.',
  async run({ context, viewer, body: { id } }) {
    const job_id = await transact(context, async (trx) => {
      const cycle = await lockCycle(trx, viewer, id)
      if (!cycle.expired_at) throw new AppError('not_possible', 'This cycle is open.')
      if (!cycle.recent) {
        throw new AppError(
          'not_possible',
          'This cycle was closed more than a day ago. It can be reopened, with the reason.',
        )
      }
      return open(trx, viewer, cycle, { action: 'devcycle.undo_expire' })
    })
    return read(context.db, job, viewer, job_id)
  },
})

export const reopenCycle = defineAction({
  ...begun,
  path: 'devcycle/reopen',
  summary: 'Reopen a closed cycle by a job, with the reason, which is audited',
  body: ReopenBody,
  message: 'The cycle is being opened.',
  async run({ context, viewer, body }) {
    const { id } = body
    const reason = body.reason.trim()
    if (!reason) throw wrong('reason', 'please say why the cycle is opened again.')
    const job_id = await transact(context, async (trx) => {
      const cycle = await lockCycle(trx, viewer, id)
      if (!cycle.expired_at) throw new AppError('not_possible', 'This cycle is open.')
      if (cycle.closing) {
        throw new AppError('not_possible', 'This cycle is still being closed. Please try again in a minute.')
      }
      return open(trx, viewer, cycle, { action: 'devcycle.reopen', reason })
    })
    return read(context.db, job, viewer, job_id)
  },
})

/** Until it is open, results that are not kept any more are computed: they are the same. */
async function open(trx: Trx, viewer: Viewer, cycle: Cycle, { action, reason }: { action: string; reason?: string }) {
  const { id, organisation_id, expired_at, opening } = cycle
  if (!opening) {
    await cancelClosing(trx, cycle)
    await trx.updateTable('devcycle').set({ opening: true, closing: false }).where('id', '=', id).execute()
    const details = { ...(reason !== undefined && { reason }), expired_at }
    await audit(trx, viewer, action, { organisation_id, entity: 'devcycle', entity_id: id, details })
  }
  return queueClosing(trx, cycle, viewer.user_id)
}

/**
 * A cycle that still runs is closed by who types its name: what people record in the days that are left would not count.
 *
 * @throws {AppError} bad_request
 */
async function checkOver(trx: Trx, cycle: Cycle, typed: string | undefined): Promise<void> {
  const { organisation_id, name, end } = cycle
  const today = await todayOf(trx, organisation_id)
  if (today > end || typed?.trim() === name.trim()) return
  throw wrong('name', `the cycle lasts until ${end}; to close it before, please type its name, ${name}.`)
}

async function lockCycle(trx: Trx, viewer: Viewer, id: number) {
  checkNotImpersonating(viewer)
  const cycle = await trx
    .selectFrom('devcycle')
    .selectAll()
    .select(sql<boolean>`${writesDefinitions(viewer, 'devcycle')}`.as('writable'))
    .select(sql<boolean>`coalesce(expired_at > now() - interval '1 day', false)`.as('recent'))
    .where('id', '=', id)
    .where(readsDefinitions(viewer, 'devcycle'))
    .forUpdate()
    .executeTakeFirst()
  if (!cycle) throw new AppError('not_found', 'There is no such cycle.', 'id')
  if (!cycle.writable) throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
  return cycle
}

type Cycle = Awaited<ReturnType<typeof lockCycle>>
