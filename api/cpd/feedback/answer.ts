import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { DateOnly } from '#db/tables/columns.ts'
import { FormField } from '#db/tables/cpd/form_field.ts'
import { defineAction } from '../../crud/action.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { tokenHash } from '../../crud/session/random_token.ts'
import { transact } from '../../crud/transact.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { checkAnswers } from '../forms/fields.ts'
import { closed, isOpenRound } from './devfeedback.ts'

const token = Type.String({ minLength: 20, maxLength: 100 })
const strict = { additionalProperties: false }
const rateLimit = { max: 60, timeWindow: 60_000 }

const AskedFor = Type.Object({
  person: Type.String(),
  organisation: Type.String(),
  template: Type.String(),
  fields: Type.Array(FormField),
  closes_on: DateOnly,
  open: Type.Boolean(),
  answered: Type.Boolean(),
})

/** What a colleague reads who has the link: the token is in the body, so in no log. */
export const readFeedbackRequest = defineAction({
  method: 'POST',
  path: 'devfeedback/request',
  public: true,
  tags: ['devfeedbacks'],
  summary: 'Read the form about a person by the token of its link, without an account',
  body: Type.Object({ token }, strict),
  answer: AskedFor,
  status: 200,
  config: { rateLimit },
  async run({ context: { db }, body, request }) {
    const { id: _i, organisation_id: _o, devfeedback_id: _f, ...shown } = await findRequest(db, body.token, request.ip)
    return shown
  },
})

/** Once. The answer is stored without the colleague, and nothing says when. */
export const answerFeedback = defineAction({
  method: 'POST',
  path: 'devfeedback/answer',
  public: true,
  tags: ['devfeedbacks'],
  summary: 'Answer the form about a person by the token of its link, once, without an account',
  body: Type.Object(
    { token, answers: Type.Record(Type.String({ maxLength: 50 }), Type.Unknown(), { maxProperties: 200 }) },
    strict,
  ),
  message: 'Thank you. Your answers were received.',
  status: 200,
  config: { rateLimit },
  async run({ context, body, request }) {
    await transact(context, async (trx) => {
      const { id, organisation_id, devfeedback_id, fields, open, answered } = await findRequest(
        trx,
        body.token,
        request.ip,
      )
      if (answered) throw new AppError('conflict', 'You have answered before.')
      if (!open) throw closed()
      checkAnswers(fields, body.answers, { complete: true })
      // The round is locked, so that none is counted after it was closed.
      const { rows: kept } = await sql`select from devfeedback where id = ${devfeedback_id} and ${isOpenRound}
        for share`.execute(trx)
      if (kept.length === 0) throw closed()
      const { rows: taken } = await sql`update devfeedback_colleague set answered = true where id = ${id}
        and not answered returning id`.execute(trx)
      if (taken.length === 0) throw new AppError('conflict', 'You have answered before.')
      const values = { organisation_id, devfeedback_id, answers: JSON.stringify(body.answers) as never }
      await trx.insertInto('devfeedback_answer').values(values).execute()
    })
  },
})

/** @throws {AppError} not_found for a token of no link; guesses are counted for their network */
async function findRequest(db: Db | Trx, token: string, ip: string): Promise<Request> {
  const { rows } = await sql<Request>`
    select c.id, c.organisation_id, c.devfeedback_id, c.answered, ${displayNameOf('u')} as person,
      o.name as organisation, t.name as template, t.fields, devfeedback.closes_on::text, ${isOpenRound} as open
    from devfeedback_colleague c join devfeedback on devfeedback.id = c.devfeedback_id
    join user_account u on u.id = devfeedback.user_id and u.deleted_at is null
    join organisation o on o.id = c.organisation_id
    join organisation_config f on f.organisation_id = o.id and 'cpd' = any(f.features)
    join devformtemplate t on t.id = devfeedback.devformtemplate_id
    where c.token_sha256 = ${tokenHash(token)} and ${isServed(sql`o.id`)}`.execute(db)
  if (rows[0]) return rows[0]
  await takeAttempt(db, 'token_address', networkOf(ip))
  throw new AppError('not_found', 'This link leads to no form, or not any more.', 'token')
}

type Request = {
  id: number
  organisation_id: number
  devfeedback_id: number
  answered: boolean
  person: string
  organisation: string
  template: string
  fields: FormField[]
  closes_on: string
  open: boolean
}
