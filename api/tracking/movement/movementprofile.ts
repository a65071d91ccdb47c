import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { profileOfTracker } from '#db/movement/profile_of.ts'
import { type MovementInput, queueMovement } from '#db/movement/queue.ts'
import { Id } from '#db/tables/columns.ts'
import { MovementProfile } from '#db/tables/tracking/movement/movement_profile.ts'
import { organisationRows } from '../../crud/belonging_rows.ts'
import { defineResource, equals, type Target } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'

const { name, kind, settings, default_for, work } = MovementProfile.columns
const rows = organisationRows('movement_profile', {}, { name, kind }, { settings, default_for, work })

/** By which values trips, stops and the rest of an organisation's trackers are found, and when they work. */
export const movementprofile = defineResource({
  name: 'movementprofile',
  plural: 'movementprofiles',
  noun: 'movement profile',
  about: 'List profiles of movement: values by which trips and stops of trackers are found, and their working hours',
  row: MovementProfile.row,
  filters: { organisation_id: equals('organisation_id', Id), kind: equals('kind', kind) },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  quota: { organisation: 'movement_profiles' },
  ...rows,
  create: {
    ...rows.create,
    async run(trx: Trx, viewer: Viewer, body: Created) {
      const { default_for: type, ...fields } = body
      const { id } = await rows.create.run(trx, viewer, fields)
      if (type) {
        const { organisation_id } = await readRules(trx, id)
        await makeDefault(trx, { organisation_id, id }, type)
        await findAgain(trx, viewer, { organisation_id, name: body.name, input: { of: 'defaults' } })
      }
      return { id }
    },
  },
  update: {
    ...rows.update,
    /** Holds for all of the history that is kept. */
    async run(trx: Trx, viewer: Viewer, body: Target & Partial<Created>) {
      const { organisation_id, id } = body
      const { default_for: type, ...fields } = body
      const before = await readRules(trx, id)
      await rows.update.run(trx, viewer, fields)
      if (type !== undefined) await makeDefault(trx, { organisation_id, id }, type)
      const { name, rules, ...after } = await readRules(trx, id)
      const found = (input: MovementInput) => findAgain(trx, viewer, { organisation_id, name, input })
      if (after.default_for !== before.default_for) await found({ of: 'defaults' })
      if (rules !== before.rules) await found({ of: 'profile', movement_profile_id: id })
    },
  },
  /** Its trackers follow the profile of their group or of the organisation then. */
  async remove(trx: Trx, viewer: Viewer, target: Target) {
    const { organisation_id, id } = target
    const { name } = await readRules(trx, id)
    const { rows: followers } = await sql`select 1 from tracker t
      where t.organisation_id = ${organisation_id} and ${profileOfTracker('t')} = ${id} limit 1`.execute(trx)
    await rows.remove(trx, viewer, target)
    if (followers.length > 0) await findAgain(trx, viewer, { organisation_id, name, input: { of: 'organisation' } })
  },
})

/** The type's profile before is its default no longer. */
async function makeDefault(trx: Trx, { organisation_id, id }: Target, type: Type | null): Promise<void> {
  if (type) {
    // One after the other: two at once would both be the default.
    await trx.selectFrom('organisation').select('id').where('id', '=', organisation_id).forNoKeyUpdate().execute()
    await trx
      .updateTable('movement_profile')
      .set({ default_for: null, modified_at: sql`now()` })
      .where('organisation_id', '=', organisation_id)
      .where('default_for', '=', type)
      .where('id', '<>', id)
      .execute()
  }
  await trx
    .updateTable('movement_profile')
    .set({ default_for: type })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute()
}

const findAgain = (trx: Trx, { user_id }: Viewer, wanted: Omit<Parameters<typeof queueMovement>[1], 'user_id'>) =>
  queueMovement(trx, { ...wanted, user_id })

const readRules = (trx: Trx, id: number) =>
  trx
    .selectFrom('movement_profile')
    .select(['organisation_id', 'name', 'default_for', sql<string>`kind || settings::text`.as('rules')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

type Type = 'gps' | 'phone'
type Created = { name: string; default_for?: Type | null }
