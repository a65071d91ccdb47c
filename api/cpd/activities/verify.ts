import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { approves } from '../access.ts'
import { checkNotFrozen } from '../freezing.ts'
import { devactivity } from './devactivity.ts'

const Body = Type.Object(
  {
    id: Id,
    /** False returns it: then a note says why. */
    verified: Type.Optional(Type.Boolean()),
    note: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  { additionalProperties: false },
)

/** Supervisors verify what was recorded, or return it with a reason. */
export function addVerify(app: TypedApp, context: ApiContext): void {
  app.post('/devactivity/verify', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags: ['devactivities'],
      summary: 'Verify an activity of a person whom you supervise, or return it (verified: false) with a note',
      body: Body,
      response: answers({ 261: devactivity.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, verified = true, note = '' } = request.body
      await transact(context, async (trx) => {
        const activity = await trx
          .selectFrom('devactivity')
          .select(['organisation_id', 'user_id', 'completed_on', 'state'])
          .select(approves(viewer, 'devactivity').as('may_verify'))
          .where('id', '=', id)
          .where(devactivity.reads(viewer))
          .forUpdate()
          .executeTakeFirst()
        if (!activity) throw new AppError('not_found', 'There is no such activity.', 'id')
        checkNotImpersonating(viewer)
        if (!activity.may_verify) {
          throw new AppError('forbidden', 'Only a current supervisor of the person may do that.')
        }
        await checkNotFrozen(trx, { ...activity, dates: [activity.completed_on] })
        if (!verified && !note.trim()) throw wrong('note', 'please say what is missing.')
        if (activity.state === 'draft') throw new AppError('not_possible', 'This activity is a draft.')
        const by = verified
          ? { state: 'verified' as const, verified_by: viewer.user_id, verified_at: sql<string>`now()` }
          : { state: 'returned' as const, verified_by: null, verified_at: null }
        await trx
          .updateTable('devactivity')
          .set({ ...by, note, modified_at: sql`now()` })
          .where('id', '=', id)
          .execute()
      })
      return reply.code(261).send({ data: await read(context.db, devactivity, viewer, id) })
    },
  })
}
