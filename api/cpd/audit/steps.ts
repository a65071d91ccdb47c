import { type RawBuilder, sql } from 'kysely'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import type { JudgedActivity } from '#db/tables/cpd/audits/cpd_audit.ts'
import { ActivityVerdict, AuditVerdict } from '#db/tables/cpd/values.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read, takeStep } from '../../crud/crud.ts'
import type { RowIn } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { todayOf } from '../access.ts'
import { EvidenceIds, writeEvidence } from '../evidence.ts'
import { checkDecides } from '../people/decides.ts'
import { inform } from '../people/inform.ts'
import { isManagerIn } from '../people/managers.ts'
import { auditAsked, auditDecided } from '../words/audit.ts'
import { cpdaudit } from './cpdaudit.ts'

const Words = Type.String({ maxLength: 5000 })
const beforeDecision = ['notified', 'submitted', 'more_asked'] as const

export const submitAudit = defineAuditStep(
  'submit',
  'Submit your records for their audit, with evidence that was asked for',
  { text: Type.Optional(Type.String({ maxLength: 20_000 })), evidence: Type.Optional(EvidenceIds) },
  async (trx, viewer, row, { text, evidence }) => {
    checkOwn(viewer, row)
    expectState(row, 'notified', 'more_asked')
    const title = `the audit of ${row.cycle}`
    const of = { organisation_id: row.organisation_id, user_id: row.user_id, entity: 'cpd_audit' as const }
    await writeEvidence(trx, viewer, { ...of, entity_id: row.id, title }, evidence)
    const reply = text === undefined ? row.reply : text.trim()
    return { state: 'submitted', reply, submitted_at: sql`now()` }
  },
)

export const judgeActivity = defineAuditStep(
  'judge',
  'Judge an activity of an audit, with the reason; again to change it',
  { devactivity_id: Id, verdict: ActivityVerdict, reason: Type.Optional(Type.String({ maxLength: 2000 })) },
  async (trx, viewer, row, { devactivity_id, verdict, reason = '' }) => {
    checkDecides(viewer, row, 'id')
    expectState(row, ...beforeDecision, 'appealed')
    if (verdict !== 'accepted') required(reason, 'reason')
    await checkActivity(trx, row, devactivity_id)
    const on = await todayOf(trx, row.organisation_id)
    const others = row.activities.filter((one) => one.devactivity_id !== devactivity_id)
    if (others.length >= MOST_ACTIVITIES) {
      throw new AppError('not_possible', `An audit has verdicts on at most ${MOST_ACTIVITIES} activities.`)
    }
    return { activities: json([...others, { devactivity_id, verdict, reason: reason.trim(), on }]) }
  },
)

export const askForMore = defineAuditStep(
  'ask',
  'Ask the person of an audit for more evidence, until a day',
  { text: Words, due_on: DateOnly },
  async (trx, viewer, row, { text, due_on }) => {
    checkDecides(viewer, row, 'id')
    expectState(row, ...beforeDecision)
    const asked = required(text, 'text')
    if (due_on <= (await todayOf(trx, row.organisation_id))) throw wrong('due_on', 'must be after today.')
    await inform(
      trx,
      { ...row, page: 'audit' },
      {
        occasion: `asked ${due_on} ${Date.now()}`,
        texts: auditAsked,
        values: { cycle: row.cycle, day: due_on, asked },
      },
    )
    return { state: 'more_asked', asked, due_on }
  },
)

export const decideAudit = defineAuditStep(
  'decide',
  'Decide on an audit, or on an appeal against the decision, with the reason: the person is notified',
  { verdict: AuditVerdict, reason: Words },
  async (trx, viewer, row, { verdict, reason }) => {
    checkDecides(viewer, row, 'id')
    expectState(row, ...beforeDecision, 'appealed')
    const why = required(reason, 'reason')
    const is_appeal = row.state === 'appealed'
    if (is_appeal) await checkAnother(trx, viewer, row)
    await inform(
      trx,
      { ...row, page: 'audit' },
      {
        occasion: is_appeal ? 'appeal' : 'decision',
        texts: auditDecided(verdict, is_appeal),
        values: { cycle: row.cycle },
      },
    )
    const first = is_appeal ? { first_verdict: row.verdict, first_reason: row.reason } : {}
    const decided = { verdict, reason: why, decided_by: viewer.user_id, decided_at: sql`now()` }
    return { ...first, ...decided, state: is_appeal ? 'final' : 'decided' }
  },
)

export const appealAudit = defineAuditStep(
  'appeal',
  'Appeal against the decision on the audit of your records, within 28 days of it',
  { text: Type.String({ maxLength: 20_000 }) },
  async (_trx, viewer, row, { text }) => {
    checkOwn(viewer, row)
    expectState(row, 'decided')
    if (row.appeal_until === null) throw new AppError('not_possible', 'The time for an appeal is over.')
    return { state: 'appealed', appeal: required(text, 'text'), appealed_at: sql`now()` }
  },
)

/** All are in the audit log: of administrators what they decide, of the person that they have submitted or appealed. */
function defineAuditStep<const Verb extends string, const Fields extends TProperties>(
  verb: Verb,
  summary: string,
  fields: Fields,
  step: (trx: Trx, viewer: Viewer, row: Audit, body: Static<TObject<Fields>>) => Promise<Changes>,
) {
  return defineAction({
    method: 'POST',
    path: `cpdaudit/${verb}` as const,
    tags: ['cpdaudits'],
    summary,
    body: Type.Object({ id: Id, ...fields }, { additionalProperties: false }),
    answer: cpdaudit.row,
    async run({ context, viewer, body }) {
      const { id } = body as { id: number }
      checkNotImpersonating(viewer)
      await takeStep(context, cpdaudit, viewer, id, async (trx, row) => {
        const changes = await step(trx, viewer, row, body as never)
        const { organisation_id } = row
        const details = { ...(changes.verdict !== undefined && { verdict: changes.verdict }) }
        await audit(trx, viewer, `cpdaudit.${verb}`, { organisation_id, entity: 'cpdaudit', entity_id: id, details })
        return changes
      })
      return read(context.db, cpdaudit, viewer, id)
    },
  })
}

function checkOwn(viewer: Viewer, { user_id }: Audit): void {
  if (user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person of the audit does that.')
}

function expectState({ state }: Audit, ...wanted: Audit['state'][]): void {
  if (wanted.includes(state)) return
  throw new AppError('not_possible', `This is not possible in an audit that is ${state.replace('_', ' ')}.`)
}

function required(text: string, field: string): string {
  const words = text.trim()
  if (!words) throw wrong(field, 'please say why, in words that the person reads.')
  return words
}

/** @throws {AppError} not_found for an activity that is not the person's, or not of the audited days */
async function checkActivity(trx: Trx, row: Audit, id: number): Promise<void> {
  const found = await trx
    .selectFrom('devactivity')
    .select('id')
    .where('id', '=', id)
    .where('organisation_id', '=', row.organisation_id)
    .where('user_id', '=', row.user_id)
    .where('completed_on', '>=', row.period_start)
    .where('completed_on', '<=', row.period_end)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no such activity in this audit.', 'devactivity_id')
}

/** An appeal is decided by another person than the decision, where the organisation has another administrator. */
async function checkAnother(trx: Trx, viewer: Viewer, row: Audit): Promise<void> {
  if (row.decided_by !== viewer.user_id) return
  const { rows } =
    await sql`select from membership m join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    where m.organisation_id = ${row.organisation_id} and ${isManagerIn('m')}
      and m.user_id not in (${viewer.user_id}, ${row.user_id})
    limit 1`.execute(trx)
  if (rows.length === 0) return
  throw new AppError('forbidden', 'An appeal is decided by another administrator than the decision.')
}

const json = (value: JudgedActivity[]) => sql`${JSON.stringify(value)}::jsonb`
const MOST_ACTIVITIES = 1000

type Audit = RowIn<typeof cpdaudit.row>
type Changes = Record<string, unknown> & { verdict?: string; activities?: RawBuilder<unknown> }
