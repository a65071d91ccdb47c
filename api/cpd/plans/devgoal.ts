import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { Devgoal } from '#db/tables/cpd/devgoal.ts'
import { GoalState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { checkName } from '../../crud/checks.ts'
import { atLeast, below, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions, readsPersonal, withCpd, writesPersonal } from '../access.ts'
import { checkPlanOpen } from '../freezing.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { findPlanOf } from './find_plan.ts'

const { compulsory, plan_category, identifying_method, achievement_method, specific, measurable } = Devgoal.columns
const { action, realistic, timely, state, position } = Devgoal.columns
const description = Type.String({ maxLength: 10_000 })
const fields = {
  compulsory,
  plan_category,
  identifying_method,
  achievement_method,
  specific,
  measurable,
  action,
  realistic,
  timely,
  state,
  position,
}
/** What a person may change of a goal that was given to them. */
const ofPredefined = ['id', 'organisation_id', 'state', 'position']
/** A change of these leaves the agreed plan as it is. */
const withoutAgreement = ofPredefined

const submitted = sql<SqlBool>`exists (select from devplan gp where gp.id = devgoal.devplan_id
  and (gp.state <> 'draft' or gp.agreed_at is not null))`

export const devgoal = defineResource({
  name: 'devgoal',
  plural: 'devgoals',
  noun: 'goal',
  about: 'List goals of plans, and the shared goals of cycles',
  table: 'devgoal',
  row: Type.Object({
    ...Devgoal.columns,
    person: PersonName,
    /** Of the newest progress that is not private. */
    percent: Nullable(Type.Integer()),
    /** Activities towards it. */
    activities: Type.Integer(),
  }),
  computed: {
    person: nameOf('devgoal.user_id'),
    percent: sql<number | null>`(select s.percent from devgoalprogress s where s.devgoal_id = devgoal.id
      and not s.private and s.percent is not null order by s.at desc, s.id desc limit 1)`,
    activities: sql<number>`(select count(*)::int from devactivity_goal a where a.devgoal_id = devgoal.id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devplan_id: equals('devplan_id', Id),
    devcycle_id: equals('devcycle_id', Id),
    state: equals('state', GoalState),
    compulsory: equals('compulsory', Type.Boolean()),
    predefined: equals('predefined', Type.Boolean()),
    shared: defineFilter(Type.Boolean(), (shared) =>
      shared ? sql<SqlBool>`devgoal.user_id is null` : sql<SqlBool>`devgoal.user_id is not null`,
    ),
    from: atLeast('timely', DateOnly),
    to: below('timely', DateOnly),
  },
  search: ['description', 'plan_category', 'specific'],
  sort: { id: null, position: null, timely: null, modified_at: null },
  default_sort: 'position',
  reads: (viewer) => readsGoals(viewer),
  writes: (viewer) => writesGoals(viewer),

  create: {
    body: bodyOf(
      { description },
      { ...fields, organisation_id: Id, devplan_id: Id, devcycle_id: Id, predefined: Type.Boolean() },
    ),
    async run(trx, viewer, { devplan_id, ...body }) {
      const text = checkName(body.description, 'description')
      if (devplan_id === undefined) return createShared(trx, viewer, { ...body, description: text })
      if (body.predefined) throw new AppError('forbidden', 'predefined: the goals of a cycle are.', 'predefined')
      const plan = await findPlanOf(trx, viewer, devplan_id)
      if (plan.user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person adds goals to their plan.')
      await reopen(trx, devplan_id)
      const { devcycle_id } = plan
      return rows(trx, 'devgoal').insert({ ...body, ...plan.of, description: text, devplan_id, devcycle_id })
    },
  },
  update: {
    body: bodyOf({}, { ...fields, description }),
    async run(trx, _viewer, body) {
      const stored = await read(trx, body.id)
      const names = Object.keys(body)
      if (stored.user_id !== null && stored.predefined) {
        const other = names.find((name) => !ofPredefined.includes(name))
        if (other) {
          throw new AppError('forbidden', `${other}: this goal is the cycle's. Please add one of your own.`, other)
        }
      }
      await checkCycleOpen(trx, stored)
      if (stored.devplan_id !== null && names.some((name) => !withoutAgreement.includes(name))) {
        await reopen(trx, stored.devplan_id)
      }
      await rows(trx, 'devgoal').update({ ...body, description: checkName(body.description, 'description') })
    },
  },
  async remove(trx, _viewer, target) {
    const stored = await read(trx, target.id)
    await checkCycleOpen(trx, stored)
    if (stored.source_devgoal_id !== null) {
      throw new AppError('not_possible', 'This goal was given to you with the cycle. It can be dropped (state).')
    }
    const { rows: used } = await sql`select 1 from devgoal where source_devgoal_id = ${target.id}
      union all select 1 from devactivity_goal where devgoal_id = ${target.id} limit 1`.execute(trx)
    if (used.length > 0) {
      const reason =
        stored.user_id === null ? 'People have copies of this goal.' : 'Activities count towards this goal.'
      throw new AppError('not_possible', reason)
    }
    if (stored.devplan_id !== null) await reopen(trx, stored.devplan_id)
    await rows(trx, 'devgoal').remove(target)
  },
})

/** Goals of a cycle are read by its members, those of a plan as the plan is. */
function readsGoals(viewer: Viewer): Scope {
  const shared = readsDefinitions(viewer, 'devgoal')
  const own = readsPersonal(viewer, 'devgoal', { submitted })
  return scope(own.extent, sql<SqlBool>`((devgoal.user_id is null and ${shared}) or ${own})`)
}

function writesGoals(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'devgoal')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  const all = viewer.platform_admin
    ? sql<SqlBool>`true`
    : administered.length > 0
      ? sql<SqlBool>`devgoal.organisation_id in (${sql.join(administered)})`
      : sql<SqlBool>`false`
  return scope(own.extent, sql<SqlBool>`(${own} or (devgoal.user_id is null and ${all}))`)
}

async function createShared(trx: Trx, viewer: Viewer, body: Shared) {
  if (body.devcycle_id === undefined) throw wrong('devplan_id', 'give it, or the cycle of a shared goal (devcycle_id).')
  const cycle = await trx
    .selectFrom('devcycle')
    .select(['organisation_id', 'expired_at'])
    .where('id', '=', body.devcycle_id)
    .where(readsDefinitions(viewer, 'devcycle'))
    .executeTakeFirst()
  if (!cycle) throw new AppError('not_found', 'There is no such cycle.', 'devcycle_id')
  const organisation_id = await cpdAdministered(trx, viewer, cycle.organisation_id)
  if (cycle.expired_at) throw new AppError('archived', 'This cycle is closed.', 'devcycle_id')
  return rows(trx, 'devgoal').insert({ ...body, organisation_id, predefined: true })
}

const read = (trx: Trx, id: number) =>
  trx.selectFrom('devgoal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function checkCycleOpen(trx: Trx, goal: { devplan_id: number | null; devcycle_id: number | null }) {
  if (goal.devplan_id !== null) return checkPlanOpen(trx, goal.devplan_id)
  const { rows: closed } = await sql`select 1 from devcycle where id = ${goal.devcycle_id}
    and expired_at is not null`.execute(trx)
  if (closed.length > 0) throw new AppError('archived', 'This cycle is closed.')
}

/** A changed plan needs a new submission; the snapshot of what was agreed stays. */
async function reopen(trx: Trx, devplan_id: number): Promise<void> {
  const { rows: reviewed } = await sql`select 1 from devplan where id = ${devplan_id} and state = 'reviewed'`.execute(
    trx,
  )
  if (reviewed.length > 0) throw new AppError('not_possible', 'This plan was reviewed, so its goals do not change.')
  await sql`update devplan set state = 'draft', modified_at = now()
    where id = ${devplan_id} and state in ('submitted', 'agreed')`.execute(trx)
}

type Shared = { description: string; organisation_id?: number; devcycle_id?: number }
