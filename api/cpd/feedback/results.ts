import { sql } from 'kysely'
import { Type } from 'typebox'
import { Nullable } from '#db/tables/columns.ts'
import type { FormField } from '#db/tables/cpd/form_field.ts'
import { defineAction } from '../../crud/action.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { AppError } from '../../http/errors.ts'
import { isAdministrator } from '../people/person_for.ts'
import { devfeedback, MIN_ANSWERS } from './devfeedback.ts'
import { type Answers, summarise } from './summary.ts'

const Question = Type.Object({
  name: Type.String(),
  label: Type.String(),
  kind: Type.Unsafe<FormField['kind']>(Type.String()),
  count: Type.Integer({ description: 'Colleagues who have answered it' }),
  hidden: Type.Boolean({ description: `Fewer than ${MIN_ANSWERS} have answered it` }),
  mean: Nullable(Type.Number({ description: 'Of numbers and scales' })),
  counts: Nullable(Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))),
  texts: Nullable(Type.Array(Type.String(), { description: 'In the order of the alphabet' })),
})

/** For the person and who supervises them, once the round is closed. */
export const readFeedbackResults = defineAction({
  method: 'GET',
  path: 'devfeedback/results',
  tags: ['devfeedbacks'],
  summary: 'Read what colleagues have answered, together and without names',
  query: IdQuery,
  answer: Type.Object({ answers: Type.Integer(), questions: Type.Array(Question) }),
  async run({ context: { db }, viewer, query: { id } }) {
    checkNotImpersonating(viewer)
    const round = await read(db, devfeedback, viewer, id)
    if (round.open) throw new AppError('not_possible', 'The results are read once the round is closed.')
    if (!round.shown) {
      throw new AppError(
        'not_possible',
        `Fewer than ${MIN_ANSWERS} colleagues have answered, so their answers are kept closed.`,
      )
    }
    const { fields } = await db
      .selectFrom('devformtemplate')
      .select('fields')
      .where('id', '=', round.devformtemplate_id)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ answers: Answers }>`select answers from devfeedback_answer
      where devfeedback_id = ${id} order by id`.execute(db)
    const given = rows.map(({ answers }) => answers)
    return { answers: given.length, questions: summarise(fields, given, MIN_ANSWERS) }
  },
})

/**
 * Whom one has asked: for the person and administrators; of a list that waits, for the supervisor who approves it. Who of
 * them has answered is kept from everybody.
 */
export const listColleagues = defineAction({
  method: 'GET',
  path: 'devfeedback/colleagues',
  tags: ['devfeedbacks'],
  summary: 'List the colleagues who were asked in a round of feedback; supervisors see whom they are asked to approve',
  query: IdQuery,
  answer: Type.Array(
    Type.Object({
      email: Type.String(),
      name: Type.String(),
      proposed: Type.Boolean({ description: 'Not asked: the list is not approved' }),
    }),
  ),
  async run({ context: { db }, viewer, query: { id } }) {
    const { user_id, organisation_id, may_approve } = await read(db, devfeedback, viewer, id)
    const reads_all = user_id === viewer.user_id || isAdministrator(viewer, organisation_id)
    if (!reads_all && !may_approve) throw new AppError('forbidden')
    return db
      .selectFrom('devfeedback_colleague')
      .select(['email', 'name', 'proposed'])
      .where('devfeedback_id', '=', id)
      .$if(!reads_all, (query) => query.where('proposed', '=', true))
      .orderBy('email')
      .execute()
  },
})
