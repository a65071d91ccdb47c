import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { writeMessages } from '#messages/queue/write.ts'
import type { ApiContext } from '../../../context.ts'
import { afterCommit } from '../../../crud/transact.ts'
import { loadViewer } from '../../../crud/viewer.ts'
import { keepGenerated } from '../../../files/documents/generated.ts'
import { AppError } from '../../../http/errors.ts'
import { askedOf } from '../asked.ts'
import { textOf } from '../cells.ts'
import { type Format, fileOf, type ReportFile } from '../file.ts'
import { MAX_ROWS, type Read, readReport } from '../read.ts'
import { reports } from '../reports.ts'
import type { Filters, Period } from '../request.ts'
import { titleOf } from '../title.ts'

/** What a mail carries, in bytes; larger files stay among the sender's, and the mail says where the report is. */
const MAIL_BYTES = 10 * 2 ** 20

/**
 * Makes a scheduled report and mails it. Its mail and its end are one transaction, so a run that is repeated after a
 * crash sends once.
 *
 * @throws {AppError} for what trying again does not mend, such as an owner without rights
 */
export async function runReport(context: ApiContext, run: Run): Promise<void> {
  const { db, reads } = context
  const schedule = await db
    .selectFrom('report_schedule')
    .selectAll()
    .where('id', '=', run.report_schedule_id)
    .where('organisation_id', '=', run.organisation_id)
    .executeTakeFirstOrThrow()
  const { organisation_id, owner_user_id, period, filters, formats, skips_empty } = schedule
  const owner = owner_user_id === null ? null : await loadViewer(db, { user_id: owner_user_id })
  const is_administrator =
    owner?.platform_admin ||
    owner?.memberships.some((one) => one.organisation_id === organisation_id && one.role_name === 'Administrator')
  if (!owner || !is_administrator) {
    throw new AppError(
      'forbidden',
      'Who made this schedule does not administer the organisation any more: save it again.',
    )
  }
  const report = reports.find(({ name }) => name === schedule.report)
  if (!report) throw new AppError('not_found', `There is no report ${schedule.report} any more.`)
  const given = { organisation_id, period: period as Period, ...(filters as Filters), now: new Date(run.due_at) }
  const read = await readReport(reads, report, await askedOf(reads, owner, report, given), MAX_ROWS)
  if (skips_empty && read.rows.length === 0) {
    await end(db as Trx, run, { state: 'nothing', rows: 0, message_id: null })
    return
  }
  const files: ReportFile[] = []
  for (const format of formats as Format[]) files.push(await fileOf(read, format, null))
  await keepGenerated(context, { organisation_id, owner }, files, async (trx, file_ids) => {
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const attached = size <= MAIL_BYTES ? file_ids : []
    const message_id = await writeMail(trx, context, { run, read, recipients: schedule.email_recipients, attached })
    await end(trx, run, { state: 'sent', rows: read.rows.length, message_id })
  })
}

async function writeMail(trx: Trx, { config }: ApiContext, { run, read, recipients, attached }: Mail) {
  const { organisation_id } = run
  const addresses = recipients.split(',').map((address) => address.trim().toLowerCase())
  const text = textOfMail(read, attached.length > 0, config.public_url)
  const common = { organisation_id, kind: 'reminder' as const, sender_user_id: null, recipients }
  const deliveries = addresses.map((address) => ({
    channel: 'email' as const,
    user_id: null,
    address,
    occasion: `report ${run.id}`,
  }))
  const [message_id = null] = await writeMessages(trx, [
    { ...common, subject: titleOf(read).slice(0, 500), text, deliveries },
  ])
  if (message_id !== null && attached.length > 0) {
    const values = attached.map((file_id) => ({ organisation_id, file_id, message_id, created_by_user_id: null }))
    await trx.insertInto('attachment').values(values).execute()
  }
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return message_id
}

/** The totals, so that the mail itself says what most people want to know. */
function textOfMail(read: Read, is_attached: boolean, public_url: string): string {
  const { about, columns, totals, rows, report, organisation_id, from, until } = read
  const period = from === until ? from : `${from} to ${until}`
  const sums = columns
    .filter(({ name, heat }) => totals[name] !== undefined && !heat)
    .map(({ name, title, measure }) => `${title}: ${textOf(totals[name], measure, read)}${unitOf(measure, read)}`)
  const query = new URLSearchParams({ report, organisation_id: String(organisation_id), from, until })
  const where = `${public_url}/app/reports?${query}`
  return [
    `${about}. ${period}.`,
    rows.length === 0 ? 'Nothing happened in this period.' : sums.join('\n'),
    is_attached ? `On screen: ${where}` : `The files are too large for a mail. The report on screen: ${where}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const unitOf = (measure: string, { units }: Read) => {
  if (measure === 'distance') return { metric: ' km', imperial: ' mi', nautical: ' NM' }[units]
  return measure === 'speed' ? { metric: ' km/h', imperial: ' mph', nautical: ' kn' }[units] : ''
}

async function end(
  trx: Trx,
  { id }: Run,
  values: { state: 'sent' | 'nothing'; rows: number; message_id: number | null },
) {
  await trx
    .updateTable('report_run')
    .set({ ...values, reason: null, leased_until: null, ended_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

export type Run = { id: number; organisation_id: number; report_schedule_id: number; due_at: string; attempts: number }
type Mail = { run: Run; read: Read; recipients: string; attached: number[] }
