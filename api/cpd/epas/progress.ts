import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { CpdEpa } from '#db/tables/cpd/epas/cpd_epa.ts'
import { defineAction } from '../../crud/action.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { cpdOrganisation } from '../access.ts'
import { readsAssessments } from '../evidence_access.ts'

const MOST_PEOPLE = 500
const { code, name, levels, required_level, required_times, required_assessors } = CpdEpa.columns

const Cell = Type.Object({
  user_id: Id,
  person: Type.String(),
  cpd_epa_id: Id,
  latest: Type.Integer({ description: 'The level of the latest day, by people with an account where there is one' }),
  highest: Type.Integer(),
  assessments: Type.Array(Type.Object({ id: Id, on: DateOnly, level: Type.Integer() }), {
    description: 'From the first day to the last, at most 50',
  }),
  times: Type.Integer({
    description:
      'At the level that is asked for, or above, by people with an account. What came by a link is shown and not ' +
      'counted: the trainee chooses the address',
  }),
  assessors: Type.Integer({ description: 'Different people who have seen it there' }),
  reached: Nullable(
    Type.Boolean({ description: 'Null where no level is asked for. A cycle counts what its standard asks for' }),
  ),
})

/** People and entrustable activities, with the levels over time: for those whose assessments the viewer reads. */
export const readEpaProgress = defineAction({
  method: 'GET',
  path: 'cpdassessments/progress',
  tags: ['cpdassessments'],
  summary: `Read the levels of people by entrustable activity, over time; at most ${MOST_PEOPLE} people`,
  query: Type.Object(
    { organisation_id: Type.Optional(Id), user_id: Type.Optional(Id) },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    epas: Type.Array(Type.Object({ id: Id, code, name, levels, required_level, required_times, required_assessors })),
    cells: Type.Array(Cell),
  }),
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await cpdOrganisation(db, viewer, query.organisation_id)
    const epas = await db
      .selectFrom('cpd_epa')
      .select(['id', 'code', 'name', 'levels', 'required_level', 'required_times', 'required_assessors'])
      .where('organisation_id', '=', organisation_id)
      .where((eb) =>
        eb.or([
          eb('active', '=', true),
          eb.exists(eb.selectFrom('cpd_assessment as a').select('a.id').whereRef('a.cpd_epa_id', '=', 'cpd_epa.id')),
        ]),
      )
      .orderBy('position')
      .orderBy('code')
      .orderBy('id')
      .execute()
    const of_person = query.user_id === undefined ? sql`true` : sql`cpd_assessment.user_id = ${query.user_id}`
    const { rows } = await sql<Static<typeof Cell>>`
      with seen as (
        select cpd_assessment.*, e.level_met and cpd_assessment.assessor_user_id is not null as counts
        from cpd_assessment
        join lateral (select cpd_assessment.level >= x.required_level as level_met from cpd_epa x
          where x.id = cpd_assessment.cpd_epa_id) e on true
        where cpd_assessment.organisation_id = ${organisation_id} and cpd_assessment.assessed_at is not null
          and ${of_person} and ${readsAssessments(viewer)}),
      people as (
        select u.id, ${displayNameOf('u')} as person from user_account u
        where u.id in (select user_id from seen) and u.deleted_at is null
        order by lower(${displayNameOf('u')}), u.id limit ${MOST_PEOPLE})
      select p.id as user_id, p.person, s.cpd_epa_id, max(s.level)::int as highest,
        (array_agg(s.level order by s.assessor_user_id is not null desc, s.observed_on desc, s.id desc))[1] as latest,
        to_json((array_agg(json_build_object('id', s.id, 'on', s.observed_on, 'level', s.level)
          order by s.observed_on, s.id))[1:50]) as assessments,
        (count(*) filter (where s.counts))::int as times,
        (count(distinct s.assessor_user_id) filter (where s.counts))::int as assessors,
        case when e.required_level is not null then
          count(*) filter (where s.counts) >= e.required_times
          and count(distinct s.assessor_user_id) filter (where s.counts) >= e.required_assessors end as reached
      from people p join seen s on s.user_id = p.id join cpd_epa e on e.id = s.cpd_epa_id
      group by p.id, p.person, s.cpd_epa_id, e.id order by lower(p.person), p.id, s.cpd_epa_id`.execute(db)
    return { epas, cells: rows }
  },
})
