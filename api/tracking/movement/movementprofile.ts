import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { MovementProfile } from '#db/tables/tracking/movement/movement_profile.ts'
import { organisationRows } from '../../crud/belonging_rows.ts'
import { defineResource, equals, type Target } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'

const { name, kind, settings } = MovementProfile.columns
const rows = organisationRows('movement_profile', {}, { name, kind }, { settings })

/** By which values trips, stops and the rest of an organisation's trackers are found. */
export const movementprofile = defineResource({
  name: 'movementprofile',
  plural: 'movementprofiles',
  noun: 'movement profile',
  about: 'List profiles of movement: values by which trips and stops of trackers are found',
  row: MovementProfile.row,
  filters: { organisation_id: equals('organisation_id', Id), kind: equals('kind', kind) },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  quota: { organisation: 'movement_profiles' },
  ...rows,
  update: {
    ...rows.update,
    /** Holds from the last rest of each of its trackers on. */
    async run(trx: Trx, viewer: Viewer, body: Target) {
      await rows.update.run(trx, viewer, body)
      await sql`update movement_checkpoint c set dirty_from = least(c.dirty_from, now()),
          dirty_until = greatest(c.dirty_until, now())
        from tracker t where t.organisation_id = ${body.organisation_id} and t.movement_profile_id = ${body.id}
          and c.organisation_id = t.organisation_id and c.tracker_id = t.id`.execute(trx)
    },
  },
})
