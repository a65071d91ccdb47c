import type { FastifyRequest } from 'fastify'

/**
 * One text for each membership with its role and what limits it, for being a platform administrator, and for acting as another user
 * or by an API key.
 */
export function rightsOf({ platform_admin, api_key, impersonator_user_id, memberships }: Viewer): string[] {
  return [
    ...memberships.flatMap(rightsIn),
    ...(platform_admin ? ['platform'] : []),
    ...(api_key
      ? [`key ${api_key.id}`]
      : impersonator_user_id === null
        ? ['self']
        : [`impersonator ${impersonator_user_id}`]),
  ]
}

/** The same in every place, although a limited member has the rights of a User in some. */
function rightsIn(member: Member): string[] {
  const { organisation_id, role_name, limits, billing_role } = member.elsewhere ?? member
  const right = limits
    ? `role ${limits.id} ${organisation_id} ${JSON.stringify(Object.entries(limits.areas).sort())}`
    : `${role_name} ${organisation_id}`
  return billing_role ? [right, `${billing_role} ${organisation_id}`] : [right]
}

/** Requires every right that there was before; further ones are ignored. What was stored without rights is refused. */
export function hasRights(viewer: Viewer, rights: string[] = ['unknown']): boolean {
  const present = rightsOf({ ...viewer, memberships: viewer.every ?? viewer.memberships })
  return rights.every((right) => present.includes(right))
}

type Viewer = NonNullable<FastifyRequest['viewer']>
type Member = Viewer extends { memberships: (infer M)[] } ? M : never
