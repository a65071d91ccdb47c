import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { DataLock } from '#db/tables/data_lock.ts'
import { ofAdministrator, ofMember } from '../access.ts'
import { administeredFor } from '../belonging.ts'
import { AppError } from '../errors.ts'
import { defineFilter, defineResource } from '../resource.ts'

const { locked_until, reason } = DataLock.columns

/** What `lockable` resources recorded before `locked_until` answers 473 to whoever changes it, administrators too. */
export const datalock = defineResource({
  name: 'datalock',
  plural: 'datalocks',
  about: 'Freezes what an organisation recorded up to a moment',
  table: 'data_lock',
  row: DataLock.row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`data_lock.organisation_id = ${id}`),
  },
  search: ['reason'],
  sort: { id: null, locked_until: null, created_at: null },
  default_sort: '-locked_until',
  reads: (viewer) => ofMember(viewer, 'data_lock.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'data_lock.organisation_id'),
  quota: { organisation: 'data_locks' },

  create: {
    body: Type.Object(
      { organisation_id: Type.Optional(Id), locked_until, reason: Type.Optional(reason) },
      { additionalProperties: false },
    ),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const { id } = await trx
        .insertInto('data_lock')
        .values({
          reason: body.reason ?? null,
          organisation_id,
          locked_until: past(body.locked_until),
          created_by_user_id: viewer.user_id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
  },
  update: {
    body: Type.Object(
      { locked_until: Type.Optional(locked_until), reason: Type.Optional(reason) },
      { additionalProperties: false },
    ),
    async run(trx, _viewer, { id, organisation_id: _, ...changes }) {
      if (changes.locked_until !== undefined) past(changes.locked_until)
      await trx
        .updateTable('data_lock')
        .set({ ...changes, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    },
  },
  async remove(trx, _viewer, { id }) {
    await trx.deleteFrom('data_lock').where('id', '=', id).execute()
  },
})

/** What is not there yet cannot be frozen. */
function past(time: string): string {
  if (Date.parse(time) > Date.now()) {
    throw new AppError('bad_request', 'locked_until: must not be in the future.', 'locked_until')
  }
  return time
}
