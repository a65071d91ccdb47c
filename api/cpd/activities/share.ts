import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit, isWatched } from '../../crud/audit.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { withCpd } from '../access.ts'
import { checkNotFrozen } from '../freezing.ts'
import { oneselfIn } from '../people/person_for.ts'
import { checkDates } from './activity_dates.ts'
import { Credit, writeCredits } from './credits.ts'

const Body = Type.Object(
  {
    id: Id,
    organisation_id: Type.Unsafe<number>({ ...Id, description: 'Another one of which you are a member' }),
    credits: Type.Optional(
      Type.Array(Credit, { maxItems: 20, description: 'Its hours by the categories of that organisation' }),
    ),
    texts: Type.Optional(
      Type.Boolean({ description: 'What you have learnt, why, and what patients have of it are shared as well' }),
    ),
  },
  { additionalProperties: false },
)

/**
 * The person alone decides what another organisation reads. There it is an activity of its own, with the hours and
 * days of the original: rights, results, reports and closing are those of that organisation.
 */
export const shareActivity = defineAction({
  method: 'POST',
  path: 'devactivity/share',
  tags: ['devactivities'],
  summary: 'Let an activity of yours count in another organisation of yours as well; again, it answers the same',
  body: Body,
  answer: Type.Object({ devactivity_id: Type.Unsafe<number>({ ...Id, description: 'Of the activity there' }) }),
  status: 200,
  config: { idempotent: true },
  async run({ context, viewer, body }) {
    checkNotImpersonating(viewer)
    return { devactivity_id: await transact(context, (trx) => share(trx, viewer, body)) }
  },
})

async function share(trx: Trx, viewer: Viewer, { id, organisation_id, credits, texts = false }: Static<typeof Body>) {
  const original = await findOriginal(trx, viewer, id)
  if (organisation_id === original.organisation_id) {
    throw new AppError('not_possible', 'This is the organisation of the activity. Name another one.', 'organisation_id')
  }
  const of = await oneselfIn(trx, viewer, organisation_id)
  const before = await trx
    .selectFrom('devactivity_share')
    .select('devactivity_id')
    .where('source_devactivity_id', '=', id)
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (before) return before.devactivity_id
  checkShareable(original)
  const { target, hours, began_on, completed_on, provider, flags, tags } = original
  const { motivation, learnings, patient_benefit } = original
  const shown = texts ? { motivation, learnings, patient_benefit } : {}
  const values = { ...of, target, hours, began_on, completed_on, provider, flags, tags, ...shown }
  await checkDates(trx, { ...values, state: 'recorded' })
  await checkNotFrozen(trx, { ...of, dates: [completed_on] })
  const { id: devactivity_id } = await trx
    .insertInto('devactivity')
    .values({ ...values, state: 'recorded' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeCredits(trx, { id: devactivity_id, ...of, hours }, credits)
  await trx
    .insertInto('devactivity_share')
    .values({ ...of, devactivity_id, source_devactivity_id: id, source_organisation_id: original.organisation_id })
    .execute()
  await checkQuota(trx, 'cpd_records_of_person', { id: viewer.user_id, organisation_id })
  for (const each of [original.organisation_id, organisation_id]) {
    if (!isWatched(viewer, each)) continue
    await audit(trx, viewer, 'devactivity.share', {
      organisation_id: each,
      entity: 'devactivity',
      entity_id: each === organisation_id ? devactivity_id : id,
    })
  }
  return devactivity_id
}

/** Locked, so that two requests share it once, and it is not changed or deleted between. */
async function findOriginal(trx: Trx, viewer: Viewer, id: number) {
  const able = withCpd(viewer).memberships.map((m) => m.organisation_id)
  const original = await trx
    .selectFrom('devactivity')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', viewer.user_id)
    .where(sql<boolean>`organisation_id = any(${`{${able.join(',')}}`}::bigint[])`)
    .forUpdate()
    .executeTakeFirst()
  if (!original) throw new AppError('not_found', 'There is no such activity.', 'id')
  const copied = await trx
    .selectFrom('devactivity_share')
    .select('source_devactivity_id')
    .where('devactivity_id', '=', id)
    .executeTakeFirst()
  if (copied) {
    throw new AppError('not_possible', 'This activity comes from another organisation. Share the one that is there.')
  }
  return original
}

function checkShareable({ state, private: is_private }: { state: string; private: boolean }): void {
  if (is_private) throw new AppError('not_possible', 'A private activity is not shared with another organisation.')
  if (state === 'draft' || state === 'returned') {
    throw new AppError('not_possible', 'A draft, or an activity that was returned, counts nowhere. Record it first.')
  }
}
