import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../crud/action.ts'
import type { Resource } from '../crud/resource.ts'
import { SearchQuery } from '../crud/routes.ts'
import { ListInfo } from '../crud/schemas.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'

const Extent = Type.Unsafe<'all' | 'own' | 'none'>(
  Type.String({ enum: ['all', 'own', 'none'], description: 'Of the organisation’s: all, your own, or none' }),
)
const UserPermission = Type.Object({ organisation_id: Id, resource: Type.String(), reads: Extent, writes: Extent })
const strict = { additionalProperties: false }

/** The viewer's permissions by organisation, derived from the scopes of the statements. */
export const listUserPermissions = defineAction({
  method: 'GET',
  path: 'userpermissions',
  tags: ['userpermissions'],
  summary: 'List your permissions',
  query: Type.Object({ organisation_id: Type.Optional(Id), search: SearchQuery }, strict),
  answer: Type.Array(UserPermission),
  info: ListInfo,
  run({ viewer, query: { organisation_id, search = '' }, resources }) {
    const text = search.toLowerCase()
    const found = resources.filter(({ name, plural }) => [name, plural].some((one) => one.includes(text)))
    const data = permissionsOf(found, viewer, organisation_id)
    return answerWith(data, { info: { total: data.length, limit: data.length, offset: 0 } })
  },
})

export const readUserPermission = defineAction({
  method: 'GET',
  path: 'userpermission',
  tags: ['userpermissions'],
  summary: 'Read your permissions on one resource',
  query: Type.Object({ organisation_id: Id, resource: Type.String({ maxLength: 50 }) }, strict),
  answer: UserPermission,
  run({ viewer, query: { organisation_id, resource }, resources }) {
    const data = permissionsOf(resources, viewer, organisation_id).find((one) => one.resource === resource)
    if (!data) throw new AppError('not_found', 'There is no such resource or organisation.', 'resource')
    return data
  },
})

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
