import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { CpdAttendance } from '#db/tables/cpd/events/cpd_attendance.ts'
import { AttendanceState } from '#db/tables/cpd/values.ts'
import { nothing, type Scope, scope } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { read, takeStep } from '../../crud/crud.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { withCpd } from '../access.ts'
import { removeCopies } from '../activities/follow.ts'
import { removeEvidence } from '../evidence.ts'
import { checkNotFrozen } from '../freezing.ts'
import { nameOf, PersonName } from '../people/names.ts'

/** Who was at an event. Administrators take back what was recorded by mistake; the person refuses it. */
export const cpdattendance = defineResource({
  name: 'cpdattendance',
  plural: 'cpdattendances',
  noun: 'attendance',
  about: 'List who was at events: your own, and for administrators everybody’s',
  table: 'cpd_attendance',
  row: Type.Object({
    ...CpdAttendance.columns,
    person: PersonName,
    event: Type.String(),
    starts_at: Timestamp,
    recorder: PersonName,
  }),
  computed: {
    person: nameOf('cpd_attendance.user_id'),
    event: sql<string>`(select e.name from cpd_event e where e.id = cpd_attendance.cpd_event_id)`,
    starts_at: sql<string>`(select e.starts_at from cpd_event e where e.id = cpd_attendance.cpd_event_id)`,
    recorder: nameOf('cpd_attendance.recorded_by'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    cpd_event_id: equals('cpd_event_id', Id),
    state: equals('state', AttendanceState),
  },
  search: ['person', 'event'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) => ofPeople(viewer, true),
  writes: (viewer) => ofPeople(viewer, false),

  async remove(trx, viewer, target) {
    checkNotImpersonating(viewer)
    const { devactivity_id } = await trx
      .selectFrom('cpd_attendance')
      .select('devactivity_id')
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow()
    await rows(trx, 'cpd_attendance').remove(target)
    await removeActivity(trx, viewer, devactivity_id)
  },
})

export const refuseAttendance = defineAction({
  method: 'POST',
  path: 'cpdattendance/refuse',
  tags: ['cpdattendances'],
  summary: 'Refuse an attendance that was recorded for you: its activity is deleted, and no list records you again',
  body: Type.Object({ id: Id }, { additionalProperties: false }),
  answer: cpdattendance.row,
  async run({ context, viewer, body: { id } }) {
    checkNotImpersonating(viewer)
    await takeStep(context, cpdattendance, viewer, id, async (trx, row) => {
      if (row.user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person refuses an attendance.')
      if (row.state === 'refused') throw new AppError('not_possible', 'This attendance was refused already.')
      await trx.updateTable('cpd_attendance').set({ devactivity_id: null }).where('id', '=', id).execute()
      await removeActivity(trx, viewer, row.devactivity_id)
      return { state: 'refused' }
    })
    return read(context.db, cpdattendance, viewer, id)
  },
})

/** Verified ones too: what never was is not kept because a supervisor has believed it. */
async function removeActivity(trx: Trx, viewer: Viewer, id: number | null): Promise<void> {
  if (id === null) return
  const stored = await trx.selectFrom('devactivity').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await checkNotFrozen(trx, { ...stored, dates: [stored.completed_on] })
  await removeCopies(trx, viewer, id)
  await removeEvidence(trx, { entity: 'devactivity', entity_id: id })
  await rows(trx, 'devactivity').remove({ id, organisation_id: stored.organisation_id })
}

/** Administrators and CPD officers of the organisation, and with `own` the person. */
function ofPeople(viewer: Viewer, own: boolean): Scope {
  const able = withCpd(viewer)
  const ids = able.memberships.map((m) => m.organisation_id)
  const administered = organisationsOf(able, ...managesAll)
  if (ids.length === 0 || (!own && administered.length === 0)) return nothing
  const all =
    administered.length > 0
      ? sql<SqlBool>`cpd_attendance.organisation_id in (${sql.join(administered)})`
      : sql<SqlBool>`false`
  const theirs = own
    ? sql<SqlBool>`(cpd_attendance.user_id = ${viewer.user_id} and cpd_attendance.organisation_id in (${sql.join(ids)}))`
    : sql<SqlBool>`false`
  return scope(administered.length > 0 ? 'all' : 'own', sql<SqlBool>`(${all} or ${theirs})`)
}
