import type { MembershipRole } from '#db/tables/people/membership.ts'
import { type AreaExtents, areas } from '#db/tables/people/role.ts'
import type { Network } from '../network.ts'
import { makePerson } from './people.ts'

/** Every area with the same extent. */
export const allAreas = (extent: 'read' | 'write'): AreaExtents =>
  Object.fromEntries(areas.map((area) => [area, extent]))

/** Makes a role of an organisation. @returns its id */
export async function makeRole({ db }: Pick<Network, 'db'>, organisation_id: number, { name, base, areas }: NewRole) {
  const role = { organisation_id, name, base, areas, is_admin: base === 'Administrator' }
  const { id } = await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Makes a member whose role is limited by one of the organisation. */
export async function makeLimited(network: Network, username: string, organisation_id: number, role: NewRole) {
  const role_id = await makeRole(network, organisation_id, role)
  const person = await makePerson(network, username, organisation_id, role.base)
  await network.db.updateTable('membership').set({ role_id }).where('user_id', '=', person.id).execute()
  return { ...person, role_id }
}

export type NewRole = { name: string; base: MembershipRole; areas: AreaExtents }
