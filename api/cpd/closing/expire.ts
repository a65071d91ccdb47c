import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsDefinitions, todayOf, writesDefinitions } from '../access.ts'
import { devcycle } from '../cycles/devcycle.ts'
import { dayText } from '../engine/amounts.ts'
import { runningOn } from '../results/periods.ts'
import { forgetResults, keepResults } from './close.ts'

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

export const expireCycle = defineAction({
  method: 'POST',
  path: 'devcycle/expire',
  tags,
  summary: 'Close a cycle: what counted is kept as it is, and nothing dated in it changes any more',
  body: ExpireBody,
  answer: devcycle.row,
  message: 'The cycle is closed.',
  async run({ context, viewer, body: { id, name } }) {
    await transact(context, async (trx) => {
      const cycle = await lockCycle(trx, viewer, id)
      const { organisation_id, expired_at, closing } = cycle
      // Begun by a process that was killed: it continues.
      if (closing) return
      if (expired_at) throw new AppError('archived', 'This cycle is closed already.')
      await checkOver(trx, cycle, name)
      await checkNoneRunsOn(trx, id)
      await trx
        .updateTable('devcycle')
        .set({ expired_at: sql`now()`, closing: true, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      await audit(trx, viewer, 'devcycle.expire', { organisation_id, entity: 'devcycle', entity_id: id })
    })
    await keepResults(context.db, id)
    return read(context.db, devcycle, viewer, id)
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

export const reopenCycle = defineAction({
  method: 'POST',
  path: 'devcycle/reopen',
  tags,
  summary: 'Reopen a closed cycle, with the reason, which is audited',
  body: ReopenBody,
  answer: devcycle.row,
  message: 'The cycle is open.',
  async run({ context, viewer, body }) {
    const { id } = body
    const reason = body.reason.trim()
    if (!reason) throw wrong('reason', 'please say why the cycle is opened again.')
    await transact(context, async (trx) => checkClosed(await lockCycle(trx, viewer, id)))
    // Until it is open, results that are not kept any more are computed: they are the same.
    await forgetResults(context.db, id)
    await transact(context, async (trx) => {
      const cycle = await lockCycle(trx, viewer, id)
      checkClosed(cycle)
      const { organisation_id, expired_at } = cycle
      await trx
        .updateTable('devcycle')
        .set({ expired_at: null, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      const about = { organisation_id, entity: 'devcycle', entity_id: id, details: { reason, expired_at } }
      await audit(trx, viewer, 'devcycle.reopen', about)
    })
    return read(context.db, devcycle, viewer, id)
  },
})

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

function checkClosed({ expired_at, closing }: { expired_at: string | null; closing: boolean }): void {
  if (!expired_at) throw new AppError('not_possible', 'This cycle is open.')
  if (closing) throw new AppError('not_possible', 'This cycle is still being closed. Please try again in a minute.')
}

async function lockCycle(trx: Trx, viewer: Viewer, id: number) {
  checkNotImpersonating(viewer)
  const cycle = await trx
    .selectFrom('devcycle')
    .selectAll()
    .select(sql<boolean>`${writesDefinitions(viewer, 'devcycle')}`.as('writable'))
    .where('id', '=', id)
    .where(readsDefinitions(viewer, 'devcycle'))
    .forUpdate()
    .executeTakeFirst()
  if (!cycle) throw new AppError('not_found', 'There is no such cycle.', 'id')
  if (!cycle.writable) throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
  return cycle
}

type Cycle = Awaited<ReturnType<typeof lockCycle>>
