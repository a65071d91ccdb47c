import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { patternOf } from '../../crud/query.ts'
import { cpdOrganisation } from '../access.ts'
import { isAdministrator } from './person_for.ts'

const MOST = 50
const People = Type.Array(Type.Object({ user_id: Id, name: Type.String() }))

/**
 * Whom a member may ask for a relationship: Administrators, Staff and those who accompany others already, by a part of
 * their names; everybody else only by the whole e-mail address, since trainees do not see each other. Administrators find
 * all members.
 */
export const listAskable = defineAction({
  method: 'GET',
  path: 'cpd/people',
  tags: ['cpd'],
  summary: `Find members to ask for a relationship, at most ${MOST}: by name, or by the whole e-mail address`,
  query: Type.Object(
    { organisation_id: Type.Optional(Id), search: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: false },
  ),
  answer: People,
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await cpdOrganisation(db, viewer, query.organisation_id)
    const search = query.search?.trim() ?? ''
    const { rows } = await sql<Static<typeof People>[number]>`
      with member as (
        select u.id, u.email, ${displayNameOf('u')} as name, ${isAdministrator(viewer, organisation_id)}
          or m.role_name in ('Administrator', 'Staff') or exists (select from userrelationship r
            where r.organisation_id = m.organisation_id and r.other_user_id = u.id and r.state in ('accepted', 'ended')) as is_found
        from membership m join user_account u on u.id = m.user_id
        where m.organisation_id = ${organisation_id} and u.active and u.deleted_at is null
      )
      select id as user_id, name from member
      where lower(email) = lower(${search}) or is_found and name ilike ${patternOf(search)}
      order by lower(name), id limit ${MOST}`.execute(db)
    return rows
  },
})
