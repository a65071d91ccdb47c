import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { DateOnly, Id, Json, Nullable } from '#db/tables/columns.ts'
import { CpdRotation } from '#db/tables/cpd/rotations/cpd_rotation.ts'
import { RelationshipState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { checkName } from '../../crud/checks.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { atLeast, below, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsPersonal, todayIn, todayOf, withCpd, writesPersonal } from '../access.ts'
import { addDays } from '../engine/days.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { isAdministrator, personFor } from '../people/person_for.ts'
import { askSupervisor, moveSupervision } from './supervision.ts'

/** Days from today in which rotations are, and of the longest one. */
const MOST_DAYS_FROM_TODAY = 7310
const MOST_DAYS = 1830
/** Days before its end from which on an assessment is asked for. */
export const ASSESSED_BEFORE = 14

const { place, specialty, begins, ends, percent } = CpdRotation.columns
const today = todayIn(sql.ref('cpd_rotation.organisation_id'))
const phase = sql<'coming' | 'current' | 'past'>`(case when cpd_rotation.begins > ${today} then 'coming'
  when cpd_rotation.ends < ${today} then 'past' else 'current' end)`
const Phase = Type.Unsafe<'coming' | 'current' | 'past'>(Type.String({ enum: ['coming', 'current', 'past'] }))

const supervisors = sql<unknown>`coalesce((select json_agg(json_build_object('userrelationship_id', r.id,
    'user_id', r.other_user_id, 'name', ${displayNameOf('ru')}, 'begins', r.begins, 'ends', r.ends, 'state', r.state)
    order by r.begins, r.id)
  from userrelationship r join user_account ru on ru.id = r.other_user_id
  where r.cpd_rotation_id = cpd_rotation.id and r.state <> 'declined'), '[]')`

/** The day on which a supervisor has submitted the first assessment of it. */
const assessedOn = sql<string | null>`(select (min(f.submitted_at) at time zone (select o.timezone from organisation o
    where o.id = cpd_rotation.organisation_id))::date
  from devform f join devformtemplate t on t.id = f.devformtemplate_id and t.filled_by = 'supervisor'
  where f.cpd_rotation_id = cpd_rotation.id and f.state in ('submitted', 'agreed'))`

/** Whether the viewer has supervised it, so that they assess it: once it has begun, also when it is over. */
const assesses = (viewer: Viewer) =>
  sql<boolean>`exists (select from userrelationship r where r.cpd_rotation_id = cpd_rotation.id
    and r.other_user_id = ${viewer.user_id} and r.state = 'accepted' and r.begins <= ${today})`

/** Where trainees work for some months. Who supervises one reads what is dated in it, and nothing that comes later. */
export const cpdrotation = defineResource({
  name: 'cpdrotation',
  plural: 'cpdrotations',
  noun: 'rotation',
  about: 'List rotations: your own, those that you supervise or have supervised, and for administrators all',
  table: 'cpd_rotation',
  row: Type.Object({
    ...CpdRotation.columns,
    person: PersonName,
    phase: Phase,
    supervisors: Json(
      Type.Array(
        Type.Object({
          userrelationship_id: Id,
          user_id: Id,
          name: Type.String(),
          begins: DateOnly,
          ends: DateOnly,
          state: RelationshipState,
        }),
      ),
    ),
    assessed_on: Nullable(DateOnly),
    may_assess: Type.Boolean({ description: 'You supervise it, or have done so' }),
  }),
  computed: {
    person: nameOf('cpd_rotation.user_id'),
    phase,
    supervisors,
    assessed_on: assessedOn,
    may_assess: assesses,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    phase: defineFilter(Phase, (wanted) => sql<SqlBool>`${phase} = ${wanted}`),
    ends_from: atLeast('ends', DateOnly),
    begins_to: below('begins', DateOnly),
    /** Rotations that end soon, or are over, and whose assessment the viewer has not submitted. */
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) => {
      const waits = sql<SqlBool>`(cpd_rotation.ends <= ${today} + ${sql.lit(ASSESSED_BEFORE)}::int
        and cpd_rotation.ends >= ${today} - 365 and ${assesses(viewer)} and ${assessedOn} is null)`
      return waiting ? waits : sql<SqlBool>`not ${waits}`
    }),
  },
  search: ['place', 'specialty', 'person'],
  sort: { id: null, begins: null, created_at: null },
  default_sort: '-begins',
  reads: (viewer) => readsPersonal(viewer, 'cpd_rotation'),
  writes: (viewer) => writesRotations(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf(
      { place, begins, ends },
      { specialty, percent, supervisor_user_id: Id, organisation_id: Id, user_id: Id },
    ),
    async run(trx, viewer, { supervisor_user_id, ...body }) {
      if (supervisor_user_id !== undefined) checkNotImpersonating(viewer)
      const of = await personFor(trx, viewer, body)
      const named = { ...body, ...of, place: checkName(body.place, 'place') }
      await checkRotation(trx, named)
      const { id } = await rows(trx, 'cpd_rotation').insert({ ...named, created_by: viewer.user_id })
      if (supervisor_user_id !== undefined) {
        await askSupervisor(trx, viewer, { ...named, id }, { supervisor_user_id, from: body.begins })
      }
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { place, specialty, begins, ends, percent }),
    async run(trx, viewer, body) {
      const stored = await findRotation(trx, body.id)
      await checkOpen(trx, viewer, stored)
      const after = { ...stored, ...JSON.parse(JSON.stringify(body)) } as typeof stored
      await checkRotation(trx, after)
      await rows(trx, 'cpd_rotation').update({ ...body, place: checkName(body.place, 'place') })
      if (after.begins !== stored.begins || after.ends !== stored.ends) await moveSupervision(trx, stored, after)
    },
  },
  async remove(trx, viewer, target) {
    await checkOpen(trx, viewer, await findRotation(trx, target.id))
    const { rows: assessed } = await sql`select from devform where cpd_rotation_id = ${target.id} limit 1`.execute(trx)
    if (assessed.length > 0) throw new AppError('not_possible', 'A form assesses this rotation, so it is kept.')
    await rows(trx, 'cpd_rotation').remove(target)
  },
})

export const findRotation = (trx: Trx, id: number) =>
  trx.selectFrom('cpd_rotation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * What an administrator has entered, and what is over, is changed by administrators: it says whom a supervisor reads.
 *
 * @throws {AppError} forbidden
 */
export async function checkOpen(trx: Trx, viewer: Viewer, rotation: Stored): Promise<void> {
  const { organisation_id, user_id, created_by, ends } = rotation
  if (isAdministrator(viewer, organisation_id)) return
  if (created_by !== user_id) {
    throw new AppError('forbidden', 'An administrator has entered this rotation, and changes it.')
  }
  if (ends < (await todayOf(trx, organisation_id))) {
    throw new AppError('forbidden', 'This rotation is over: an administrator changes it.')
  }
}

function writesRotations(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'cpd_rotation')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  if (administered.length === 0) return own
  return scope('all', sql<SqlBool>`(${own} or cpd_rotation.organisation_id in (${sql.join(administered)}))`)
}

/** @throws {AppError} bad_request for days that cannot be, conflict for those of another rotation of the person */
export async function checkRotation(db: Db, rotation: Checked): Promise<void> {
  const { organisation_id, user_id, begins, ends } = rotation
  if (ends < begins) throw wrong('ends', 'must not be before it begins.')
  if (ends > addDays(begins, MOST_DAYS)) throw wrong('ends', 'a rotation lasts at most five years.')
  const today = await todayOf(db, organisation_id)
  if (begins < addDays(today, -MOST_DAYS_FROM_TODAY)) throw wrong('begins', 'must not be more than 20 years ago.')
  if (ends > addDays(today, MOST_DAYS_FROM_TODAY)) throw wrong('ends', 'must be within 20 years.')
  await lockRotations(db, rotation)
  const { rows: others } = await sql<{ place: string; begins: string; ends: string }>`
    select place, begins::text, ends::text from cpd_rotation
    where user_id = ${user_id} and organisation_id = ${organisation_id} and id <> ${rotation.id ?? 0}
      and begins <= ${ends}::date and ends >= ${begins}::date
    order by begins limit 1`.execute(db)
  const [other] = others
  if (!other) return
  throw new AppError('conflict', `This overlaps ${other.place}, ${other.begins} to ${other.ends}.`, 'begins')
}

/** Parallel writes of rotations of a person wait, so that none overlap. */
export async function lockRotations(db: Db, { organisation_id, user_id }: Checked): Promise<void> {
  const key = `rotation ${organisation_id} ${user_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

type Checked = { id?: number; organisation_id: number; user_id: number; begins: string; ends: string }
type Stored = { organisation_id: number; user_id: number; created_by: number | null; ends: string }
