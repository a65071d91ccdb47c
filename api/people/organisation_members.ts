import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import type { ApiContext } from '../context.ts'
import { organisationFor } from '../crud/belonging.ts'
import { list } from '../crud/crud.ts'
import type { Resource } from '../crud/resource.ts'
import { offset, viewerOf } from '../crud/routes.ts'
import { answers, ListInfo } from '../crud/schemas.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { membership as membershipResource } from './membership.ts'

const membership: Resource = membershipResource
const organisation_id = Type.Optional(Id)
const paging = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  offset,
}
const strict = { additionalProperties: false }

/** Lists members of one organisation, the viewer's first if none is given. */
export function addOrganisationMembers(app: TypedApp, { db }: ApiContext): void {
  app.get('/organisation/member', {
    schema: {
      tags: ['organisations'],
      summary: 'Read a member of an organisation',
      querystring: Type.Object({ organisation_id, user_id: Id }, strict),
      response: answers({ 200: membership.row }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const query = request.query
      const { rows } = await list(db, membership, viewer, {
        ...query,
        organisation_id: organisationFor(viewer, query.organisation_id),
      })
      if (!rows[0]) throw new AppError('not_found', 'There is no such member.', 'user_id')
      return { data: rows[0] }
    },
  })

  const lists = {
    '/organisation/members': [
      'List the members of an organisation',
      Type.Object({ organisation_id, ...paging }, strict),
    ],
    '/organisation/members/role': [
      'List the members of an organisation with a role',
      Type.Object({ organisation_id, role_name: RoleName, ...paging }, strict),
    ],
  } as const
  for (const [path, [summary, querystring]] of Object.entries(lists)) {
    app.get(path, {
      schema: {
        tags: ['organisations'],
        summary,
        querystring,
        response: answers({ 200: Type.Array(membership.row), 260: Type.Array(membership.row) }, ListInfo),
      },
      async handler(request, reply) {
        const viewer = viewerOf(request)
        const query = request.query
        const { rows, info } = await list(db, membership, viewer, {
          ...query,
          organisation_id: organisationFor(viewer, query.organisation_id),
          sort: 'username',
        })
        return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows, info })
      },
    })
  }
}
