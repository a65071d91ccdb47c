import { sql } from 'kysely'
import { Type } from 'typebox'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, todayOf } from '../access.ts'
import { addDays } from '../engine/days.ts'
import { inform } from '../people/inform.ts'
import { latestStage } from '../reminders.ts'
import { auditNotice } from '../words/audit.ts'
import { cpdauditdraw } from './cpdauditdraw.ts'

/** Begins the audits of a draw: each person is notified of their own, and of no other. */
export const notifyDrawn = defineAction({
  method: 'POST',
  path: 'cpdauditdraw/notify',
  tags: ['cpdauditdraws'],
  summary: 'Notify the people of an audit draw, once, and say until when they submit their records',
  body: Type.Object({ id: Id, due_on: DateOnly }, { additionalProperties: false }),
  answer: cpdauditdraw.row,
  message: 'The people are being notified.',
  async run({ context, viewer, body: { id, due_on } }) {
    checkNotImpersonating(viewer)
    const { organisation_id } = await read(context.db, cpdauditdraw, viewer, id)
    await cpdAdministered(context.db, viewer, organisation_id)
    await transact(context, async (trx) => {
      const today = await todayOf(trx, organisation_id)
      if (due_on <= today) throw wrong('due_on', 'must be after today.')
      if (due_on > addDays(today, MOST_DAYS)) throw wrong('due_on', `must be within ${MOST_DAYS} days.`)
      const notified = { due_on, notified_at: sql<string>`now()` }
      const { numUpdatedRows } = await trx
        .updateTable('cpd_audit_draw')
        .set(notified)
        .where('id', '=', id)
        .where('notified_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new AppError('not_possible', 'The people of this draw are notified already.')
      const about = { organisation_id, entity: 'cpdauditdraw', entity_id: id, details: { due_on } }
      await audit(trx, viewer, 'cpdauditdraw.notify', about)
      await notifyPart(trx, id)
    })
    return read(context.db, cpdauditdraw, viewer, id)
  },
})

/** Notifies the rest of the people of large draws, some at a time. */
export function makeAuditNotices(context: ApiContext): PeriodicTask {
  return {
    name: 'notices of audits',
    interval_ms: EVERY_MS,
    async run() {
      const { rows } = await sql<{ id: number }>`select d.id from cpd_audit_draw d
        where d.notified_at > now() - interval '7 days' and ${isServed(sql`d.organisation_id`)}
          and exists (select from ${drawn})
        order by d.id limit 20`.execute(context.db)
      for (const { id } of rows) {
        while ((await transact(context, (trx) => notifyPart(trx, id))) === PEOPLE_AT_ONCE);
      }
    },
  }
}

/** Members who are drawn and have no audit of the draw `d` yet. */
const drawn = sql`jsonb_array_elements_text(d.drawn) one
  join membership m on m.organisation_id = d.organisation_id and m.user_id = one.value::bigint
  join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    and not exists (select from cpd_audit a where a.cpd_audit_draw_id = d.id and a.user_id = u.id)`

/** @returns how many people it has notified */
async function notifyPart(trx: Trx, draw_id: number): Promise<number> {
  const { rows } = await sql<{ id: number; organisation_id: number; user_id: number; due_on: string; cycle: string }>`
    with made as (
      insert into cpd_audit (organisation_id, user_id, cpd_audit_draw_id, devcycle_id, due_on)
      select d.organisation_id, u.id, d.id, d.devcycle_id, d.due_on
      from cpd_audit_draw d cross join lateral (select u.id from ${drawn} order by u.id limit ${PEOPLE_AT_ONCE}) u
      where d.id = ${draw_id}
      on conflict (cpd_audit_draw_id, user_id) do nothing
      returning id, organisation_id, user_id, devcycle_id, due_on),
    reminded as (
      -- The notice is the reminder of this stage.
      insert into cpd_reminder (organisation_id, user_id, occasion)
      select made.organisation_id, made.user_id, concat_ws(' ', 'audit', made.id, made.due_on, s.stage)
      from made join organisation o on o.id = made.organisation_id
        cross join lateral (select ${latestStage(sql`made.due_on - (now() at time zone o.timezone)::date`)} as stage) s
      where s.stage is not null on conflict do nothing)
    select made.id, made.organisation_id, made.user_id, made.due_on, c.name as cycle from made join devcycle c on c.id = made.devcycle_id
    order by made.id`.execute(trx)
  for (const { id, organisation_id, user_id, due_on, cycle } of rows) {
    await inform(
      trx,
      { page: 'audit', id, organisation_id, user_id },
      { occasion: 'notice', texts: auditNotice, values: { cycle, day: due_on } },
    )
  }
  return rows.length
}

const EVERY_MS = 60_000
const PEOPLE_AT_ONCE = 50
const MOST_DAYS = 366
