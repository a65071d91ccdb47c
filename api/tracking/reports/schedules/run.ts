import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { purposes } from '#db/tables/purposes.ts'
import { writeMessages } from '#messages/queue/write.ts'
import type { ApiContext } from '../../../context.ts'
import { admit } from '../../../crud/roles/limit.ts'
import { afterCommit } from '../../../crud/transact.ts'
import { loadViewer, type Viewer } from '../../../crud/viewer.ts'
import { keepGenerated } from '../../../files/documents/generated.ts'
import { makeLink } from '../../../files/share.ts'
import { AppError } from '../../../http/errors.ts'
import { askedOf } from '../asked.ts'
import { textOf } from '../cells.ts'
import { type Format, fileOf, type ReportFile } from '../file.ts'
import { MAX_ROWS, type Read, readReport } from '../read.ts'
import { reports } from '../reports.ts'
import type { Filters, Period } from '../request.ts'
import { titleOf } from '../title.ts'

/** What a mail carries, in bytes; larger files stay among the sender's, and the mail has a link to each. */
const MAIL_BYTES = 10 * 2 ** 20
const LINK_DAYS = 30
const WITHOUT_LINKS = ['The mail has a link to each.']

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
  const person = owner_user_id === null ? null : await loadViewer(db, { user_id: owner_user_id })
  const owner = person && admit(person, 'history', 'write')
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
  const printed_by = `Ringfence, as scheduled: ${schedule.name}`
  for (const format of formats as Format[])
    files.push(await fileOf(context, read, { format, user_id: null, printed_by }))
  await keepGenerated(context, { organisation_id, owner }, files, async (trx, file_ids) => {
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const is_attached = size <= MAIL_BYTES
    const attached = is_attached ? file_ids : []
    const links = is_attached ? [] : await linksTo(trx, context, owner, { organisation_id, files, file_ids })
    const mail = { run, read, recipients: schedule.email_recipients, attached, links }
    const message_id = await writeMail(trx, context, mail)
    await end(trx, run, { state: 'sent', rows: read.rows.length, message_id })
  })
}

/** A line for each file, with a link that works for a month without an account. */
async function linksTo(trx: Trx, context: ApiContext, owner: Viewer, { organisation_id, files, file_ids }: Kept) {
  const public_until = new Date(Date.now() + LINK_DAYS * 86_400_000).toISOString()
  const lines: string[] = []
  for (const [index, id] of file_ids.entries()) {
    const link = await makeLink(trx, context, owner, { id, organisation_id, public_until })
    lines.push(`${files[index]!.name}: ${link}`)
  }
  return lines
}

async function writeMail(trx: Trx, { config, keys }: ApiContext, { run, read, recipients, attached, links }: Mail) {
  const { organisation_id } = run
  const addresses = recipients.split(',').map((address) => address.trim().toLowerCase())
  const text = textOfMail(read, links.length > 0 ? WITHOUT_LINKS : [], config.public_url)
  // A link opens its file without an account: it is in the mail only, not in the message that is kept.
  const sealed = links.length > 0 && keys.seal(textOfMail(read, links, config.public_url), purposes.account_mail)
  const common = { organisation_id, kind: 'reminder' as const, sender_user_id: null, recipients }
  const deliveries = addresses.map((address) => ({
    channel: 'email' as const,
    user_id: null,
    address,
    occasion: `report ${run.id}`,
    ...(sealed && { sealed }),
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
function textOfMail(read: Read, links: string[], public_url: string): string {
  const { about, columns, totals, rows, report, organisation_id, from, until, empty } = read
  const period = from === until ? from : `${from} to ${until}`
  const sums = columns
    .filter(({ name, heat }) => totals[name] !== undefined && !heat)
    .map(({ name, title, measure }) => `${title}: ${textOf(totals[name], measure, read)}${unitOf(measure, read)}`)
  const query = new URLSearchParams({ report, organisation_id: String(organisation_id), from, until })
  const where = `${public_url}/app/reports?${query}`
  return [
    `${about}. ${period}.`,
    rows.length === 0 ? (empty ?? 'Nothing happened in this period.') : sums.join('\n'),
    links.length > 0 && `The files are too large for a mail. For ${LINK_DAYS} days they are here:\n${links.join('\n')}`,
    `On screen: ${where}`,
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
type Mail = { run: Run; read: Read; recipients: string; attached: number[]; links: string[] }
type Kept = { organisation_id: number; files: ReportFile[]; file_ids: number[] }
