import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { read } from '../../crud/crud.ts'
import { transact } from '../../crud/transact.ts'
import { currentCycles } from '../cycles/current_cycles.ts'
import { devplan } from './devplan.ts'
import { makePlan } from './make_plan.ts'

/** One's plans for the cycles of today, made on first need. */
export const listCurrentPlans = defineAction({
  method: 'GET',
  path: 'devplans/current',
  tags: ['devplans'],
  summary: 'List your plans for the open cycles; missing ones are made, with copies of the shared goals',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Array(devplan.row),
  async run({ context, viewer, query }) {
    const { user_id } = viewer
    const cycles = await currentCycles(context.db, viewer, query.organisation_id)
    const ids = await transact(context, async (trx) => {
      const made = []
      for (const { id, organisation_id } of cycles) {
        made.push((await makePlan(trx, { organisation_id, user_id, devcycle_id: id })).id)
      }
      return made
    })
    const data = []
    for (const id of ids) data.push(await read(context.db, devplan, viewer, id))
    return data
  },
})
