import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { CpdAssessment } from '#db/tables/cpd/epas/cpd_assessment.ts'
import { Level } from '#db/tables/cpd/epas/cpd_epa.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { approves, readsDefinitions, withCpd, writesPersonal } from '../access.ts'
import { checkDay } from '../activities/activity_dates.ts'
import { EvidenceIds, EvidenceRows, evidenceOf, removeEvidence, writeEvidence } from '../evidence.ts'
import { readsAssessments } from '../evidence_access.ts'
import { checkNotFrozen } from '../freezing.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { checkMember } from '../people/person_for.ts'
import { rotationOn } from '../rotation_rights.ts'
import { askAssessor } from './ask.ts'

const { token_sha256: _t, ...columns } = CpdAssessment.columns
const { observed_on, request, devactivity_id, procedure_id, text } = columns
const waits = sql<SqlBool>`cpd_assessment.assessed_at is null`

/** The trainee asks a supervisor, or an assessor by a link, for an assessment; the level is never the trainee's to write. */
export const cpdassessment = defineResource({
  name: 'cpdassessment',
  plural: 'cpdassessments',
  noun: 'assessment',
  about:
    'List assessments of entrustable professional activities: your own, those that you are asked for, and those of ' +
    'people whom you supervise once they are made',
  table: 'cpd_assessment',
  row: Type.Object({
    ...columns,
    person: PersonName,
    epa: Type.String({ description: 'Code and name' }),
    levels: Type.Array(Type.String()),
    assessor: Nullable(Type.String({ description: 'Who assesses: a supervisor, or whose address has the link' })),
    rotation: Nullable(Type.String({ description: 'The rotation of its day' })),
    evidence: EvidenceRows,
    may_assess: Type.Boolean(),
  }),
  computed: {
    person: nameOf('cpd_assessment.user_id'),
    epa: sql<string>`(select e.code || ' ' || e.name from cpd_epa e where e.id = cpd_assessment.cpd_epa_id)`,
    levels: sql<string[]>`(select e.levels from cpd_epa e where e.id = cpd_assessment.cpd_epa_id)`,
    assessor: sql<string | null>`coalesce(${nameOf('cpd_assessment.assessor_user_id')},
      nullif(cpd_assessment.assessor_name, ''), cpd_assessment.assessor_email)`,
    rotation: rotationOn('cpd_assessment', 'observed_on'),
    evidence: evidenceOf('cpd_assessment'),
    may_assess: (viewer) => mayAssess(viewer),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    cpd_epa_id: equals('cpd_epa_id', Id),
    level: equals('level', Level),
    assessed: defineFilter(Type.Boolean(), (assessed) => (assessed ? sql<SqlBool>`not ${waits}` : waits)),
    /** Those that the viewer is asked for. */
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) =>
      waiting ? sql<SqlBool>`${mayAssess(viewer)}` : sql<SqlBool>`not ${mayAssess(viewer)}`,
    ),
  },
  search: ['epa', 'person', 'assessor'],
  sort: { id: null, observed_on: null, created_at: null },
  default_sort: '-id',
  reads: readsAssessments,
  writes: (viewer) => writesPersonal(viewer, 'cpd_assessment'),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf(
      { cpd_epa_id: Id, observed_on },
      {
        user_id: Id,
        assessor_user_id: Id,
        assessor_email: Type.String({ minLength: 3, maxLength: 254 }),
        assessor_name: columns.assessor_name,
        request,
        devactivity_id,
        procedure_id,
        evidence: EvidenceIds,
        level: Level,
        text,
      },
    ),
    async run(trx, viewer, { evidence, user_id = viewer.user_id, level, text = '', ...body }) {
      checkNotImpersonating(viewer)
      const epa = await findEpa(trx, viewer, body.cpd_epa_id)
      const of = { organisation_id: epa.organisation_id, user_id }
      if (user_id !== viewer.user_id) await checkAssesses(trx, viewer, { ...of, observed_on: body.observed_on })
      await checkMember(trx, of.organisation_id, user_id, 'user_id')
      await checkDay(trx, of.organisation_id, body.observed_on, 'observed_on')
      await checkNotFrozen(trx, { ...of, dates: [body.observed_on] })
      await checkRecords(trx, of, body)
      if (user_id !== viewer.user_id) return assessUnasked(trx, viewer, { ...body, ...of, level, text })
      if (level !== undefined || text) {
        throw new AppError('forbidden', 'level: nobody assesses themselves. Please ask an assessor.', 'level')
      }
      const { assessor_email, ...values } = body
      if ((assessor_email === undefined) === (values.assessor_user_id === undefined)) {
        throw wrong('assessor_user_id', 'give either a supervisor or an e-mail address.')
      }
      const { id } = await rows(trx, 'cpd_assessment').insert({ ...values, ...of })
      await writeEvidence(trx, viewer, { ...of, entity: 'cpd_assessment', entity_id: id, title: epa.code }, evidence)
      await askAssessor(trx, viewer, { ...values, ...of, id, epa: `${epa.code} ${epa.name}` }, assessor_email)
      return { id }
    },
  },
  async remove(trx, _viewer, target) {
    const stored = await trx
      .selectFrom('cpd_assessment')
      .select('assessed_at')
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow()
    if (stored.assessed_at !== null) throw new AppError('not_possible', 'An assessment that was made is kept.')
    await removeEvidence(trx, { entity: 'cpd_assessment', entity_id: target.id })
    await rows(trx, 'cpd_assessment').remove(target)
  },
})

/** Whether the viewer is asked for it, and supervises the person still, on that day or at present. */
const mayAssess = (viewer: Viewer) =>
  sql<boolean>`(${waits} and coalesce(cpd_assessment.assessor_user_id = ${viewer.user_id}, false)
    and ${approves(viewer, 'cpd_assessment')})`

async function findEpa(trx: Trx, viewer: Viewer, id: number) {
  const epa = await trx
    .selectFrom('cpd_epa')
    .select(['organisation_id', 'code', 'name', 'active'])
    .where('id', '=', id)
    .where(readsDefinitions(viewer, 'cpd_epa'))
    .executeTakeFirst()
  if (!epa || !withCpd(viewer).memberships.some((m) => m.organisation_id === epa.organisation_id)) {
    throw new AppError('not_found', 'There is no such entrustable activity.', 'cpd_epa_id')
  }
  if (!epa.active) throw new AppError('not_possible', 'This activity is switched off.', 'cpd_epa_id')
  return epa
}

/** @throws {AppError} not_found for an activity or a case of another person */
async function checkRecords(trx: Trx, of: Of, { devactivity_id, procedure_id }: Records): Promise<void> {
  for (const [field, table, id] of [
    ['devactivity_id', 'devactivity', devactivity_id],
    ['procedure_id', 'procedure', procedure_id],
  ] as const) {
    if (id == null) continue
    const { rows: found } = await sql`select from ${sql.table(table)} where id = ${id} and user_id = ${of.user_id}
      and organisation_id = ${of.organisation_id}`.execute(trx)
    if (found.length === 0) throw new AppError('not_found', 'There is no such record of the person.', field)
  }
}

/** @throws {AppError} not_found for who did not supervise the person that day: nothing else about them is answered */
async function checkAssesses(trx: Trx, viewer: Viewer, of: Of & { observed_on: string }): Promise<void> {
  const { rows: found } = await sql<{ able: boolean }>`select ${approves(viewer, 'cpd_assessment')} as able
    from (select ${of.organisation_id}::bigint as organisation_id, ${of.user_id}::bigint as user_id,
      ${of.observed_on}::date as observed_on) cpd_assessment`.execute(trx)
  if (!found[0]!.able) throw new AppError('not_found', 'There is no such person.', 'user_id')
}

/** A supervisor writes down what they have seen. */
async function assessUnasked(trx: Trx, viewer: Viewer, { level, ...body }: Seen): Promise<{ id: number }> {
  if (level === undefined) throw wrong('level', 'please say at which level you have seen it.')
  if (body.assessor_email !== undefined || body.assessor_user_id !== undefined) {
    throw wrong('assessor_user_id', 'you assess what you write down yourself.')
  }
  const by = { assessor_user_id: viewer.user_id, assessed_at: sql<string>`now()` }
  return rows(trx, 'cpd_assessment').insert({ ...body, ...by, level })
}

type Of = { organisation_id: number; user_id: number }
type Records = { devactivity_id?: number | null | undefined; procedure_id?: number | null | undefined }
type Seen = Of &
  Records & {
    cpd_epa_id: number
    observed_on: string
    level: number | undefined
    text: string
    request?: string
    assessor_name?: string
    assessor_email?: string
    assessor_user_id?: number
  }
