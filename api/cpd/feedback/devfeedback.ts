import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { Devfeedback } from '#db/tables/cpd/feedback/devfeedback.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import {
  approves,
  cpdOrganisation,
  readsDefinitions,
  readsPersonal,
  todayIn,
  todayOf,
  withCpd,
  writesPersonal,
} from '../access.ts'
import { addDays } from '../engine/days.ts'
import { checkPlanOpen } from '../freezing.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { checkMember, isAdministrator, noSuchPerson } from '../people/person_for.ts'

/** Results with fewer answers are not shown. */
export const MIN_ANSWERS = 3
/** Days for which a round is open at most. */
const MOST_DAYS = 180
/** Answers of these kinds would name the colleague. */
const NAMING = ['file', 'procedure', 'signature']

const { closes_on } = Devfeedback.columns

/** Whether colleagues can still answer. */
export const isOpenRound = sql<boolean>`(devfeedback.closed_at is null
  and devfeedback.closes_on >= ${todayIn(sql.ref('devfeedback.organisation_id'))})`

const countOf = (condition: RawBuilder<unknown>) => sql<number>`(select count(*)::int from devfeedback_colleague dc
  where dc.devfeedback_id = devfeedback.id and ${condition})`

/**
 * Whether a list of colleagues waits for the viewer, who is not the person: as their supervisor where the form says so,
 * as an administrator or a CPD officer always.
 */
function approvesList(viewer: Viewer): RawBuilder<SqlBool> {
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  const administers =
    administered.length > 0
      ? sql<SqlBool>`devfeedback.organisation_id in (${sql.join(administered)})`
      : sql<SqlBool>`false`
  return sql<SqlBool>`(devfeedback.proposed_at is not null and ${isOpenRound}
    and devfeedback.user_id <> ${viewer.user_id} and (${administers}
      or devfeedback.colleagues_approved_by = 'supervisor' and ${approves(viewer, 'devfeedback')}))`
}

/** Results are read once a round is closed: what one more answer changes would be that colleague's answer. */
export const devfeedback = defineResource({
  name: 'devfeedback',
  plural: 'devfeedbacks',
  noun: 'round of feedback',
  about:
    'List rounds of multi-source feedback: your own, those of people whom you supervise once they are closed, and for ' +
    'administrators all',
  table: 'devfeedback',
  row: Type.Object({
    ...Devfeedback.columns,
    person: PersonName,
    template: Type.String(),
    open: Type.Boolean({ description: 'Colleagues can answer' }),
    asked: Type.Integer({ description: 'Colleagues who were asked' }),
    proposed: Type.Integer({ description: 'Colleagues who are asked once the list is approved' }),
    answered: Type.Integer({ description: 'Answers; who has answered is kept from everybody' }),
    shown: Type.Boolean({ description: `Closed, with at least ${MIN_ANSWERS} answers: the results can be read` }),
    may_approve: Type.Boolean({ description: 'A list of colleagues waits, and the viewer may approve or refuse it' }),
  }),
  computed: {
    person: nameOf('devfeedback.user_id'),
    template: sql<string>`(select t.name from devformtemplate t where t.id = devfeedback.devformtemplate_id)`,
    open: isOpenRound,
    asked: countOf(sql`not dc.proposed`),
    proposed: countOf(sql`dc.proposed`),
    answered: countOf(sql`dc.answered`),
    shown: sql<boolean>`(not ${isOpenRound} and ${countOf(sql`dc.answered`)} >= ${sql.lit(MIN_ANSWERS)})`,
    may_approve: (viewer) => approvesList(viewer),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devplan_id: equals('devplan_id', Id),
    open: defineFilter(Type.Boolean(), (open) => sql<SqlBool>`${isOpenRound} = ${open}`),
    /** Lists of colleagues that wait for the viewer's approval. */
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) => sql<SqlBool>`${approvesList(viewer)} = ${waiting}`),
  },
  search: ['template', 'person'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) =>
    readsPersonal(viewer, 'devfeedback', { submitted: sql<SqlBool>`(not ${isOpenRound} or ${approvesList(viewer)})` }),
  writes: (viewer) => writesRounds(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf({ devformtemplate_id: Id, closes_on }, { user_id: Id, devplan_id: Nullable(Id) }),
    async run(trx, viewer, body) {
      const { organisation_id, colleagues_approved_by } = await templateOf(trx, viewer, body.devformtemplate_id)
      const user_id = body.user_id ?? viewer.user_id
      if (user_id !== viewer.user_id && !isAdministrator(viewer, organisation_id)) throw noSuchPerson()
      await checkMember(trx, organisation_id, user_id, 'user_id')
      await checkLastDay(trx, organisation_id, body.closes_on)
      await checkPlan(trx, user_id, organisation_id, body.devplan_id)
      const values = { ...body, organisation_id, user_id, colleagues_approved_by, created_by: viewer.user_id }
      return rows(trx, 'devfeedback').insert(values)
    },
  },
  update: {
    body: bodyOf({}, { closes_on: DateOnly }),
    async run(trx, _viewer, body) {
      const stored = await trx.selectFrom('devfeedback').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      if (stored.closed_at !== null || stored.closes_on < (await todayOf(trx, stored.organisation_id))) throw closed()
      if (body.closes_on) await checkLastDay(trx, stored.organisation_id, body.closes_on)
      await rows(trx, 'devfeedback').update(body)
    },
  },
  async remove(trx, _viewer, target) {
    const { rows: found } =
      await sql`select from devfeedback_answer where devfeedback_id = ${target.id} limit 1`.execute(trx)
    // Otherwise it would be asked until the answers please.
    if (found.length > 0) throw new AppError('not_possible', 'A colleague has answered: this round is kept.')
    await rows(trx, 'devfeedback').remove(target)
  },
})

export const closed = () => new AppError('not_possible', 'This round is closed.')

function writesRounds(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'devfeedback')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  if (administered.length === 0) return own
  return scope('all', sql<SqlBool>`(${own} or devfeedback.organisation_id in (${sql.join(administered)}))`)
}

/** @throws {AppError} for a template that is not there, is not published, or whose answers would name a colleague */
async function templateOf(trx: Trx, viewer: Viewer, id: number) {
  const template = await trx
    .selectFrom('devformtemplate')
    .select(['organisation_id', 'state', 'filled_by', 'fields', 'colleagues_approved_by'])
    .where('id', '=', id)
    .where(readsDefinitions(viewer, 'devformtemplate'))
    .executeTakeFirst()
  const refuse = (text: string) => new AppError('not_possible', text, 'devformtemplate_id')
  if (!template) throw new AppError('not_found', 'There is no such form template.', 'devformtemplate_id')
  if (template.state !== 'published') throw refuse(`This template is ${template.state}, not published.`)
  if (template.filled_by !== 'anonymous') throw refuse('Colleagues answer anonymous forms only.')
  const naming = template.fields.find(({ kind }) => NAMING.includes(kind))
  if (naming) throw refuse(`${naming.label}: a ${naming.kind} would name the colleague.`)
  const organisation_id = await cpdOrganisation(trx, viewer, template.organisation_id)
  return { organisation_id, colleagues_approved_by: template.colleagues_approved_by }
}

async function checkLastDay(trx: Trx, organisation_id: number, day: string): Promise<void> {
  const today = await todayOf(trx, organisation_id)
  if (day < today) throw wrong('closes_on', 'must not be in the past.')
  if (day > addDays(today, MOST_DAYS)) throw wrong('closes_on', `a round is open for at most ${MOST_DAYS} days.`)
}

async function checkPlan(trx: Trx, user_id: number, organisation_id: number, id: number | null | undefined) {
  if (id === undefined || id === null) return
  const { rows: found } = await sql`select from devplan
    where id = ${id} and user_id = ${user_id} and organisation_id = ${organisation_id}`.execute(trx)
  if (found.length === 0) throw new AppError('not_found', 'There is no such plan of the person.', 'devplan_id')
  await checkPlanOpen(trx, id)
}
