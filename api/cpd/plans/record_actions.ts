import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { planRecordKinds } from '#db/tables/cpd/devplan.ts'
import { defineAction } from '../../crud/action.ts'
import { read } from '../../crud/crud.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { dayText } from '../engine/amounts.ts'
import { halfOf } from '../engine/days.ts'
import { devplan } from './devplan.ts'
import { type Plan, takePlanStep } from './plan_actions.ts'
import { isSameYear, readRecords, written, yearAt } from './records.ts'

const tags = ['devplans']
const kind = Type.Unsafe<(typeof planRecordKinds)[number]>(Type.String({ enum: [...planRecordKinds] }))
const RecordBody = Type.Object(
  {
    id: Id,
    kind,
    on: Type.Optional(Type.Unsafe<string>({ ...DateOnly, description: 'The day it is of; today if missing' })),
    text: Type.Optional(Type.String({ maxLength: 50_000, description: 'That of the plan if missing' })),
  },
  { additionalProperties: false },
)
const EraseBody = Type.Object({ id: Id, kind, on: DateOnly }, { additionalProperties: false })

/** Dates what a cycle of several years asks for in each of them. */
export const recordInPlan = defineAction({
  method: 'POST',
  path: 'devplan/record',
  tags,
  summary: 'Record your plan, goals, conversation or self-evaluation of a year, in place of the one that the year has',
  body: RecordBody,
  answer: devplan.row,
  async run({ context, viewer, body }) {
    await takePlanStep(context, viewer, body.id, 'record', (trx, plan) => record(trx, viewer, plan, body))
    return read(context.db, devplan, viewer, body.id)
  },
})

export const eraseFromPlan = defineAction({
  method: 'POST',
  path: 'devplan/erase_record',
  tags,
  summary: 'Take back what you have recorded of a year',
  body: EraseBody,
  answer: devplan.row,
  async run({ context, viewer, body }) {
    await takePlanStep(context, viewer, body.id, 'erase_record', async (trx, plan) => {
      checkWrites(viewer, plan)
      const { records } = await readRecords(trx, plan.id)
      const others = records.filter((one) => one.kind !== body.kind || one.on !== body.on)
      if (others.length === records.length) throw wrong('on', 'there is no such record on this day.')
      return written(others)
    })
    return read(context.db, devplan, viewer, body.id)
  },
})

async function record(trx: Trx, viewer: Viewer, plan: Plan, body: Static<typeof RecordBody>) {
  checkWrites(viewer, plan)
  const { records, today, ...of } = await readRecords(trx, plan.id)
  const { kind, on = today } = body
  const { start, end } = of.period
  if (on > today) throw wrong('on', 'must not be in the future.')
  if (on < start || on > end) throw wrong('on', `must be from ${start} to ${end}, the period of this plan.`)
  const text = body.text ?? (kind === 'plan' ? plan.text : kind === 'self_evaluation' ? plan.self_evaluation : '')
  if (kind !== 'structured_conversation' && !text.trim()) throw wrong('text', 'must not be empty.')
  const half = halfOf(yearAt(of, on)!)
  if (kind === 'self_evaluation' && on < half) {
    throw wrong('on', `a self-evaluation is written once half of its year is over, from ${dayText(half)}.`)
  }
  const others = records.filter((one) => one.kind !== kind || !isSameYear(of, one.on, on))
  const is_now = kind === 'self_evaluation' && isSameYear(of, on, today)
  const changes = written([...others, { kind, on, text, recorded_on: today }])
  return is_now ? { ...changes, self_evaluation: text } : changes
}

/** @throws {AppError} forbidden for others, not_possible once the plan was reviewed */
function checkWrites(viewer: Viewer, plan: Plan): void {
  checkNotImpersonating(viewer)
  if (plan.user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person writes their plan.')
  if (plan.state === 'reviewed') {
    throw new AppError('not_possible', 'This plan was reviewed, so it does not change any more.')
  }
}
