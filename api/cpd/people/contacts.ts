import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { RelationshipKind } from '#db/tables/cpd/values.ts'
import type { ApiContext } from '../../context.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { todayIn, withCpd } from '../access.ts'

const Person = Type.Object({
  user_id: Id,
  name: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  organisation_id: Id,
  userrelationship_id: Id,
  kind: RelationshipKind,
  assessment_level: Type.String(),
})
const Contacts = Type.Object({ supervisors: Type.Array(Person), trainees: Type.Array(Person) })

/** My supervisors, educators, peers and providers; and my trainees: current accepted relationships. */
export function addContacts(app: TypedApp, { db }: ApiContext): void {
  app.get('/cpd/contacts', {
    schema: {
      tags: ['cpd'],
      summary: 'List who accompanies you, and whom you accompany, by current relationships',
      querystring: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
      response: answers({ 200: Contacts }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const able = withCpd(viewer).memberships.map((m) => m.organisation_id)
      const { organisation_id } = request.query
      const ids = organisation_id === undefined ? able : able.filter((id) => id === organisation_id)
      const read = async (mine: 'user_id' | 'other_user_id', theirs: 'user_id' | 'other_user_id') => {
        const { rows } = await sql`
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
      return { data: { supervisors, trainees: await read('other_user_id', 'user_id') } }
    },
  })
}
