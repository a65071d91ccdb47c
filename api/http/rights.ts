import type { FastifyRequest } from 'fastify'

/**
 * One text for each membership with its role, for being a platform administrator, and for acting as another user
 * or by an API key.
 */
export function rightsOf({ platform_admin, api_key, impersonator_user_id, memberships }: Viewer): string[] {
  return [
    ...memberships.map(({ organisation_id, role_name }) => `${role_name} ${organisation_id}`),
    ...(platform_admin ? ['platform'] : []),
    ...(api_key
      ? [`key ${api_key.id}`]
      : impersonator_user_id === null
        ? ['self']
        : [`impersonator ${impersonator_user_id}`]),
  ]
}

/** Requires every right that there was before; further ones are ignored. What was stored without rights is refused. */
export function hasRights(viewer: Viewer, rights: string[] = ['unknown']): boolean {
  const present = rightsOf(viewer)
  return rights.every((right) => present.includes(right))
}

type Viewer = NonNullable<FastifyRequest['viewer']>
