import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { audit } from '../../crud/audit.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { joinedOrganisation } from '../joined.ts'
import { setGroupIds } from '../member_groups.ts'
import { hasAdministrator } from '../memberships.ts'
import { rightsChanged } from '../sessions/sessions.ts'
import { followsGroups, roleOf } from './claims.ts'
import type { Provider } from './providers.ts'

/**
 * Makes the person a member of the provider's organisation with the role of their groups, or changes their role to it.
 * Who signs in there asks to join; the last Administrator stays one.
 *
 * @throws {AppError} forbidden where their groups give no role
 */
export async function joinByProvider(trx: Trx, provider: Provider, { user_id, groups, ip }: Joining): Promise<void> {
  const { organisation_id, name } = provider
  if (organisation_id === null) return
  await trx.selectFrom('organisation').select('id').where('id', '=', organisation_id).forUpdate().execute()
  const member = await trx
    .selectFrom('membership')
    .select(['id', 'role_name'])
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (member && !followsGroups(provider, groups)) return
  const role = roleOf(provider, groups)
  if (role === null) throw new AppError('forbidden', `Your groups at ${name} give no role here.`)
  const actor = { user_id, ip }
  const details = { role, provider: name }
  if (!member) {
    const { id } = await rows(trx, 'membership').insert({ organisation_id, user_id, role_name: role })
    await checkQuota(trx, 'users', { id: organisation_id })
    await checkQuota(trx, 'organisations', { id: user_id })
    await joinedOrganisation(trx, user_id)
    await audit(trx, actor, 'membership.provider', {
      organisation_id,
      entity: 'membership',
      entity_id: Number(id),
      details,
    })
    return
  }
  if (member.role_name === role) return
  if (member.role_name === 'Administrator' && !(await hasAdministrator(trx, organisation_id, user_id))) return
  await changeRole(trx, { id: member.id, organisation_id, user_id, role })
  await audit(trx, actor, 'membership.provider', {
    organisation_id,
    entity: 'membership',
    entity_id: member.id,
    details,
  })
}

async function changeRole(trx: Trx, { id, organisation_id, user_id, role }: Change): Promise<void> {
  await trx
    .updateTable('membership') // A role of the organisation limits the one before.
    .set({ role_name: role, role_id: null, modified_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (role !== 'Staff') await setGroupIds(trx, 'membership', { id, organisation_id }, null)
  await rightsChanged(trx, user_id)
}

type Joining = { user_id: number; groups: string[] | null; ip: string }
type Change = { id: number; organisation_id: number; user_id: number; role: MembershipRole }
