import { Id } from '#db/tables/columns.ts'
import { DataLock } from '#db/tables/organisations/data_lock.ts'
import { ofAdministrator, ofMember } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { wrong } from '../http/errors.ts'

const { locked_until, reason } = DataLock.columns

/** Rows of `lockable` resources created before `locked_until` answer 473 to every change, also by administrators. */
export const datalock = defineResource({
  name: 'datalock',
  plural: 'datalocks',
  noun: 'data lock',
  about: 'List data locks, which freeze an organisation’s records up to a moment',
  table: 'data_lock',
  row: DataLock.row,
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['reason'],
  sort: { id: null, locked_until: null, created_at: null },
  default_sort: '-locked_until',
  reads: (viewer) => ofMember(viewer, 'data_lock.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'data_lock.organisation_id'),
  quota: { organisation: 'data_locks' },

  create: {
    body: bodyOf({ locked_until }, { organisation_id: Id, reason }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      return rows(trx, 'data_lock').insert({
        reason: body.reason ?? null,
        organisation_id,
        locked_until: past(body.locked_until),
        created_by_user_id: viewer.user_id,
      })
    },
  },
  update: {
    body: bodyOf({}, { locked_until, reason }),
    async run(trx, _viewer, body) {
      if (body.locked_until !== undefined) past(body.locked_until)
      await rows(trx, 'data_lock').update(body)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'data_lock').remove(target),
})

/** A lock may not cover future rows. */
function past(time: string): string {
  if (Date.parse(time) > Date.now()) throw wrong('locked_until', 'must not be in the future.')
  return time
}
