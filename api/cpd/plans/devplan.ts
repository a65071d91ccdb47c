import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { Devplan } from '#db/tables/cpd/devplan.ts'
import { PlanState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { approves, readsPersonal, todayIn, withCpd, writesPersonal } from '../access.ts'
import { isInAudience } from '../audience.ts'
import { checkNotEnded, checkPlanOpen, isPlanClosed } from '../freezing.ts'
import { checkDecides } from '../people/decides.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { checkMember, personFor } from '../people/person_for.ts'
import { makePlan } from './make_plan.ts'
import { evaluated } from './records.ts'

const { text, self_evaluation, supervisor_user_id, registered_from } = Devplan.columns
const submitted = sql<SqlBool>`(devplan.state <> 'draft' or devplan.agreed_at is not null)`

export const devplan = defineResource({
  name: 'devplan',
  plural: 'devplans',
  noun: 'plan',
  about: 'List plans: your own, those you supervise once they were submitted, and for administrators everybody’s',
  table: 'devplan',
  row: Type.Object({
    ...Devplan.columns,
    person: PersonName,
    supervisor: PersonName,
    cycle: Type.String({ description: 'The name of the cycle' }),
    start: DateOnly,
    end: DateOnly,
    goals: Type.Integer(),
    own_closed: Type.Boolean({ description: 'The person’s own period was closed at its end, the cycle is open' }),
    /** Whether the viewer may agree to it, return it and review it. */
    may_agree: Type.Boolean(),
  }),
  computed: {
    person: nameOf('devplan.user_id'),
    supervisor: nameOf('devplan.supervisor_user_id'),
    cycle: sql<string>`(select c.name from devcycle c where c.id = devplan.devcycle_id)`,
    start: sql<string>`(select c.start from devcycle c where c.id = devplan.devcycle_id)`,
    end: sql<string>`(select c."end" from devcycle c where c.id = devplan.devcycle_id)`,
    goals: sql<number>`(select count(*)::int from devgoal g where g.devplan_id = devplan.id)`,
    own_closed: sql<boolean>`(devplan.closed_at is not null
      and exists (select from devcycle c where c.id = devplan.devcycle_id and c.expired_at is null))`,
    may_agree: (viewer) => approves(viewer, 'devplan'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devcycle_id: equals('devcycle_id', Id),
    state: equals('state', PlanState),
    supervisor_user_id: equals('supervisor_user_id', Id),
    /** Plans of cycles that have begun and are not closed. */
    open: defineFilter(Type.Boolean(), (open) => {
      const is_open = sql<SqlBool>`exists (select from devcycle c where c.id = devplan.devcycle_id
        and c.expired_at is null and c.start <= ${todayIn(sql.ref('devplan.organisation_id'))})`
      return open ? is_open : sql<SqlBool>`not ${is_open}`
    }),
    /** Plans with a waiver that an administrator has to decide on. */
    asks_waiver: defineFilter(Type.Boolean(), (asks) => {
      const is_asked = sql<SqlBool>`exists (select from devwaiver w where w.devplan_id = devplan.id
        and w.state = 'requested')`
      return asks ? is_asked : sql<SqlBool>`not ${is_asked}`
    }),
    /** Submitted plans that wait for the viewer's agreement. */
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) => {
      const waits = sql<SqlBool>`(devplan.state = 'submitted' and ${approves(viewer, 'devplan')}
        and not ${isPlanClosed('devplan.id')})`
      return waiting ? waits : sql<SqlBool>`not ${waits}`
    }),
  },
  search: ['text', 'person'],
  sort: { id: null, modified_at: null, submitted_at: null },
  default_sort: '-id',
  reads: (viewer) => readsPersonal(viewer, 'devplan', { submitted }),
  writes: (viewer) => writesPlans(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf(
      { devcycle_id: Id },
      { organisation_id: Id, user_id: Id, text, self_evaluation, supervisor_user_id, registered_from },
    ),
    async run(trx, viewer, body) {
      const { organisation_id, user_id } = await personFor(trx, viewer, body)
      await checkCycle(trx, organisation_id, user_id, body.devcycle_id)
      await checkMember(trx, organisation_id, body.supervisor_user_id, 'supervisor_user_id')
      if (body.supervisor_user_id === user_id) throw ownSupervisor()
      if (body.registered_from !== undefined) checkDecides(viewer, { organisation_id, user_id }, 'registered_from')
      const { id, created } = await makePlan(trx, { organisation_id, user_id, devcycle_id: body.devcycle_id })
      if (!created) throw new AppError('conflict', 'There is a plan for this cycle already.', 'devcycle_id')
      const { devcycle_id: _c, organisation_id: _o, user_id: _u, ...fields } = body
      const records = await evaluated(trx, { id, text: body.self_evaluation })
      if (body.registered_from !== undefined) await checkNotEnded(trx, id)
      await rows(trx, 'devplan').update({ id, organisation_id, ...fields, ...records })
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { text, self_evaluation, supervisor_user_id, registered_from }),
    async run(trx, viewer, body) {
      const stored = await trx.selectFrom('devplan').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      await checkPlanOpen(trx, body.id)
      if (stored.user_id !== viewer.user_id && (body.text !== undefined || body.self_evaluation !== undefined)) {
        throw new AppError('forbidden', 'Only the person writes the texts of a plan.', 'text')
      }
      await checkMember(trx, body.organisation_id, body.supervisor_user_id, 'supervisor_user_id')
      if (body.supervisor_user_id === stored.user_id) throw ownSupervisor()
      if (body.registered_from !== undefined) {
        checkDecides(viewer, stored, 'registered_from')
        await checkNotEnded(trx, body.id)
      }
      if (stored.state === 'reviewed' && stored.user_id === viewer.user_id) {
        throw new AppError('not_possible', 'This plan was reviewed, so it does not change any more.')
      }
      // A changed plan needs a new submission; the snapshot of what was agreed stays.
      const changed = body.text !== undefined && body.text !== stored.text
      const records =
        body.self_evaluation === stored.self_evaluation
          ? {}
          : await evaluated(trx, { id: body.id, text: body.self_evaluation })
      await rows(trx, 'devplan').update({ ...body, ...records, ...(changed && { state: 'draft' as const }) })
    },
  },
  async remove(trx, _viewer, target) {
    await checkPlanOpen(trx, target.id)
    await checkNotEnded(trx, target.id)
    const { rows: used } = await sql`select 1 from devplan p where p.id = ${target.id}
      and (p.state <> 'draft' or p.agreed_at is not null or p.registered_from is not null
        or exists (select from devwaiver w where w.devplan_id = p.id and w.state <> 'requested'))`.execute(trx)
    if (used.length > 0) {
      throw new AppError(
        'not_possible',
        'A plan that was submitted, or on which an administrator has decided, is kept.',
      )
    }
    await rows(trx, 'devplan').remove(target)
  },
})

/** The person, and administrators for the supervisor and the date of registration. */
function writesPlans(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'devplan')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  if (administered.length === 0) return own
  return scope('all', sql<SqlBool>`(${own} or devplan.organisation_id in (${sql.join(administered)}))`)
}

/** @throws {AppError} not_found for a foreign cycle, archived for a closed one, not_possible for another audience */
export async function checkCycle(trx: Trx, organisation_id: number, user_id: number, id: number): Promise<void> {
  const { rows: found } = await sql<{ expired_at: string | null; is_for: boolean }>`
    select devcycle.expired_at, ${isInAudience(sql`${user_id}::bigint`)} as is_for
    from devcycle where devcycle.id = ${id} and devcycle.organisation_id = ${organisation_id} for share`.execute(trx)
  const cycle = found[0]
  if (!cycle) throw new AppError('not_found', 'There is no such cycle.', 'devcycle_id')
  if (cycle.expired_at) throw new AppError('archived', 'This cycle is closed.', 'devcycle_id')
  if (!cycle.is_for) {
    throw new AppError(
      'not_possible',
      'This cycle is for others: its audience does not have the person.',
      'devcycle_id',
    )
  }
}

const ownSupervisor = () => wrong('supervisor_user_id', 'nobody supervises themselves.')
