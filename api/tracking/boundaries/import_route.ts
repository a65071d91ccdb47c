import { type Static, Type } from 'typebox'
import { currentCaller } from '#db/cancelling.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { belongingFor } from '../../crud/belonging.ts'
import { create } from '../../crud/crud.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { boundary } from './boundary.ts'

const { name, geometry, circle, ...settings } = boundary.create!.body.properties
const Area = Type.Object({ name, geometry, circle, rule: settings.rule }, { additionalProperties: false })
const Body = Type.Object(
  { ...settings, boundaries: Type.Array(Area, { minItems: 1, maxItems: 200 }) },
  { additionalProperties: false },
)
const Refusal = Type.Object({
  status: Type.Integer(),
  code: Type.String(),
  message: Type.String(),
  field: Type.Optional(Type.String()),
})
const Result = Type.Object({
  name: Type.String(),
  id: Nullable(Id),
  /** Why it was not created. */
  refused: Nullable(Refusal),
})

/** Writing an area takes the database some time: others of the same person wait. */
const limiter = makeFairLimiter({ concurrency: 2, per_user: 4, total: 40 })

export const importBoundaries = defineAction({
  method: 'POST',
  path: 'boundary/import',
  tags: ['boundaries'],
  summary: 'Create up to 200 boundaries; each is created or refused by itself',
  description:
    'The settings beside `boundaries` are those of all; a `rule` of one comes before theirs. The results are in the ' +
    'order of the request. A request that is repeated creates nothing twice: names that exist are refused with 468.',
  body: Body,
  answer: Type.Array(Result),
  status: 200,
  async run({ context, viewer, body: { boundaries, ...shared } }) {
    // Refuses what would refuse each of them.
    await context.db.transaction().execute((trx) => belongingFor(trx, viewer, shared))
    const results: Static<typeof Result>[] = []
    for (const each of boundaries) {
      if (currentCaller()?.aborted) break
      const body = { ...shared, ...each }
      results.push(await limiter(String(viewer.user_id), () => createOne(context, viewer, body)))
    }
    const created = results.filter(({ id }) => id !== null).length
    return answerWith(results, { message: `${created} of ${boundaries.length} boundaries have been created.` })
  },
})

/** @throws what is wrong with the server rather than with this boundary: those before it stay */
async function createOne(context: ApiContext, viewer: Viewer, body: { name: string }): Promise<Static<typeof Result>> {
  try {
    const { id } = await create(context, boundary, viewer, body)
    return { name: body.name, id, refused: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const { code, message, field } = error
    return { name: body.name, id: null, refused: { status: error.status, code, message, ...(field && { field }) } }
  }
}
