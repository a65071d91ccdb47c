import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { RelationshipKind } from '#db/tables/cpd/values.ts'
import { defineAction } from '../../crud/action.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { todayIn, withCpd } from '../access.ts'

const Person = Type.Object({
  user_id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  organisation_id: Id,
  userrelationship_id: Id,
  kind: RelationshipKind,
  assessment_level: Type.String(),
})
const Contacts = Type.Object({ supervisors: Type.Array(Person), trainees: Type.Array(Person) })

/** My supervisors, educators, peers and providers; and my trainees: current accepted relationships. */
export const listContacts = defineAction({
  method: 'GET',
  path: 'cpd/contacts',
  tags: ['cpd'],
  summary: 'List who accompanies you, and whom you accompany, by current relationships',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Contacts,
  async run({ context: { db }, viewer, query: { organisation_id } }) {
    const able = withCpd(viewer).memberships.map((m) => m.organisation_id)
    const ids = organisation_id === undefined ? able : able.filter((id) => id === organisation_id)
    const read = async (mine: Side, theirs: Side) => {
      const { rows } = await sql<Static<typeof Person>>`
        select u.id as user_id, ${displayNameOf('u')} as name,
          case when u.email_proved_at is not null then u.email end as email,
          r.organisation_id, r.id as userrelationship_id, r.kind, r.assessment_level
        from userrelationship r join user_account u on u.id = r.${sql.ref(theirs)}
        where r.${sql.ref(mine)} = ${viewer.user_id} and r.state = 'accepted'
          and r.organisation_id = any(${`{${ids.join(',')}}`}::bigint[])
          and coalesce(r.begins <= ${todayIn(sql.ref('r.organisation_id'))}, true)
          and coalesce(r.ends >= ${todayIn(sql.ref('r.organisation_id'))}, true)
          and u.active and u.deleted_at is null
        order by name, r.id limit 1000`.execute(db)
      return rows
    }
    const supervisors = await read('user_id', 'other_user_id')
    return { supervisors, trainees: await read('other_user_id', 'user_id') }
  },
})

type Side = 'user_id' | 'other_user_id'
