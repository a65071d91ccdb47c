import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { cpdOrganisation } from '../access.ts'
import { isAdministrator } from '../people/person_for.ts'

const Which = Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false })
type Which = { organisation_id?: number }

/** Whether the organisation has a key, and when it was last used. */
export const readCourseKey = defineAction({
  method: 'GET',
  path: 'cpdevent/coursekey',
  // It is for who may make another.
  config: { need: 'write' },
  tags: ['cpdevents'],
  summary: 'Read when the key of the course sites was made, and last used',
  query: Which,
  answer: Type.Object({ organisation_id: Id, made_at: Nullable(Timestamp), last_used_at: Nullable(Timestamp) }),
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await decidedFor(db, viewer, query)
    const stored = await db
      .selectFrom('cpd_course_key')
      .select(['created_at', 'last_used_at'])
      .where('organisation_id', '=', organisation_id)
      .executeTakeFirst()
    return { organisation_id, made_at: stored?.created_at ?? null, last_used_at: stored?.last_used_at ?? null }
  },
})

/** Makes the key; one from before does not work any more. */
export const makeCourseKey = defineAction({
  method: 'POST',
  path: 'cpdevent/coursekey',
  tags: ['cpdevents'],
  summary: 'Make the key by which course sites say who has completed a course; the one before ends',
  body: Which,
  answer: Type.Object({ organisation_id: Id, key: Type.String({ description: 'Shown once' }) }),
  async run({ context, viewer, body }) {
    const { token: key, sha256 } = makeToken()
    return transact(context, async (trx) => {
      const organisation_id = await decidedFor(trx, viewer, body)
      await sql`insert into cpd_course_key (organisation_id, key_sha256) values (${organisation_id}, ${sha256})
        on conflict (organisation_id) do update set key_sha256 = excluded.key_sha256, created_at = now(),
          last_used_at = null`.execute(trx)
      await audit(trx, viewer, 'cpdevent.coursekey', { organisation_id, entity: 'cpdevent' })
      return { organisation_id, key }
    })
  },
})

/** Ends the key. */
export const endCourseKey = defineAction({
  method: 'DELETE',
  path: 'cpdevent/coursekey',
  tags: ['cpdevents'],
  summary: 'End the key of the course sites',
  body: Which,
  message: 'The key does not work any more.',
  async run({ context, viewer, body }) {
    await transact(context, async (trx) => {
      const organisation_id = await decidedFor(trx, viewer, body)
      await sql`delete from cpd_course_key where organisation_id = ${organisation_id}`.execute(trx)
      await audit(trx, viewer, 'cpdevent.endcoursekey', { organisation_id, entity: 'cpdevent' })
    })
    return null
  },
})

/** The organisation, for those who decide about hours in it. */
async function decidedFor(db: Db, viewer: Viewer, { organisation_id }: Which): Promise<number> {
  checkNotImpersonating(viewer)
  const id = await cpdOrganisation(db, viewer, organisation_id)
  if (isAdministrator(viewer, id)) return id
  throw new AppError('forbidden', 'Only administrators and CPD officers have to do with the key of course sites.')
}
