import { type SqlBool, sql } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { Devwaiver } from '#db/tables/cpd/devwaiver.ts'
import { type WaiverOutcome, WaiverState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsPersonal, todayIn, withCpd, writesPersonal } from '../access.ts'
import { APPEAL_DAYS } from '../dates/appeal_days.ts'
import { earlierOf, laterOf } from '../engine/days.ts'
import { EvidenceIds, EvidenceRows, evidenceOf, removeEvidence, writeEvidence } from '../evidence.ts'
import { readsReasons } from '../evidence_access.ts'
import { checkNotEnded } from '../freezing.ts'
import { checkDecides } from '../people/decides.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { findPlanOf } from '../plans/find_plan.ts'
import { periodOfPlan } from '../results/periods.ts'
import { informDecided } from './inform_decided.ts'
import { checkRequirements } from './requirements.ts'

const { from, to, kind, percent, requirements, reason } = Devwaiver.columns
const {
  leave_from,
  leave_to,
  asked,
  reply,
  asked_from,
  asked_to,
  asked_percent,
  asked_requirements,
  outcome,
  decision,
  appeal,
  first_outcome,
  first_decision,
} = Devwaiver.columns
/** What is written about a waiver, beside its kind and reason. */
const written = { asked, reply, decision, appeal, first_decision } as const
const leave = { leave_from, leave_to } as const
const outcomes = { asked_from, asked_to, asked_percent, asked_requirements, outcome, first_outcome } as const
/** More is asked for by a step, with words. */
const state = Type.Unsafe<'requested' | 'granted' | 'refused'>(
  Type.String({ enum: ['requested', 'granted', 'refused'] }),
)

const appealed = sql<boolean>`(devwaiver.appealed_at is not null and devwaiver.first_outcome is null)`
const appealUntil = sql<string | null>`((devwaiver.decided_at at time zone (select o.timezone from organisation o
  where o.id = devwaiver.organisation_id))::date + ${sql.lit(APPEAL_DAYS)}::int)`

/** Asked for by the person, decided by an administrator: by steps (`steps.ts`), or in one write with the reason. */
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
    ...nullable(written),
    ...leave,
    ...outcomes,
    person: PersonName,
    cycle: Type.String({ description: 'The name of the cycle' }),
    decider: PersonName,
    appealed: Type.Boolean({ description: 'An appeal waits for its decision' }),
    appeal_until: Nullable(Type.Unsafe<string>({ ...DateOnly, description: 'Null unless it may be appealed against' })),
    evidence: EvidenceRows,
  }),
  computed: {
    person: nameOf('devwaiver.user_id'),
    cycle: sql<string>`(select c.name from devplan p join devcycle c on c.id = p.devcycle_id
      where p.id = devwaiver.devplan_id)`,
    decider: nameOf('devwaiver.decided_by'),
    ...shownWithReason('kind', 'reason', 'asked', 'reply', 'decision', 'appeal', 'first_decision'),
    ...shownWithReason(
      'leave_from',
      'leave_to',
      'asked_from',
      'asked_to',
      'asked_percent',
      'asked_requirements',
      'outcome',
      'first_outcome',
      'appealed_at',
    ),
    appealed: (viewer) => sql`(${readsReasons(viewer)} and ${appealed})`,
    appeal_until: (viewer) => sql`case when ${readsReasons(viewer)} and devwaiver.outcome in ('part', 'refused')
      and devwaiver.appealed_at is null and ${appealUntil} >= ${todayIn(sql.ref('devwaiver.organisation_id'))}
      then ${appealUntil} end`,
    evidence: evidenceOf('devwaiver'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devplan_id: equals('devplan_id', Id),
    state: equals('state', WaiverState),
    appealed: defineFilter(Type.Boolean(), (wanted, viewer) => {
      const waits = sql<SqlBool>`(${readsReasons(viewer)} and ${appealed})`
      return wanted ? waits : sql<SqlBool>`not ${waits}`
    }),
  },
  search: ['reason', 'person'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) => readsPersonal(viewer, 'devwaiver'),
  writes: (viewer) => writesWaivers(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf(
      { devplan_id: Id, from, to, kind },
      { percent, requirements, reason, state, decision, evidence: EvidenceIds },
    ),
    async run(trx, viewer, { evidence, decision, ...body }) {
      const plan = await findPlanOf(trx, viewer, body.devplan_id)
      await checkNotEnded(trx, body.devplan_id)
      const decided = checkStep(viewer, { ...plan, state: 'requested' }, body.state, decision)
      await checkRequirements(trx, body.devplan_id, body.requirements)
      const days = await clip(trx, body)
      const { id } = await rows(trx, 'devwaiver').insert({ ...body, ...plan.of, ...days, ...decided })
      const cycle = await cycleOf(trx, body.devplan_id)
      if (decided.outcome) await informDecided(trx, { ...plan.of, id, cycle }, { outcome: decided.outcome })
      await writeEvidence(trx, viewer, evidenceRow({ ...plan.of, id }, cycle), evidence)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { from, to, kind, percent, requirements, reason, state, decision, evidence: EvidenceIds }),
    async run(trx, viewer, { evidence, decision, ...body }) {
      const stored = await trx.selectFrom('devwaiver').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      await checkNotEnded(trx, stored.devplan_id)
      const decided = checkStep(viewer, stored, body.state, decision)
      await checkRequirements(trx, stored.devplan_id, body.requirements)
      const whole = { from: stored.leave_from ?? stored.from, to: stored.leave_to ?? stored.to }
      const dates = await clip(trx, { ...stored, ...whole, ...JSON.parse(JSON.stringify(body)) })
      await rows(trx, 'devwaiver').update({ ...body, ...dates, ...decided })
      const cycle = await cycleOf(trx, stored.devplan_id)
      const is_changed = stored.outcome !== null
      if (decided.outcome) await informDecided(trx, { ...stored, cycle }, { outcome: decided.outcome, is_changed })
      await writeEvidence(trx, viewer, evidenceRow(stored, cycle), evidence)
    },
  },
  async remove(trx, viewer, target) {
    const stored = await trx.selectFrom('devwaiver').selectAll().where('id', '=', target.id).executeTakeFirstOrThrow()
    await checkNotEnded(trx, stored.devplan_id)
    checkStep(viewer, stored, undefined, 'Removed')
    await removeEvidence(trx, { entity: 'devwaiver', entity_id: target.id })
    await rows(trx, 'devwaiver').remove(target)
  },
})

function writesWaivers(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'devwaiver')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  if (administered.length === 0) return own
  return scope('all', sql<SqlBool>`(${own} or devwaiver.organisation_id in (${sql.join(administered)}))`)
}

/** Columns that are read with the reason, and are null for others. */
function shownWithReason<const Column extends keyof typeof Devwaiver.columns>(...columns: Column[]) {
  const shown = (column: Column) => (viewer: Viewer) =>
    sql`case when ${readsReasons(viewer)} then ${sql.ref(`devwaiver.${column}`)} end`
  return Object.fromEntries(columns.map((column) => [column, shown(column)])) as Record<
    Column,
    ReturnType<typeof shown>
  >
}

function nullable<const Columns extends Record<string, TSchema>>(columns: Columns) {
  const entries = Object.entries(columns).map(([name, column]) => [name, Nullable(column)])
  return Object.fromEntries(entries) as { [Name in keyof Columns]: ReturnType<typeof Nullable<Columns[Name]>> }
}

/** What evidence of a waiver is written with. */
export function evidenceRow({ id, organisation_id, user_id }: Owned & { id: number }, cycle: string) {
  return { organisation_id, user_id, entity: 'devwaiver' as const, entity_id: id, title: `a waiver in ${cycle}` }
}

async function cycleOf(trx: Trx, devplan_id: number): Promise<string> {
  const of = trx.selectFrom('devplan as p').innerJoin('devcycle as c', 'c.id', 'p.devcycle_id')
  return (await of.select('c.name').where('p.id', '=', devplan_id).executeTakeFirstOrThrow()).name
}

/**
 * Checks a change of a waiver: the person's while it waits, then the administrators'. What they change of another
 * person's waiver is their decision; one that was decided with a reason changes by another such decision only.
 *
 * @throws {AppError} forbidden unless the viewer may decide, not_possible for one's own that was decided
 */
function checkStep(viewer: Viewer, waiver: Decided, state: string | undefined, decision?: string) {
  const is_own = waiver.user_id === viewer.user_id
  if (!is_own) checkDecides(viewer, waiver, 'state')
  if (waiver.decision || waiver.appealed_at) {
    const how = is_own ? 'You may appeal against the decision.' : 'Please decide with a reason.'
    throw new AppError('not_possible', `This waiver was decided with a reason. ${how}`)
  }
  if (is_own && waiver.state !== 'requested' && waiver.state !== 'more_asked') {
    throw new AppError('not_possible', `This waiver is ${waiver.state}. Please ask for another one.`)
  }
  if (is_own && (state === undefined || state === waiver.state)) return {}
  checkDecides(viewer, waiver, 'state')
  const to = state ?? waiver.state
  if (to !== 'granted' && to !== 'refused') return { decided_by: null, decided_at: null, outcome: null }
  const words = decision?.trim()
  if (!words) throw wrong('decision', 'please say why; the person reads it.')
  const outcome: Static<typeof WaiverOutcome> = to === 'granted' ? 'whole' : 'refused'
  return { decided_by: viewer.user_id, decided_at: sql<string>`now()`, outcome, decision: words }
}

/**
 * The days of a waiver within its cycle, and those of the whole leave where it has more.
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
  return { from, to, leave_from: waiver.from < from ? waiver.from : null, leave_to: waiver.to > to ? waiver.to : null }
}

type Owned = { organisation_id: number; user_id: number }
type Decided = Owned & { state: string; decision?: string; appealed_at?: string | null }
