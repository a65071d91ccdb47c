import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { queueMovement } from '#db/movement/queue.ts'
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
    /** Holds for all of the history that is kept. */
    async run(trx: Trx, viewer: Viewer, body: Target) {
      const before = await readRules(trx, body)
      await rows.update.run(trx, viewer, body)
      const { name, rules } = await readRules(trx, body)
      if (rules === before.rules) return
      const { organisation_id, id } = body
      const input = { of: 'profile' as const, movement_profile_id: id }
      await queueMovement(trx, { organisation_id, user_id: viewer.user_id, name, input })
    },
  },
})

const readRules = (trx: Trx, { organisation_id, id }: Target) =>
  trx
    .selectFrom('movement_profile')
    .select(['name', sql<string>`kind || settings::text`.as('rules')])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
