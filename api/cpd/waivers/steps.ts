import { type RawBuilder, sql } from 'kysely'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { mayIn } from '#db/privacy/roles.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { Devwaiver } from '#db/tables/cpd/devwaiver.ts'
import { WaiverOutcome } from '#db/tables/cpd/values.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read, takeStep } from '../../crud/crud.ts'
import type { RowIn } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { EvidenceIds, writeEvidence } from '../evidence.ts'
import { checkNotEnded, checkPlanOpen } from '../freezing.ts'
import { checkDecides } from '../people/decides.ts'
import { inform } from '../people/inform.ts'
import { waiverAsked } from '../words/waiver.ts'
import { grantedBy } from './decision.ts'
import { devwaiver, evidenceRow } from './devwaiver.ts'
import { informDecided } from './inform_decided.ts'

const { percent, requirements } = Devwaiver.columns
const Words = Type.String({ maxLength: 5000 })

export const askAboutWaiver = defineWaiverStep(
  'ask',
  'Ask the person of a waiver for more, such as a certificate, before it is decided',
  { text: Words },
  async (trx, viewer, row, { text }) => {
    checkDecides(viewer, row, 'id')
    expectWaiting(row)
    const asked = required(text, 'text')
    const values = { cycle: row.cycle }
    await inform(trx, of(row), { occasion: `asked ${Date.now()}`, texts: waiverAsked, values })
    return { state: 'more_asked', asked }
  },
)

export const answerAboutWaiver = defineWaiverStep(
  'answer',
  'Answer what was asked about your waiver, with more evidence',
  { text: Words, evidence: Type.Optional(EvidenceIds) },
  async (trx, viewer, row, { text, evidence }) => {
    checkOwn(viewer, row)
    if (row.state !== 'more_asked') throw new AppError('not_possible', 'Nothing is asked about this waiver.')
    await writeEvidence(trx, viewer, evidenceRow(row, row.cycle), evidence)
    return { state: 'requested', reply: required(text, 'text') }
  },
)

export const decideWaiver = defineWaiverStep(
  'decide',
  'Decide on a waiver, or on an appeal, with the reason: the person is notified. A part names its days, share or requirements',
  {
    outcome: WaiverOutcome,
    from: Type.Optional(DateOnly),
    to: Type.Optional(DateOnly),
    percent: Type.Optional(percent),
    requirements: Type.Optional(requirements),
    reason: Words,
  },
  async (trx, viewer, row, { outcome, reason, ...part }) => {
    checkDecides(viewer, row, 'id')
    if (row.first_outcome !== null) throw new AppError('not_possible', 'The appeal is decided, which is the last step.')
    const is_appeal = row.appealed_at !== null
    const is_changed = row.outcome !== null && !is_appeal
    if (is_changed) await checkNotEnded(trx, row.devplan_id)
    if (is_appeal) await checkDecidesAppeal(trx, viewer, row)
    const why = required(reason, 'reason')
    const granted = grantedBy(row, { outcome, ...JSON.parse(JSON.stringify(part)) })
    await informDecided(trx, row, { outcome, is_appeal, is_changed })
    const first = is_appeal ? { first_outcome: row.outcome, first_decision: row.decision ?? '' } : {}
    const decided = { decision: why, decided_by: viewer.user_id, decided_at: sql`now()` }
    return { ...granted, ...first, ...decided, outcome, state: outcome === 'refused' ? 'refused' : 'granted' }
  },
)

export const appealWaiver = defineWaiverStep(
  'appeal',
  'Appeal once against the decision on your waiver, within 28 days of it',
  { text: Type.String({ maxLength: 20_000 }) },
  async (_trx, viewer, row, { text }) => {
    checkOwn(viewer, row)
    if (row.appealed_at !== null) throw new AppError('not_possible', 'An appeal is made once.')
    if (row.outcome !== 'part' && row.outcome !== 'refused') {
      throw new AppError('not_possible', 'An appeal is against a decision that does not grant the whole waiver.')
    }
    if (row.appeal_until === null) throw new AppError('not_possible', 'The time for an appeal is over.')
    return { appeal: required(text, 'text'), appealed_at: sql`now()` }
  },
)

/** What was asked for in time is decided until the cycle is closed; then nothing changes. All steps are in the audit log. */
function defineWaiverStep<const Verb extends string, const Fields extends TProperties>(
  verb: Verb,
  summary: string,
  fields: Fields,
  step: (trx: Trx, viewer: Viewer, row: Waiver, body: Static<TObject<Fields>>) => Promise<Changes>,
) {
  return defineAction({
    method: 'POST',
    path: `devwaiver/${verb}` as const,
    tags: ['devwaivers'],
    summary,
    body: Type.Object({ id: Id, ...fields }, { additionalProperties: false }),
    answer: devwaiver.row,
    async run({ context, viewer, body }) {
      const { id } = body as { id: number }
      checkNotImpersonating(viewer)
      await takeStep(context, devwaiver, viewer, id, async (trx, row) => {
        await checkPlanOpen(trx, row.devplan_id)
        const changes = await step(trx, viewer, row, body as never)
        const { organisation_id } = row
        const details = { ...(changes.outcome !== undefined && { outcome: changes.outcome }) }
        await audit(trx, viewer, `devwaiver.${verb}`, { organisation_id, entity: 'devwaiver', entity_id: id, details })
        return changes
      })
      return read(context.db, devwaiver, viewer, id)
    },
  })
}

const of = ({ id, organisation_id, user_id }: Waiver) => ({ page: 'waiver' as const, id, organisation_id, user_id })

function checkOwn(viewer: Viewer, { user_id }: Waiver): void {
  if (user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person of the waiver does that.')
}

function expectWaiting({ state }: Waiver): void {
  if (state === 'requested' || state === 'more_asked') return
  throw new AppError('not_possible', `This waiver is ${state} already.`)
}

function required(text: string, field: string): string {
  const words = text.trim()
  if (!words) throw wrong(field, 'please write it in words.')
  return words
}

/** By an administrator, not a CPD officer; and by another one than the decision, where the organisation has another. */
async function checkDecidesAppeal(trx: Trx, viewer: Viewer, row: Waiver): Promise<void> {
  if (!organisationsOf(viewer, ...managesAll).includes(row.organisation_id)) {
    throw new AppError('forbidden', 'An appeal is decided by an administrator of the organisation.')
  }
  if (row.decided_by !== viewer.user_id) return
  const { rows } = await sql`select from membership m join role r on r.organisation_id is null and r.name = m.role_name
      join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    where m.organisation_id = ${row.organisation_id} and r.is_admin and ${mayIn('m', 'cpd', 'write')}
      and m.user_id not in (${viewer.user_id}, ${row.user_id})
    limit 1`.execute(trx)
  if (rows.length === 0) return
  throw new AppError('forbidden', 'An appeal is decided by another administrator than the decision.')
}

type Waiver = RowIn<typeof devwaiver.row>
type Changes = Record<string, unknown> & { outcome?: string; decided_at?: RawBuilder<unknown> }
