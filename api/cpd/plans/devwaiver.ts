import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Devwaiver } from '#db/tables/cpd/devwaiver.ts'
import { WaiverState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsPersonal, withCpd, writesPersonal } from '../access.ts'
import { earlierOf, laterOf } from '../engine/days.ts'
import { checkNotEnded } from '../freezing.ts'
import { checkDecides } from '../people/decides.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { periodOfPlan } from '../results/periods.ts'
import { findPlanOf } from './find_plan.ts'

const { from, to, kind, reason, state } = Devwaiver.columns

/** Asked for by the person, decided by an administrator. */
export const devwaiver = defineResource({
  name: 'devwaiver',
  plural: 'devwaivers',
  noun: 'waiver',
  about:
    'List waivers: time that does not count against a person. Their kind and reason are read by the person and by the ' +
    'administrators, who decide; others see the dates and null',
  table: 'devwaiver',
  row: Type.Object({
    ...Devwaiver.columns,
    kind: Nullable(kind),
    reason: Nullable(reason),
    person: PersonName,
    cycle: Type.String({ description: 'The name of the cycle' }),
  }),
  computed: {
    person: nameOf('devwaiver.user_id'),
    cycle: sql<string>`(select c.name from devplan p join devcycle c on c.id = p.devcycle_id
      where p.id = devwaiver.devplan_id)`,
    kind: (viewer) => sql`case when ${showsReason(viewer)} then devwaiver.kind end`,
    reason: (viewer) => sql`case when ${showsReason(viewer)} then devwaiver.reason end`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devplan_id: equals('devplan_id', Id),
    state: equals('state', WaiverState),
  },
  search: ['reason', 'person'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) => readsPersonal(viewer, 'devwaiver'),
  writes: (viewer) => writesWaivers(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf({ devplan_id: Id, from, to, kind }, { reason, state }),
    async run(trx, viewer, body) {
      const plan = await findPlanOf(trx, viewer, body.devplan_id)
      await checkNotEnded(trx, body.devplan_id)
      const decided = checkStep(viewer, { ...plan, state: 'requested' }, body.state)
      return rows(trx, 'devwaiver').insert({ ...body, ...plan.of, ...(await clip(trx, body)), ...decided })
    },
  },
  update: {
    body: bodyOf({}, { from, to, kind, reason, state }),
    async run(trx, viewer, body) {
      const stored = await trx.selectFrom('devwaiver').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      await checkNotEnded(trx, stored.devplan_id)
      const decided = checkStep(viewer, stored, body.state)
      const dates = await clip(trx, { ...stored, ...JSON.parse(JSON.stringify(body)) })
      await rows(trx, 'devwaiver').update({ ...body, ...dates, ...decided })
    },
  },
  async remove(trx, viewer, target) {
    const stored = await trx.selectFrom('devwaiver').selectAll().where('id', '=', target.id).executeTakeFirstOrThrow()
    await checkNotEnded(trx, stored.devplan_id)
    checkStep(viewer, stored, undefined)
    await rows(trx, 'devwaiver').remove(target)
  },
})

function writesWaivers(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'devwaiver')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  if (administered.length === 0) return own
  return scope('all', sql<SqlBool>`(${own} or devwaiver.organisation_id in (${sql.join(administered)}))`)
}

/** Kind and reason, such as an illness, are the person's and the administrators', neither to one who acts as them. */
function showsReason(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.impersonator_user_id !== null) return sql<SqlBool>`false`
  return sql<SqlBool>`${writesWaivers(viewer)}`
}

/**
 * Checks a change of a waiver: the person's while it waits, then the administrators'. What they change of another
 * person's waiver is their decision.
 *
 * @throws {AppError} forbidden unless the viewer may decide, not_possible for one's own that was decided
 */
function checkStep(viewer: Viewer, waiver: Decided, state: string | undefined) {
  const is_own = waiver.user_id === viewer.user_id
  if (is_own && waiver.state !== 'requested') {
    throw new AppError('not_possible', `This waiver is ${waiver.state}. Please ask for another one.`)
  }
  if (is_own && (state === undefined || state === 'requested')) return {}
  checkDecides(viewer, waiver, 'state')
  return { decided_by: (state ?? waiver.state) === 'requested' ? null : viewer.user_id }
}

/**
 * The days of a waiver within its cycle.
 *
 * @throws {AppError} bad_request when it ends before it begins, or has no day of the cycle
 */
async function clip(trx: Trx, waiver: { devplan_id: number; from: string; to: string }) {
  if (waiver.to < waiver.from) throw wrong('to', 'must not be before from.')
  const { period, ...plan } = await periodOfPlan(trx, waiver.devplan_id)
  // A person's own period may begin within the cycle and end after it.
  const cycle = { start: earlierOf(plan.cycle.start, period.start), end: laterOf(plan.cycle.end, period.end) }
  const from = laterOf(waiver.from, cycle.start)
  const to = earlierOf(waiver.to, cycle.end)
  if (from > to) throw wrong('from', `the waiver has no day of the cycle, ${cycle.start} to ${cycle.end}.`)
  return { from, to }
}

type Decided = { organisation_id: number; user_id: number; state: string }
