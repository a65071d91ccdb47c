import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Json, Nullable } from '#db/tables/columns.ts'
import { Devform } from '#db/tables/cpd/devform.ts'
import { FormField } from '#db/tables/cpd/form_field.ts'
import { FormState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { approves, cpdOrganisation, readsDefinitions, withCpd } from '../access.ts'
import { removeEvidence, writeEvidence } from '../evidence.ts'
import { readsForms } from '../evidence_access.ts'
import { checkPlanOpen, isPlanClosed } from '../freezing.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { checkMember, isRelated } from '../people/person_for.ts'
import { type Answers, checkAnswers, filesOf } from './fields.ts'

const answers = Type.Record(Type.String({ maxLength: 50 }), Type.Unknown())

export const devform = defineResource({
  name: 'devform',
  plural: 'devforms',
  noun: 'form',
  about: 'List forms: about you, by you, and those of people whom you supervise once they were submitted',
  table: 'devform',
  row: Type.Object({
    ...Devform.columns,
    person: PersonName,
    filled_by: PersonName,
    template: Type.String(),
    rotation: Nullable(Type.String({ description: 'The rotation that it assesses' })),
    fields: Json(Type.Array(FormField)),
    may_agree: Type.Boolean(),
  }),
  computed: {
    person: nameOf('devform.user_id'),
    filled_by: nameOf('devform.filled_by_user_id'),
    template: sql<string>`(select t.name from devformtemplate t where t.id = devform.devformtemplate_id)`,
    rotation: sql<string | null>`(select concat_ws(', ', rot.place, nullif(rot.specialty, '')) from cpd_rotation rot
      where rot.id = devform.cpd_rotation_id)`,
    fields: sql<unknown>`(select t.fields from devformtemplate t where t.id = devform.devformtemplate_id)`,
    may_agree: (viewer) => mayAgree(viewer),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devformtemplate_id: equals('devformtemplate_id', Id),
    devplan_id: equals('devplan_id', Id),
    cpd_rotation_id: equals('cpd_rotation_id', Id),
    filled_by_user_id: equals('filled_by_user_id', Id),
    state: equals('state', FormState),
    /** Submitted forms that wait for the viewer's agreement. */
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) => {
      const waits = sql<SqlBool>`(devform.state = 'submitted' and ${mayAgree(viewer)}
        and not ${isPlanClosed('devform.devplan_id')})`
      return waiting ? waits : sql<SqlBool>`not ${waits}`
    }),
  },
  search: ['template', 'person'],
  sort: { id: null, modified_at: null },
  default_sort: '-id',
  reads: readsForms,
  writes: (viewer) => writesForms(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf(
      { devformtemplate_id: Id },
      { user_id: Id, devplan_id: Nullable(Id), cpd_rotation_id: Nullable(Id), answers },
    ),
    async run(trx, viewer, body) {
      const template = await findTemplate(trx, viewer, body.devformtemplate_id)
      const organisation_id = await cpdOrganisation(trx, viewer, template.organisation_id)
      const user_id = body.user_id ?? viewer.user_id
      await checkMember(trx, organisation_id, user_id, 'user_id')
      const { cpd_rotation_id = null } = body
      await checkRotation(trx, { organisation_id, user_id, cpd_rotation_id })
      await checkFiller(trx, viewer, { organisation_id, user_id, filled_by: template.filled_by, cpd_rotation_id })
      await checkPlan(trx, user_id, body.devplan_id)
      checkAnswers(template.fields, body.answers ?? {}, { complete: false })
      const { version } = template
      const created = await rows(trx, 'devform').insert({
        ...body,
        organisation_id,
        user_id,
        version,
        filled_by_user_id: viewer.user_id,
      })
      await writeFiles(trx, viewer, { ...template, organisation_id, id: created.id }, body.answers)
      return created
    },
  },
  update: {
    body: bodyOf({}, { answers, devplan_id: Nullable(Id) }),
    async run(trx, viewer, body) {
      const stored = await trx
        .selectFrom('devform as f')
        .innerJoin('devformtemplate as t', 't.id', 'f.devformtemplate_id')
        .select([
          'f.id',
          'f.organisation_id',
          'f.state',
          'f.user_id',
          'f.devplan_id',
          't.fields',
          't.name',
          't.filled_by',
        ])
        .where('f.id', '=', body.id)
        .executeTakeFirstOrThrow()
      await checkPlanOpen(trx, stored.devplan_id)
      if (!['draft', 'returned'].includes(stored.state)) {
        throw new AppError('not_possible', `This form is ${stored.state}. It can be changed once it was returned.`)
      }
      await checkPlan(trx, stored.user_id, body.devplan_id)
      if (body.answers) checkAnswers(stored.fields, body.answers, { complete: false })
      await rows(trx, 'devform').update(body)
      await writeFiles(trx, viewer, stored, body.answers)
    },
  },
  async remove(trx, _viewer, target) {
    const stored = await trx
      .selectFrom('devform')
      .select(['state', 'devplan_id'])
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow()
    await checkPlanOpen(trx, stored.devplan_id)
    if (stored.state !== 'draft') throw new AppError('not_possible', 'A form that was submitted is kept.')
    await removeEvidence(trx, { entity: 'devform', entity_id: target.id })
    await rows(trx, 'devform').remove(target)
  },
})

/**
 * Files that are answers are evidence: those who read the form open them. Only the writer's own can be given, and none
 * of an anonymous writer, whom they would name.
 */
async function writeFiles(trx: Trx, viewer: Viewer, form: Written, answers: Answers | undefined): Promise<void> {
  if (!answers) return
  const { id: entity_id, organisation_id, name: title, fields, filled_by } = form
  const files = filesOf(fields, answers)
  if (filled_by === 'anonymous' && files.length > 0) {
    throw new AppError('not_possible', 'A file would name its writer, who stays anonymous.', 'answers')
  }
  const of = {
    organisation_id,
    user_id: viewer.user_id,
    entity: 'devform',
    entity_id,
    title,
    field: 'answers',
  } as const
  await writeEvidence(trx, viewer, of, files)
}

/** Who agrees: the supervisor, or the person where another has filled it in. */
export function mayAgree(viewer: Viewer) {
  return sql<boolean>`(case when devform.filled_by_user_id is distinct from devform.user_id
    then devform.user_id = ${viewer.user_id} else ${approves(viewer, 'devform')} end)`
}

function writesForms(viewer: Viewer): Scope {
  const ids = withCpd(viewer).memberships.map((m) => m.organisation_id)
  if (ids.length === 0) return scope('none', sql<SqlBool>`false`)
  const written = sql<SqlBool>`(devform.filled_by_user_id = ${viewer.user_id}
    and devform.organisation_id in (${sql.join(ids)}))`
  return scope('own', written)
}

async function findTemplate(trx: Trx, viewer: Viewer, id: number) {
  const template = await trx
    .selectFrom('devformtemplate')
    .selectAll()
    .where('id', '=', id)
    .where(readsDefinitions(viewer, 'devformtemplate'))
    .executeTakeFirst()
  if (!template) throw new AppError('not_found', 'There is no such form template.', 'devformtemplate_id')
  if (template.state !== 'published') {
    throw new AppError('not_possible', `This template is ${template.state}, not published.`, 'devformtemplate_id')
  }
  return template
}

/** @throws {AppError} forbidden for one who does not fill in such forms about the person */
async function checkFiller(trx: Trx, viewer: Viewer, of: Filled): Promise<void> {
  const { organisation_id, user_id, filled_by, cpd_rotation_id } = of
  if (filled_by === 'self') {
    if (user_id !== viewer.user_id) throw new AppError('forbidden', 'The person fills in this form.', 'user_id')
    return
  }
  const kinds = filled_by === 'supervisor' ? ['supervisor', 'alternate'] : everybody
  const related =
    user_id !== viewer.user_id &&
    (await isRelated(trx, { organisation_id, user_id, other_user_id: viewer.user_id, kinds, cpd_rotation_id }))
  if (related) return
  const whom = filled_by === 'supervisor' ? 'A current supervisor' : 'One with a current relationship to the person'
  throw new AppError('forbidden', `${whom} fills in this form.`, 'user_id')
}

const everybody = ['supervisor', 'alternate', 'educator', 'peer', 'provider']

/** @throws {AppError} not_found for a rotation of another person */
async function checkRotation(trx: Trx, { organisation_id, user_id, cpd_rotation_id }: Omit<Filled, 'filled_by'>) {
  if (cpd_rotation_id === null) return
  const { rows: found } = await sql`select from cpd_rotation where id = ${cpd_rotation_id} and user_id = ${user_id}
    and organisation_id = ${organisation_id}`.execute(trx)
  if (found.length === 0) throw new AppError('not_found', 'There is no such rotation of the person.', 'cpd_rotation_id')
}

async function checkPlan(trx: Trx, user_id: number, devplan_id: number | null | undefined): Promise<void> {
  if (devplan_id === undefined || devplan_id === null) return
  const { rows: found } = await sql`select 1 from devplan where id = ${devplan_id} and user_id = ${user_id}`.execute(
    trx,
  )
  if (found.length === 0) throw new AppError('not_found', 'There is no such plan of the person.', 'devplan_id')
  await checkPlanOpen(trx, devplan_id)
}

type Written = { id: number; organisation_id: number; name: string; fields: FormField[]; filled_by: string }
type Filled = {
  organisation_id: number
  user_id: number
  filled_by: 'self' | 'supervisor' | 'peer' | 'anonymous'
  cpd_rotation_id: number | null
}
