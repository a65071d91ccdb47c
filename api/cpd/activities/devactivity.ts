import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { Devactivity } from '#db/tables/cpd/devactivity.ts'
import { ActivityState } from '#db/tables/cpd/values.ts'
import { atLeast, below, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { approves, checkOpensPrivate, showsTexts, writesPersonal } from '../access.ts'
import { isCountedNowhere } from '../counted.ts'
import { EvidenceIds, EvidenceRows, evidenceOf, removeEvidence, writeEvidence } from '../evidence.ts'
import { readsActivities } from '../evidence_access.ts'
import { checkNotFrozen, isFrozen } from '../freezing.ts'
import { Decimal, decimalOf, toHundredths } from '../hundredths.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { oneselfIn } from '../people/person_for.ts'
import { rotationOn } from '../rotation_rights.ts'
import { checkDates, warningsOf } from './activity_dates.ts'
import { Attended, attendedOf, checkNotAttended, refuseAttendance } from './attended.ts'
import { Credit, creditsOf, writeCredits } from './credits.ts'
import { followOriginal, removeCopies } from './follow.ts'
import { goalsOf, writeGoals } from './goals.ts'
import { CountsIn, checkShared, countsIn, RecordedIn, recordedIn } from './shared.ts'

const { target, motivation, learnings, patient_benefit, same_patient, began_on, provider } = Devactivity.columns
const { flags, tags, private: isPrivate, repeats, client_key } = Devactivity.columns
const Hours = Type.Number({ minimum: 0, maximum: 8784, description: 'Decimal, at most two places' })
const completed_on = Nullable(DateOnly)
/** `recorded` counts; a draft and what was returned do not. */
const state = Type.Unsafe<'draft' | 'recorded'>(Type.String({ enum: ['draft', 'recorded'] }))
const fields = {
  target,
  motivation,
  learnings,
  patient_benefit,
  same_patient,
  began_on,
  completed_on,
  provider,
  flags,
  tags,
  private: isPrivate,
  repeats,
  state,
  hours: Hours,
  time_requirement: Nullable(Decimal('Hours that are required')),
  time_credit: Nullable(Decimal('Hours that the provider gives; the sum of the split if missing')),
  credits: Type.Array(Credit, { maxItems: 20, description: 'Hours by category; they add up to the hours exactly' }),
  goals: Type.Array(Id, { maxItems: 50, uniqueItems: true }),
  evidence: EvidenceIds,
}

const private_ = sql<SqlBool>`devactivity.private`
/** Texts of a private activity; its hours, dates and states count for administrators, too. */
const texts = ['target', 'motivation', 'learnings', 'patient_benefit', 'provider', 'note'] as const

export const devactivity = defineResource({
  name: 'devactivity',
  plural: 'devactivities',
  noun: 'activity',
  about: 'List activities; the texts of private ones are their owner’s',
  table: 'devactivity',
  row: Type.Object({
    ...Devactivity.columns,
    ...Object.fromEntries(texts.map((name) => [name, Nullable(Devactivity.columns[name])])),
    hours: Hours,
    time_requirement: Nullable(Type.Number()),
    time_credit: Type.Number(),
    person: PersonName,
    verifier: PersonName,
    rotation: Nullable(Type.String({ description: 'The rotation of its day' })),
    credits: Type.Array(
      Type.Object({
        ...Credit.properties,
        items: Nullable(Credit.properties.items),
        code: Type.String(),
        credit: Type.Number(),
      }),
    ),
    goals: Type.Array(Id),
    evidence: EvidenceRows,
    attended: Attended,
    counts_in: CountsIn,
    recorded_in: RecordedIn,
    /** Whether the viewer may verify it. */
    may_verify: Type.Boolean(),
  }),
  computed: {
    ...Object.fromEntries(
      texts.map((name) => [
        name,
        (viewer) =>
          sql`case when ${showsTexts(viewer, 'devactivity', private_)} then ${sql.ref(`devactivity.${name}`)} end`,
      ]),
    ),
    hours: decimalOf('devactivity.hours'),
    time_requirement: decimalOf('devactivity.time_requirement'),
    time_credit: sql<number>`coalesce(devactivity.time_credit, (select sum(k.credit) from devactivity_credit k
      where k.devactivity_id = devactivity.id), 0)::float8 / 100`,
    person: nameOf('devactivity.user_id'),
    verifier: nameOf('devactivity.verified_by'),
    rotation: rotationOn('devactivity', 'completed_on'),
    credits: creditsOf,
    goals: goalsOf,
    evidence: (viewer) =>
      sql`case when ${showsTexts(viewer, 'devactivity', private_)} then ${evidenceOf('devactivity')(viewer)} else '[]' end`,
    attended: (viewer) => sql`case when ${showsTexts(viewer, 'devactivity', private_)} then ${attendedOf} end`,
    counts_in: countsIn,
    recorded_in: recordedIn,
    may_verify: (viewer) => approves(viewer, 'devactivity'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    state: equals('state', ActivityState),
    from: atLeast('completed_on', DateOnly),
    to: below('completed_on', DateOnly),
    devcategory_id: defineFilter(
      Id,
      (id) => sql<SqlBool>`devactivity.id in (select k.devactivity_id from devactivity_credit k
        where k.devcategory_id = ${id} or k.devcategory_id in (
          select c.id from devcategory c where c.parent_devcategory_id = ${id}))`,
    ),
    devgoal_id: defineFilter(
      Id,
      (id) =>
        sql<SqlBool>`devactivity.id in (select g.devactivity_id from devactivity_goal g where g.devgoal_id = ${id})`,
    ),
    cycle_id: defineFilter(
      Id,
      (id) => sql<SqlBool>`exists (select from devcycle c where c.id = ${id}
        and c.organisation_id = devactivity.organisation_id and devactivity.completed_on between c.start and c."end")`,
    ),
    /** Whether no category has its hours, which no sum counts then. */
    uncategorised: defineFilter(Type.Boolean(), (without) => {
      const has = sql<SqlBool>`exists (select from devactivity_credit k where k.devactivity_id = devactivity.id)`
      return without ? sql<SqlBool>`(devactivity.hours > 0 and not ${has})` : has
    }),
    /** Whether a part of it is in a category that no cycle of its person counts. */
    not_counted: defineFilter(Type.Boolean(), (without) => {
      const has = sql<SqlBool>`exists (select from devactivity_credit k where k.devactivity_id = devactivity.id
        and k.hours > 0 and ${isCountedNowhere})`
      return without ? has : sql<SqlBool>`not ${has}`
    }),
    /** Recorded activities that wait for the viewer to verify them. */
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) => {
      const waits = sql<SqlBool>`(devactivity.state = 'recorded' and ${approves(viewer, 'devactivity')}
        and not ${isFrozen('devactivity', 'completed_on')})`
      return waiting ? waits : sql<SqlBool>`not ${waits}`
    }),
  },
  search: ['target', 'learnings', 'provider'],
  sort: { id: null, completed_on: null, modified_at: null },
  default_sort: '-id',
  reads: readsActivities,
  writes: (viewer) => writesPersonal(viewer, 'devactivity', { private_ }),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf({}, { ...fields, client_key, organisation_id: Id }),
    async run(trx, viewer, { credits, goals, evidence, ...body }) {
      const of = await oneselfIn(trx, viewer, body.organisation_id)
      const values = { hours: 0, state: 'recorded' as const, ...toColumns(body), ...of }
      checkWriter(viewer, values, 'draft')
      const before = await findRepeated(trx, of.user_id, body.client_key)
      if (before !== null) return { id: before }
      await checkDates(trx, { ...of, ...values })
      await checkNotFrozen(trx, { ...of, dates: [values.completed_on] })
      const { id } = await rows(trx, 'devactivity').insert(values)
      await writeCredits(trx, { id, ...of, hours: values.hours }, credits)
      await writeGoals(trx, { id, ...of }, goals)
      await writeEvidence(trx, viewer, about(id, of, body), evidence)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, fields),
    async run(trx, viewer, { credits, goals, evidence, ...body }) {
      const { id } = body
      // Locked, so that it is not shared with another organisation while it becomes private.
      const stored = await trx
        .selectFrom('devactivity')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const { organisation_id, user_id } = stored
      if (stored.state === 'verified') {
        throw new AppError('not_possible', 'This activity was verified. Ask for its return before you change it.')
      }
      const changes = toColumns(body)
      await checkNotAttended(trx, stored, { ...changes, credits })
      await checkShared(trx, stored, changes)
      const values = { ...stored, ...JSON.parse(JSON.stringify(changes)) }
      await checkDates(trx, values)
      await checkNotFrozen(trx, { organisation_id, user_id, dates: [stored.completed_on, values.completed_on] })
      // What was returned is recorded again by its correction.
      const corrected = stored.state === 'returned' && body.state === undefined && { state: 'recorded' as const }
      checkWriter(viewer, { ...body, ...corrected }, stored.state)
      await rows(trx, 'devactivity').update({ ...changes, id, organisation_id, ...corrected })
      await writeCredits(trx, { id, organisation_id, user_id, hours: values.hours }, credits)
      await writeGoals(trx, { id, organisation_id, user_id }, goals)
      await writeEvidence(trx, viewer, about(id, { organisation_id, user_id }, values), evidence)
      await followOriginal(trx, viewer, id)
    },
  },
  async remove(trx, viewer, target) {
    const stored = await trx
      .selectFrom('devactivity')
      .select(['organisation_id', 'user_id', 'completed_on', 'state'])
      .where('id', '=', target.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await checkNotFrozen(trx, { ...stored, dates: [stored.completed_on] })
    if (stored.state === 'verified') throw new AppError('not_possible', 'An activity that was verified is kept.')
    await removeCopies(trx, viewer, target.id)
    await refuseAttendance(trx, target.id)
    await removeEvidence(trx, { entity: 'devactivity', entity_id: target.id })
    await rows(trx, 'devactivity').remove(target)
  },
  remark: warningsOf,
})

/** @throws {AppError} forbidden for a private one that the session does not show, and for recording in another's name */
export function checkWriter(viewer: Viewer, values: { private?: boolean; state?: string }, before: string): void {
  if (values.private) checkOpensPrivate(viewer, 'private')
  if (values.state === 'recorded' && before !== 'recorded') checkNotImpersonating(viewer)
}

type Decimals = { hours?: number; time_requirement?: number | null; time_credit?: number | null }

/** With hours as hundredths. */
export function toColumns<Body extends Decimals>(body: Body): Body {
  const names = ['hours', 'time_requirement', 'time_credit'] as const
  const converted = names.filter((name) => body[name] !== undefined)
  return { ...body, ...Object.fromEntries(converted.map((name) => [name, toHundredths(body[name], name)])) }
}

/**
 * The row that an earlier request with the same key has made. Parallel ones wait for each other.
 *
 * @returns null for a new key, or none
 */
async function findRepeated(trx: Parameters<typeof checkDates>[0], user_id: number, client_key?: string | null) {
  if (!client_key) return null
  await sql`select pg_advisory_xact_lock(hashtextextended(${`devactivity ${user_id} ${client_key}`}, 0))`.execute(trx)
  const found = await trx
    .selectFrom('devactivity')
    .select('id')
    .where('user_id', '=', user_id)
    .where('client_key', '=', client_key)
    .executeTakeFirst()
  return found?.id ?? null
}

const about = (id: number, of: { organisation_id: number; user_id: number }, body: { target?: string }) => ({
  ...of,
  entity: 'devactivity' as const,
  entity_id: id,
  title: body.target ?? '',
})
