import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { type Domain, resourcesOf } from '../crud/domain.ts'
import type { Resource } from '../crud/resource.ts'
import { SearchQuery, viewerOf } from '../crud/routes.ts'
import { answers, ListInfo } from '../crud/schemas.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'

const Extent = Type.Unsafe<'all' | 'own' | 'none'>(
  Type.String({ enum: ['all', 'own', 'none'], description: 'Of the organisation’s: all, your own, or none' }),
)
const UserPermission = Type.Object({ organisation_id: Id, resource: Type.String(), reads: Extent, writes: Extent })
const strict = { additionalProperties: false }

/** The viewer's permissions by organisation, derived from the scopes of the statements. */
export function addUserPermissions(app: TypedApp, _context: ApiContext, domains: Domain[]): void {
  const resources = resourcesOf(domains)
  app.get('/userpermissions', {
    schema: {
      tags: ['userpermissions'],
      summary: 'List your permissions',
      querystring: Type.Object({ organisation_id: Type.Optional(Id), search: SearchQuery }, strict),
      response: answers({ 200: Type.Array(UserPermission), 260: Type.Array(UserPermission) }, ListInfo),
    },
    async handler(request, reply) {
      const { organisation_id, search = '' } = request.query
      const text = search.toLowerCase()
      const found = resources.filter(({ name, plural }) => [name, plural].some((one) => one.includes(text)))
      const data = permissionsOf(found, viewerOf(request), organisation_id)
      const info = { total: data.length, limit: data.length, offset: 0 }
      return reply.code(data.length > 0 ? 200 : 260).send({ data, info })
    },
  })

  app.get('/userpermission', {
    schema: {
      tags: ['userpermissions'],
      summary: 'Read your permissions on one resource',
      querystring: Type.Object({ organisation_id: Id, resource: Type.String({ maxLength: 50 }) }, strict),
      response: answers({ 200: UserPermission }),
    },
    async handler(request) {
      const { organisation_id, resource } = request.query
      const data = permissionsOf(resources, viewerOf(request), organisation_id).find((one) => one.resource === resource)
      if (!data) throw new AppError('not_found', 'There is no such resource or organisation.', 'resource')
      return { data }
    },
  })
}

/** Of the viewer's organisations; platform administrators may name any. */
function permissionsOf(
  resources: Resource[],
  viewer: Viewer,
  organisation_id?: number,
): Static<typeof UserPermission>[] {
  const memberships = viewer.memberships.filter((m) => m.organisation_id === (organisation_id ?? m.organisation_id))
  const named = viewer.platform_admin && organisation_id !== undefined ? [{ organisation_id }] : memberships
  return named.flatMap((where) => {
    const alone = { ...viewer, memberships: memberships.filter((m) => m.organisation_id === where.organisation_id) }
    return resources.map((resource) => {
      const { name, reads, writes } = resource
      return {
        organisation_id: where.organisation_id,
        resource: name,
        reads: reads(alone).extent,
        writes: writes(alone).extent,
      }
    })
  })
}
