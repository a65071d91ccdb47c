import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import { nameOf } from '../people/names.ts'
import { PRIVATE } from '../results/stats.ts'
import type { Records } from './numbering.ts'

/**
 * What people have recorded for their plans, with its evidence, in the order of their reports: what a supervisor may
 * read too, so no drafts, no private texts and no health numbers.
 */
export async function readRecords(db: Db, plans: Period[]): Promise<Map<number, Records>> {
  const of = sql`jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
    as p (plan_id bigint, user_id bigint, organisation_id bigint, start date, "end" date)`
  const read = async <K extends keyof Records>(statement: RawBuilder<Records[K][number] & Of>) =>
    Map.groupBy((await statement.execute(db)).rows, ({ plan_id }) => plan_id)

  const goals =
    await read<'goals'>(sql`select p.plan_id, g.description, g.plan_category, g.timely, g.state, g.compulsory
    from ${of} join devgoal g on g.devplan_id = p.plan_id order by g.plan_category, g.position, g.id`)
  const activities = await read<'activities'>(sql`
    select p.plan_id, a.id, a.completed_on, a.hours / 100.0::float8 as hours, a.state, a.private,
      case when a.private then ${PRIVATE} else a.target end as title,
      case when a.private then '' else a.learnings end as learnings,
      coalesce((select json_agg(json_build_object('code', k.code, 'credit', (k.credit / 100.0)::float8, 'unit', k.unit)
          order by k.code) from devactivity_credit k where k.devactivity_id = a.id), '[]') as credits,
      case when a.private then '[]' else ${evidence('devactivity', 'a')} end as files
    from ${of} join devactivity a on a.organisation_id = p.organisation_id and a.user_id = p.user_id
      and a.completed_on between p.start and p."end"
    where a.state in ('recorded', 'verified') order by a.completed_on, a.id`)
  const procedures = await read<'procedures'>(sql`
    select p.plan_id, c.case_number, c.date, c.type, c.modality, c.region, c.role, c.supervision, c.outcome, c.state,
      ${nameOf('c.supervisor_user_id')} as supervisor, ${evidence('procedure', 'c')} as files
    from ${of} join procedure c on c.organisation_id = p.organisation_id and c.user_id = p.user_id
      and c.date between p.start and p."end"
    where c.state <> 'draft' order by c.date, c.case_number, c.id`)
  const forms = await read<'forms'>(sql`
    select p.plan_id, t.name as template, f.version, f.state, f.sha256, ${nameOf('f.agreed_by_user_id')} as agreed_by,
      (f.submitted_at at time zone o.timezone)::date as submitted_on,
      (f.agreed_at at time zone o.timezone)::date as agreed_on, ${evidence('devform', 'f')} as files
    from ${of} join devform f on f.organisation_id = p.organisation_id and f.user_id = p.user_id
      join devformtemplate t on t.id = f.devformtemplate_id join organisation o on o.id = f.organisation_id
    where f.state in ('submitted', 'agreed') and (f.devplan_id = p.plan_id
      or f.devplan_id is null and (f.submitted_at at time zone o.timezone)::date between p.start and p."end")
    order by f.submitted_at, f.id`)
  const qualifications = await read<'qualifications'>(sql`
    select p.plan_id, q.type, q.name, q.level, q.issuer, q.issued_on, coalesce(q.extended_until, q.expires_on) as expires_on,
      q.confirmed_at is not null as confirmed,
      ${evidence('devqualification', 'q')} as files
    from ${of} join devqualification q on q.organisation_id = p.organisation_id and q.user_id = p.user_id
    where coalesce(q.issued_on <= p."end", true) order by q.type, q.name, q.id`)
  const waivers = await read<'waivers'>(sql`select p.plan_id, w."from", w."to", w.percent,
      cardinality(w.requirements) as requirements
    from ${of} join devwaiver w on w.devplan_id = p.plan_id where w.state = 'granted' order by w."from", w.id`)

  const rotations = await read<'rotations'>(sql`
    select p.plan_id, t.place, t.specialty, t.begins, t.ends, t.percent, coalesce((
      select json_agg(${nameOf('r.other_user_id')} order by r.begins, r.id) from userrelationship r
      where r.cpd_rotation_id = t.id and r.state in ('accepted', 'ended')), '[]') as supervisors
    from ${of} join cpd_rotation t on t.organisation_id = p.organisation_id and t.user_id = p.user_id
      and t.begins <= p."end" and t.ends >= p.start
    order by t.begins, t.id`)

  const part = <T extends Of>(rows: Map<number, T[]>, plan_id: number) =>
    (rows.get(plan_id) ?? []).map(({ plan_id: _, ...row }) => row)
  return new Map(
    plans.map(({ plan_id }) => [
      plan_id,
      {
        goals: part(goals, plan_id),
        activities: part(activities, plan_id),
        forms: part(forms, plan_id),
        procedures: part(procedures, plan_id),
        qualifications: part(qualifications, plan_id),
        waivers: part(waivers, plan_id),
        rotations: part(rotations, plan_id),
      } as Records,
    ]),
  )
}

const evidence = (entity: string, table: string) => sql`coalesce((
  select json_agg(json_build_object('file_id', f.id, 'name', f.name, 'sha256', f.sha256, 'size', f.size) order by f.id)
  from file_evidence e join file f on f.id = e.file_id
  where e.entity = ${entity} and e.entity_id = ${sql.ref(`${table}.id`)} and not ${isPrivateEvidence('f')}), '[]')`

type Of = { plan_id: number }
type Period = { plan_id: number; user_id: number; organisation_id: number; start: string; end: string }
