import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { CpdAssessment } from '#db/tables/cpd/epas/cpd_assessment.ts'
import { Level } from '#db/tables/cpd/epas/cpd_epa.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read, takeStep } from '../../crud/crud.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { tokenHash } from '../../crud/session/random_token.ts'
import { transact } from '../../crud/transact.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { checkNotFrozen } from '../freezing.ts'
import { checkApproves } from '../steps.ts'
import { cpdassessment } from './cpdassessment.ts'

const { text, assessor_name } = CpdAssessment.columns
const token = Type.String({ minLength: 20, maxLength: 100 })
const strict = { additionalProperties: false }
const rateLimit = { max: 60, timeWindow: 60_000 }
const tags = ['cpdassessments']

/** By the supervisor who was asked. What is assessed does not change any more. */
export const makeAssessment = defineAction({
  method: 'POST',
  path: 'cpdassessment/assess',
  tags,
  summary: 'Assess what you were asked for: the level at which you have seen it, with your words',
  body: Type.Object({ id: Id, level: Level, text: Type.Optional(text) }, strict),
  answer: cpdassessment.row,
  async run({ context, viewer, body: { id, level, text = '' } }) {
    await takeStep(context, cpdassessment, viewer, id, async (trx, row) => {
      if (row.assessed_at !== null) throw assessed()
      checkApproves(viewer, row.may_assess)
      await checkNotFrozen(trx, { ...row, dates: [row.observed_on] })
      const { organisation_id } = row
      await audit(trx, viewer, 'cpdassessment.assess', { organisation_id, entity: 'cpd_assessment', entity_id: id })
      return { level, text: text.trim(), assessed_at: sql`now()` }
    })
    return read(context.db, cpdassessment, viewer, id)
  },
})

/** What an assessor reads who has the link. */
export const readAssessmentRequest = defineAction({
  method: 'POST',
  path: 'cpdassessment/request',
  public: true,
  tags,
  summary: 'Read what you are asked to assess by the token of its link, without an account',
  body: Type.Object({ token }, strict),
  answer: Type.Object({
    person: Type.String(),
    organisation: Type.String(),
    epa: Type.String(),
    description: Type.String(),
    levels: Type.Array(Type.String()),
    observed_on: DateOnly,
    request: Type.String(),
    assessed: Type.Boolean(),
  }),
  status: 200,
  config: { rateLimit },
  async run({ context: { db }, body, request }) {
    const { id: _i, organisation_id: _o, user_id: _u, ...shown } = await findRequest(db, body.token, request.ip)
    return shown
  },
})

export const answerAssessment = defineAction({
  method: 'POST',
  path: 'cpdassessment/answer',
  public: true,
  tags,
  summary: 'Assess by the token of your link, once, without an account',
  body: Type.Object(
    { token, level: Level, name: Type.Unsafe<string>({ ...assessor_name, minLength: 1 }), text: Type.Optional(text) },
    strict,
  ),
  message: 'Thank you. Your assessment was received.',
  status: 200,
  config: { rateLimit },
  async run({ context, body: { token, level, name, text = '' }, request }) {
    await transact(context, async (trx) => {
      const { id, assessed: before, observed_on, ...of } = await findRequest(trx, token, request.ip)
      if (before) throw assessed()
      await checkNotFrozen(trx, { ...of, dates: [observed_on] })
      const { rows } = await sql`update cpd_assessment set level = ${level}, text = ${text.trim()},
          assessor_name = ${name.trim()}, assessed_at = now(), modified_at = now()
        where id = ${id} and assessed_at is null returning id`.execute(trx)
      if (rows.length === 0) throw assessed()
    })
  },
})

const assessed = () => new AppError('conflict', 'This was assessed before.')

/** @throws {AppError} not_found for a token of no link; guesses are counted for their network */
async function findRequest(db: Db | Trx, token: string, ip: string): Promise<Request> {
  const { rows } = await sql<Request>`
    select a.id, a.organisation_id, a.user_id, ${displayNameOf('u')} as person, o.name as organisation,
      e.code || ' ' || e.name as epa, e.description, e.levels, a.observed_on::text, a.request,
      a.assessed_at is not null as assessed
    from cpd_assessment a join cpd_epa e on e.id = a.cpd_epa_id
    join user_account u on u.id = a.user_id and u.deleted_at is null
    join organisation o on o.id = a.organisation_id
    join organisation_config f on f.organisation_id = o.id and 'cpd' = any(f.features)
    where a.token_sha256 = ${tokenHash(token)} and ${isServed(sql`o.id`)}`.execute(db)
  if (rows[0]) return rows[0]
  await takeAttempt(db, 'token_address', networkOf(ip))
  throw new AppError('not_found', 'This link leads to no assessment, or not any more.', 'token')
}

type Request = {
  id: number
  organisation_id: number
  user_id: number
  person: string
  organisation: string
  epa: string
  description: string
  levels: string[]
  observed_on: string
  request: string
  assessed: boolean
}
