import { Type } from 'typebox'
import { defineAction } from '../crud/action.ts'
import { SignedIn } from './sessions/signed_in.ts'

/** The viewer's organisations, the oldest membership first. */
export const listOwnOrganisations = defineAction({
  method: 'GET',
  path: 'user/organisations',
  tags: ['users'],
  summary: 'List my organisations',
  answer: Type.Array(Type.Omit(SignedIn.properties.user.properties.memberships.items, ['root_file_id'])),
  run: ({ viewer: { memberships } }) =>
    memberships.map((m) => ({
      ...m,
      billing_role: m.billing_role ?? null,
      role_is_admin: m.role_name === 'Administrator',
      limits: m.limits ?? null,
    })),
})
