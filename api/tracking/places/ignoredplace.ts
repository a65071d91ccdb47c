import { type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { IgnoredPlace } from '#db/tables/tracking/places/ignored_place.ts'
import { anyOf, everything, extentOf, fullySeen, isIn, scope } from '../../crud/access.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'

const { lon, lat, radius_m } = IgnoredPlace.columns

/**
 * Places that are not suggested. Who sees all trackers of an organisation decides for it; others for themselves, since
 * they might hide what they do not see. They do not read the places of others either: these may be homes.
 */
export const ignoredplace = defineResource({
  name: 'ignoredplace',
  plural: 'ignoredplaces',
  noun: 'ignored place',
  about: 'List places that are not suggested any more',
  table: 'ignored_place',
  row: IgnoredPlace.row,
  filters: { organisation_id: equals('organisation_id', Id) },
  search: [],
  sort: { id: null, created_at: null },
  default_sort: '-created_at',
  reads: ofDeciders,
  writes: ofDeciders,
  quota: { organisation: 'ignored_places', person: 'ignored_places_of_person' },
  create: {
    body: bodyOf({ lon, lat, radius_m }, { organisation_id: Id }),
    run(trx: Trx, viewer, { organisation_id: of, ...circle }) {
      const organisation_id = organisationFor(viewer, of)
      const decides = viewer.platform_admin || fullySeen(viewer).includes(organisation_id)
      return rows(trx, 'ignored_place').insert({
        ...circle,
        organisation_id,
        owner_user_id: decides ? null : viewer.user_id,
      })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'ignored_place').remove(target),
})

function ofDeciders(viewer: Viewer) {
  if (viewer.platform_admin) return everything
  const all = fullySeen(viewer)
  const organisation_id = sql.ref<number>('ignored_place.organisation_id')
  const others = viewer.memberships.map((m) => m.organisation_id).filter((id) => !all.includes(id))
  const own = sql<SqlBool>`(ignored_place.owner_user_id = ${viewer.user_id} and ${isIn(organisation_id, others)})`
  return scope(extentOf(viewer, all), anyOf(all.length > 0 && isIn(organisation_id, all), others.length > 0 && own))
}
