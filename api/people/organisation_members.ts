import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import { answerWith, type Call, defineAction } from '../crud/action.ts'
import { organisationFor } from '../crud/belonging.ts'
import { list } from '../crud/crud.ts'
import { offset } from '../crud/routes.ts'
import { ListInfo } from '../crud/schemas.ts'
import { AppError } from '../http/errors.ts'
import { membership } from './membership.ts'

const organisation_id = Type.Optional(Id)
const paging = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  offset,
}
const strict = { additionalProperties: false }

/** Members of one organisation, the viewer's first if none is given. */
export const readMember = defineAction({
  method: 'GET',
  path: 'organisation/member',
  tags: ['organisations'],
  summary: 'Read a member of an organisation',
  query: Type.Object({ organisation_id, user_id: Id }, strict),
  answer: membership.row,
  async run(call) {
    const { rows } = await listOf(call)
    if (!rows[0]) throw new AppError('not_found', 'There is no such member.', 'user_id')
    return rows[0]
  },
})

const members = {
  method: 'GET',
  tags: ['organisations'] as string[],
  answer: Type.Array(membership.row),
  info: ListInfo,
  async run(call: Call<unknown, { organisation_id?: number }>) {
    const { rows, info } = await listOf(call)
    return answerWith(rows, { info })
  },
} as const

export const listMembers = defineAction({
  ...members,
  path: 'organisation/members',
  summary: 'List the members of an organisation',
  query: Type.Object({ organisation_id, ...paging }, strict),
})

export const listMembersOfRole = defineAction({
  ...members,
  path: 'organisation/members/role',
  summary: 'List the members of an organisation with a role',
  query: Type.Object({ organisation_id, role_name: RoleName, ...paging }, strict),
})

function listOf({ context: { db }, viewer, query }: Call<unknown, { organisation_id?: number }>) {
  const organisation_id = organisationFor(viewer, query.organisation_id)
  return list(db, membership, viewer, { ...query, organisation_id, sort: 'username' })
}
