import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { writeMessages } from '#messages/queue/write.ts'
import type { ApiContext } from '../../context.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { checkEmails } from '../../crud/checks.ts'
import { read } from '../../crud/crud.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { afterCommit } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { keepGenerated } from '../../files/documents/generated.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { askRecipients } from '../../messaging/ask_recipients.ts'
import { warningFor } from '../../messaging/undeliverable.ts'
import { devplan } from '../plans/devplan.ts'
import { readReport } from './data.ts'
import { toPdf } from './pdf.ts'
import type { Report } from './schema.ts'
import { titleOf } from './title.ts'

const Query = Type.Object({ plan_id: Id }, { additionalProperties: false })
const Body = Type.Object(
  { plan_id: Id, to: Type.String({ minLength: 3, maxLength: 254 }) },
  { additionalProperties: false },
)
const Sent = Type.Object({
  id: Id,
  devplan_id: Id,
  file_id: Nullable(Id),
  sha256: Type.String(),
  sent_to: Nullable(Type.String()),
  state: Nullable(Type.String({ description: 'Of the delivery: queued, held, sent, delivered, unsent, failed' })),
  reason: Nullable(Type.String()),
  created_at: Timestamp,
})

const tags = ['cpd']

/** Sends the report of a plan as PDF, and says what was sent. Asking what was sent sends nothing. */
export const listSentReports = defineAction({
  method: 'GET',
  path: 'cpd/sendreport',
  tags,
  summary: 'List the reports of a plan that were sent, to whom, and whether they have arrived',
  query: Query,
  answer: Type.Array(Sent),
  async run({ context: { db }, viewer, query }) {
    const { id } = await read(db, devplan, viewer, query.plan_id)
    return sentReports(db, { devplan_id: id })
  },
})

export const sendReport = defineAction({
  method: 'POST',
  path: 'cpd/sendreport',
  tags,
  summary: 'Send the report of your plan to an address; with an Idempotency-Key once',
  body: Body,
  answer: Sent,
  status: 202,
  config: { idempotent: true, open_to: ['lapsed'] },
  async run({ context, viewer, body }) {
    const { db } = context
    checkNotImpersonating(viewer)
    const { id, user_id } = await read(db, devplan, viewer, body.plan_id)
    if (user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person sends their report.')
    const to = checkEmails(body.to, 'to')
    if (!to || to.includes(',')) throw wrong('to', 'give one address.')
    await takeAttempt(db, 'message', viewer.user_id)
    const report = await readReport(db, id)
    const report_id = await send(context, viewer, report, to)
    const [data] = await sentReports(db, { id: report_id })
    const warning = await warningFor(db, report.organisation_id, { email: to })
    const message = ['The report is on its way.', warning].filter(Boolean).join(' ')
    return answerWith(data!, { message, ...(warning && { info: { warning } }) })
  },
})

async function sentReports(db: ApiContext['db'], of: { devplan_id: number } | { id: number }): Promise<Sent[]> {
  const [column, value] = Object.entries(of)[0]!
  const { rows } = await sql<Sent>`
    select r.id, r.devplan_id, r.file_id, r.sha256, r.sent_to, d.state, d.reason, r.created_at
    from cpd_report r
    left join message_delivery d on d.message_id = r.message_id and d.channel = 'email'
    where r.${sql.ref(column)} = ${value} order by r.id desc limit 1000`.execute(db)
  return rows
}

/** Keeps the report among the person's files, as evidence of what was sent, and queues its mail. */
async function send(context: ApiContext, viewer: Viewer, report: Report, to: string): Promise<number> {
  const { organisation_id, id } = report
  const bytes = await toPdf(context, report, viewer.user_id)
  const name = `Report ${report.cycle.replace(/[^\p{L}\p{N} _-]/gu, '')}`.slice(0, 190)
  const files = [{ name: `${name}.pdf`, bytes }]
  return keepGenerated(context, { organisation_id, owner: viewer }, files, async (trx, [file_id]) => {
    const mailed = { to, file_id: file_id!, sha256: hash('sha256', bytes) }
    const report_id = await queueMail(trx, viewer, report, mailed)
    const evidence = { entity: 'cpd_report', entity_id: report_id, title: `the report of plan ${id}` }
    await trx
      .insertInto('file_evidence')
      .values({ organisation_id, file_id: file_id!, ...evidence })
      .execute()
    return report_id
  })
}

async function queueMail(trx: Trx, viewer: Viewer, plan: Report, { to, file_id, sha256 }: Mailed): Promise<number> {
  const { organisation_id, user_id, person, cycle, id } = plan
  const subject = titleOf({ person, cycle }).slice(0, 500)
  const text = `${person} has sent you the attached report.\n\nSHA-256 of the file: ${sha256}`
  const common = { organisation_id, kind: 'person' as const, sender_user_id: viewer.user_id, recipients: to }
  const deliveries = [{ channel: 'email' as const, user_id: null, address: to }]
  const [message_id = null] = await writeMessages(trx, [{ ...common, subject, text, deliveries }])
  if (message_id !== null) {
    await trx
      .insertInto('attachment')
      .values({ organisation_id, file_id, message_id, created_by_user_id: viewer.user_id })
      .execute()
  }
  // A reader outside of the organisation is asked once whether they agree to messages.
  await askRecipients(trx, organisation_id, { email_recipients: to })
  const { id: report_id } = await trx
    .insertInto('cpd_report')
    .values({
      organisation_id,
      user_id,
      devplan_id: id,
      file_id,
      sha256,
      sent_to: to,
      message_id,
      created_by: viewer.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return report_id
}

type Sent = Static<typeof Sent>
type Mailed = { to: string; file_id: number; sha256: string }
