import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { judged } from '../engine/verdict.ts'
import { isAdministrator } from '../people/person_for.ts'
import { devplan } from '../plans/devplan.ts'
import { type Frozen, findCycle } from '../results/stats.ts'
import { cpdcertificate } from './cpdcertificate.ts'

const tags = ['cpdcertificates']

/** The result of a closed cycle cannot be changed any more, so the person may ask for it as well as an administrator. */
export const issueCertificate = defineAction({
  method: 'POST',
  path: 'cpdcertificate/issue',
  tags,
  summary: 'Issue the certificate of a person who has met a closed cycle, or read the one that was issued',
  body: Type.Object({ devplan_id: Id }, { additionalProperties: false }),
  answer: cpdcertificate.row,
  message: 'The certificate is issued.',
  async run({ context, viewer, body: { devplan_id } }) {
    checkNotImpersonating(viewer)
    const id = await transact(context, async (trx) => {
      const { organisation_id, user_id } = await read(trx, devplan, viewer, devplan_id, { lock: true })
      if (user_id !== viewer.user_id && !isAdministrator(viewer, organisation_id)) {
        throw new AppError('forbidden', 'Only the person and administrators do that.')
      }
      const [plan] = await plansOf(trx, sql`p.id = ${devplan_id}`, 1)
      if (!plan) throw new AppError('not_possible', 'The cycle is not closed for this person yet.', 'devplan_id')
      if (plan.audited) throw new AppError('not_possible', 'An audit has found that it was not met.', 'devplan_id')
      if (!isMet(plan)) throw new AppError('not_possible', 'The person has not met the cycle.', 'devplan_id')
      await issue(trx, viewer, [plan])
      const { id } = await trx
        .selectFrom('cpd_certificate')
        .select('id')
        .where('devplan_id', '=', devplan_id)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow()
      return id
    })
    return read(context.db, cpdcertificate, viewer, id)
  },
})

export const issueCertificates = defineAction({
  method: 'POST',
  path: 'cpdcertificates/issue',
  tags,
  summary: 'Issue the certificates of people who have met a closed cycle, some hundred people at a time',
  body: Type.Object(
    { cycle_id: Id, after: Type.Optional(Type.Unsafe<number>({ ...Id, description: '`next` of the call before' })) },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    issued: Type.Integer({ description: 'By this call' }),
    next: Nullable(Type.Unsafe<number>({ ...Id, description: 'Where the next call continues; null at the end' })),
  }),
  async run({ context, viewer, body: { cycle_id, after: from = 0 } }) {
    checkNotImpersonating(viewer)
    const cycle = await findCycle(context.db, viewer, { cycle_id, user_id: viewer.user_id })
    const { organisation_id } = cycle
    if (!isAdministrator(viewer, organisation_id)) {
      throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
    }
    let [issued, after] = [0, from]
    for (let part = 0; part < PARTS; part++) {
      const done = await transact(context, async (trx) => {
        const without = sql`p.devcycle_id = ${cycle_id} and p.id > ${after} and not exists (
          select from cpd_certificate c where c.devplan_id = p.id and c.withdrawn_at is null)`
        const plans = await plansOf(trx, without, PEOPLE_AT_ONCE)
        const met = plans.filter(isMet)
        if (met.length > 0) {
          await issue(trx, viewer, met)
          const about = { organisation_id, entity: 'devcycle', entity_id: cycle_id, details: { issued: met.length } }
          await audit(trx, viewer, 'cpdcertificates.issue', about)
        }
        return { issued: met.length, last: plans.at(-1)?.id, left: plans.length === PEOPLE_AT_ONCE }
      })
      issued += done.issued
      if (!done.left) return { issued, next: null }
      after = done.last!
    }
    return { issued, next: after }
  },
})

const isMet = ({ result, audited }: Plan) => !audited && judged(result.result).verdict === 'met'

/** Plans whose results are kept, of people who still have their account. */
async function plansOf(trx: Trx, where: ReturnType<typeof sql>, most: number): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select p.id, p.organisation_id, p.user_id, p.devcycle_id, p.result, p.closed_from::text as start,
      p.closed_to::text as "end", ${displayNameOf('u')} as person, coalesce(u.number, '') as number,
      o.name as organisation, c.name as cycle, coalesce(s.name, '') as standard,
      exists (select from cpd_audit a where a.user_id = p.user_id and a.devcycle_id = p.devcycle_id
        and a.verdict = 'not_met') as audited
    from devplan p join devcycle c on c.id = p.devcycle_id join organisation o on o.id = p.organisation_id
      join user_account u on u.id = p.user_id and u.deleted_at is null
      left join cpd_standard s on s.id = c.cpd_standard_id
    where p.result is not null and p.closed_at is not null and not c.closing and not c.opening and ${where}
    order by p.id limit ${most} for update of p`.execute(trx)
  return rows
}

async function issue(trx: Trx, viewer: Viewer, plans: Plan[]): Promise<void> {
  const values = plans.map(({ id, result: _result, audited: _audited, ...plan }) => ({
    ...plan,
    devplan_id: id,
    code: makeCode(),
    issued_by: viewer.user_id,
  }))
  const insert = trx.insertInto('cpd_certificate').values(values)
  await insert.onConflict((on) => on.column('devplan_id').where('withdrawn_at', 'is', null).doNothing()).execute()
}

/** 100 bits, in the letters of Crockford's base 32: none is read as another. */
const makeCode = () => Array.from({ length: 20 }, () => LETTERS[randomInt(32)]).join('')
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PEOPLE_AT_ONCE = 50
const PARTS = 10

type Plan = {
  id: number
  organisation_id: number
  user_id: number
  devcycle_id: number
  result: Frozen
  start: string
  end: string
  person: string
  number: string
  organisation: string
  cycle: string
  standard: string
  /** An audit has found it not to be met. */
  audited: boolean
}
