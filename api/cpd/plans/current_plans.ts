import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { currentCycles } from '../cycles/expire.ts'
import { devplan } from './devplan.ts'
import { makePlan } from './make_plan.ts'

const Plans = Type.Array(devplan.row)

/** One's plans for the cycles of today, made on first need. */
export function addCurrentPlans(app: TypedApp, context: ApiContext): void {
  app.get('/devplans/current', {
    schema: {
      tags: ['devplans'],
      summary: 'List your plans for the open cycles; missing ones are made, with copies of the shared goals',
      querystring: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
      response: answers({ 200: Plans, 260: Plans }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { user_id } = viewer
      const cycles = await currentCycles(context.db, viewer, request.query.organisation_id)
      const ids = await transact(context, async (trx) => {
        const made = []
        for (const { id, organisation_id } of cycles) {
          made.push((await makePlan(trx, { organisation_id, user_id, devcycle_id: id })).id)
        }
        return made
      })
      const data = []
      for (const id of ids) data.push(await read(context.db, devplan, viewer, id))
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })
}
