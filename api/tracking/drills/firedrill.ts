import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { drillAlarms, FireDrill } from '#db/tables/tracking/drills/fire_drill.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { audit } from '../../crud/audit.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkGroups } from '../access/groups.ts'

const { lines: _, next_at: __, step: ___, ...columns } = FireDrill.columns
const { kind, boundary_id, group_id, escalates } = columns
export const Alarm = Nullable(Type.Enum([...drillAlarms]))
const nameOf = (column: string) =>
  sql<string | null>`(select ${displayNameOf('u')} from user_account u where u.id = ${sql.ref(`fire_drill.${column}`)})`
const count = (where: string) =>
  sql<number>`(select count(*)::int from jsonb_array_elements(coalesce(fire_drill.lines, '[]')) l where ${sql.raw(where)})`

/** Tests of alerts: when, of what, and what became of them. */
export const firedrill = defineResource({
  name: 'firedrill',
  plural: 'firedrills',
  noun: 'fire drill',
  about: 'List fire drills: tests in which a synthetic tracker raises a real alert, to see whom it reaches',
  table: 'fire_drill',
  row: Type.Object({
    ...columns,
    started_by: Nullable(Type.String()),
    stopped_by: Nullable(Type.String()),
    /** Of one that has ended: how many addresses it has reached, and how many it should have reached. */
    reached: Type.Integer(),
    expected: Type.Integer(),
    acknowledged: Type.Integer({ description: 'How many people have acknowledged it' }),
  }),
  computed: {
    started_by: nameOf('started_by_user_id'),
    stopped_by: nameOf('ended_by_user_id'),
    reached: count(`l->>'state' = 'reached'`),
    expected: count(`l->>'state' <> 'not_asked'`),
    acknowledged: sql<number>`(select count(*)::int from fire_drill_answer a
      where a.organisation_id = fire_drill.organisation_id and a.fire_drill_id = fire_drill.id)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), state: equals('state', columns.state) },
  search: ['boundary_name', 'alarm'],
  sort: { id: null, created_at: null },
  default_sort: '-created_at',
  reads: (viewer) => ofAdministrator(viewer, 'fire_drill.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'fire_drill.organisation_id'),
  lasting: ['create'],

  create: {
    body: bodyOf({ kind }, { organisation_id: Id, boundary_id, alarm: Alarm, group_id, escalates }),
    async run(trx, viewer, { organisation_id: of, ...body }) {
      const organisation_id = administeredFor(viewer, of)
      const drill = await checkedDrill(trx, { escalates: false, ...body, organisation_id })
      await checkMayStart(trx, organisation_id)
      const { id } = await rows(trx, 'fire_drill').insert({ ...drill, started_by_user_id: viewer.user_id })
      const about = { organisation_id, entity: 'firedrill', entity_id: id, details: { kind: body.kind } } as const
      await audit(trx, viewer, 'firedrill.start', about)
      return { id }
    },
  },
})

/**
 * Of a boundary, or an alarm, which may be in one. The boundary is of the organisation; whether it applies at the time
 * is asked again when it begins.
 */
export async function checkedDrill<Body extends DrillBody>(trx: Trx, body: Body): Promise<Body> {
  const { organisation_id, kind, boundary_id = null, alarm = null, group_id = null } = body
  if (kind === 'boundary' && boundary_id === null)
    throw wrong('boundary_id', 'choose the boundary that the drill is of.')
  if (kind === 'alarm' && alarm === null) throw wrong('alarm', 'choose the alarm that the drill raises.')
  if (kind === 'boundary' && alarm !== null) throw wrong('alarm', 'a drill of a boundary raises no alarm.')
  if (group_id !== null) await checkGroups(trx, organisation_id, [group_id], 'group_id')
  if (boundary_id === null) return body
  const boundary = await trx
    .selectFrom('boundary')
    .select(['active', sql<boolean>`schedule is null or schedule_applies(schedule, now())`.as('applies')])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', boundary_id)
    .executeTakeFirst()
  if (!boundary) throw new AppError('not_found', 'There is no such boundary.', 'boundary_id')
  if (!boundary.active) throw wrong('boundary_id', 'is switched off: nothing is raised there.')
  return body
}

/** The next call costs messages: few a day, and one at a time. */
async function checkMayStart(trx: Db, organisation_id: number): Promise<void> {
  await sql`select 1 from organisation where id = ${organisation_id} for no key update`.execute(trx)
  const { rows: found } = await sql<{ open: boolean; today: number }>`
    select coalesce(bool_or(state <> 'ended'), false) as open,
      count(*) filter (where created_at > now() - interval '1 day')::int as today
    from fire_drill where organisation_id = ${organisation_id}`.execute(trx)
  const { open, today } = found[0]!
  if (open) throw new AppError('not_possible', 'A drill is running. End it, or wait until it ends.')
  if (today < MOST_A_DAY) return
  throw new AppError('too_many_requests', `Your organisation has had ${MOST_A_DAY} drills in a day. Please wait.`)
}

const MOST_A_DAY = 10

type DrillBody = {
  organisation_id: number
  kind: 'boundary' | 'alarm'
  boundary_id?: number | null
  alarm?: string | null
  group_id?: number | null
}
