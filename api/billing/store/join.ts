import type { Trx } from '#db/database.ts'
import { audit } from '../../crud/audit.ts'
import { isMember } from '../../crud/belonging.ts'
import { checkQuota } from '../../crud/quotas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { joinedOrganisation } from '../../people/joined.ts'

/** Makes a person a member of the organisation by a product, with the role that it says. */
export async function joinByProduct(trx: Trx, viewer: Viewer, { organisation_id, joins_as }: Sold): Promise<void> {
  const { user_id, session_id } = viewer
  if (await isMember(trx, organisation_id, user_id)) return
  const membership = await trx
    .insertInto('membership')
    .values({ organisation_id, user_id, role_name: joins_as })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!membership) return
  await checkQuota(trx, 'users', { id: organisation_id })
  await checkQuota(trx, 'organisations', { id: user_id })
  await joinedOrganisation(trx, user_id, session_id)
  await audit(trx, viewer, 'membership.join', { organisation_id, entity: 'membership', entity_id: membership.id })
}

type Sold = { organisation_id: number; joins_as: 'User' | 'Customer' }
