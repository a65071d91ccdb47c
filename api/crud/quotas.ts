import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Figures, figuresFor, type Overrides, type QuotaDefaults, type QuotaName, quotas } from '#db/quotas.ts'
import { beyondWith, countSent, isFresh, overridesOf } from '#messages/queue/gate.ts'
import { AppError } from '../http/errors.ts'
import { administers } from './belonging.ts'
import { contextOf } from './transact.ts'
import type { Viewer } from './viewer.ts'

/** Quotas that rows count against; `db/quotas.ts` has the limits, `counted` the rows. */
export type RowQuota = keyof typeof counted

/**
 * Refuses rows beyond a quota, after the insert and before the commit. An advisory lock for each quota and owner makes
 * the check exact for parallel requests; at most one row more than the limit is read.
 *
 * @param of the organisation or person whose quota it is
 * @throws {AppError} not_possible, with the limit
 */
export async function checkQuota(trx: Trx, name: RowQuota, of: Whose): Promise<void> {
  const { id, organisation_id = quotas[name].per === 'organisation' ? id : null, subject = 'You have', more = 0 } = of
  const { what, rows } = counted[name]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${organisation_id} ${id}`}, 0))`.execute(trx)
  const most = (await readFigures(trx, organisation_id))[name]
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${rows({ id, organisation_id })} limit ${most + 1}) r`.execute(trx)
  if (counts[0]!.count + more <= most) return
  const sentence =
    quotas[name].per !== 'organisation'
      ? `${subject} ${most} ${what}, as many as one person may have.`
      : `This organisation has ${most} ${what}, as many as it may have.`
  if (more > 0) {
    const who = quotas[name].per === 'organisation' ? 'This organisation' : 'One person'
    const room = Math.max(0, most - counts[0]!.count)
    throw new AppError(
      'not_possible',
      `${who} may have ${most} ${what}: ${more} are new, and there is room for ${room}.`,
    )
  }
  throw new AppError('not_possible', sentence)
}

/** @property more rows that are about to be inserted; 0 where they are already */
type Whose = { id: number; organisation_id?: number; subject?: 'You have' | 'This person has'; more?: number }

/**
 * Checks the quotas of new rows: the organisation's, and for members who do not administer it their own.
 *
 * @param more rows that are about to be inserted; 0 where they are already
 */
export async function checkQuotas(
  trx: Trx,
  viewer: Viewer,
  { organisation, person }: { organisation?: RowQuota; person?: RowQuota },
  organisation_id: number | null,
  more = 0,
): Promise<void> {
  if (person && (organisation_id === null || !administers(viewer, organisation_id))) {
    await checkQuota(trx, person, { id: viewer.user_id, ...(organisation_id !== null && { organisation_id }), more })
  }
  if (organisation && organisation_id !== null) await checkQuota(trx, organisation, { id: organisation_id, more })
}

/** The quota limits of an organisation. */
export function readFigures(trx: Trx, organisation_id: number | null): Promise<Figures> {
  return figuresOf(trx, contextOf(trx).config.quotas, organisation_id)
}

/** The same before a transaction, with the installation's quotas. */
export async function figuresOf(db: Db, defaults: QuotaDefaults, organisation_id: number | null): Promise<Figures> {
  if (organisation_id === null) return figuresFor(defaults, { fresh: false, overrides: null })
  const { rows } = await sql<{ fresh: boolean; overrides: Overrides | null }>`
    select ${isFresh} as fresh, ${overridesOf} as overrides from organisation o where o.id = ${organisation_id}`.execute(
    db,
  )
  return figuresFor(defaults, rows[0]!)
}

/**
 * Counts a mail that a member triggers, such as an invitation, against the organisation's quota.
 *
 * @throws {AppError} not_possible, with the figure
 */
export async function countMail(trx: Trx, organisation_id: number): Promise<void> {
  refuseBeyond(await countSent(trx, { organisation_id, channel: 'email' }, contextOf(trx).config.quotas))
}

/** Checks that there is room for mails, without counting them. @throws {AppError} not_possible, with the figure */
export async function checkMails(trx: Trx, organisation_id: number, mails: number): Promise<void> {
  refuseBeyond(await beyondWith(trx, { organisation_id, channel: 'email' }, mails, contextOf(trx).config.quotas))
}

function refuseBeyond(beyond: Awaited<ReturnType<typeof countSent>>): void {
  if (!beyond) return
  const reason = `This organisation has sent ${beyond.most} e-mails ${beyond.name}, as many as it may.`
  throw new AppError('not_possible', reason.replace('an hour', 'in this hour').replace('a day', 'today'))
}

/** The usage of each of an organisation's quotas. */
export async function usedOf(db: Db, organisation_id: number): Promise<Partial<Record<QuotaName, number>>> {
  const names = (Object.keys(counted) as RowQuota[]).filter((name) => quotas[name].per === 'organisation')
  const columns = names.map(
    (name) =>
      sql`(select count(*)::int from ${counted[name].rows({ id: organisation_id, organisation_id })}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db)
  const { rows: sent } = await sql<{ channel: keyof typeof sending; hour: number; day: number }>`
    select channel, case when hour = date_trunc('hour', now(), 'UTC') then hour_count else 0 end as hour,
      case when day = date_trunc('day', now(), 'UTC') then day_count else 0 end as day
    from send_count where organisation_id = ${organisation_id}`.execute(db)
  const none = Object.values(sending).flatMap((word) => [
    [`${word}_per_hour`, 0],
    [`${word}_per_day`, 0],
  ])
  const some = sent.flatMap(({ channel, hour, day }) => [
    [`${sending[channel]}_per_hour`, hour],
    [`${sending[channel]}_per_day`, day],
  ])
  const { rows: confirmations } = await sql<{ confirmations_per_day: number }>`
    select count(*)::int as confirmations_per_day from recipient
    where organisation_id = ${organisation_id} and asked_at > now() - interval '1 day'`.execute(db)
  return { ...rows[0], ...confirmations[0], ...Object.fromEntries(none), ...Object.fromEntries(some) }
}

const sending = { email: 'mails', sms: 'sms', push: 'pushes', webhook: 'webhooks' } as const

type Of = { id: number; organisation_id: number | null }
const inOrganisation =
  (table: string, also = sql`true`) =>
  ({ id }: Of) =>
    sql`${sql.table(table)} where organisation_id = ${id} and ${also}`
const ofPerson =
  (table: string) =>
  ({ id, organisation_id }: Of) =>
    sql`${sql.table(table)} where organisation_id = ${organisation_id} and owner_user_id = ${id}`

/** The rows that each quota counts, and their noun for messages. */
const counted = {
  trackers: { what: 'trackers', rows: inOrganisation('tracker') },
  boundaries: { what: 'boundaries', rows: inOrganisation('boundary') },
  locations: { what: 'locations', rows: inOrganisation('location') },
  users: {
    what: 'members and open invitations',
    rows: ({ id }: Of) => sql`(select m.user_id from membership m where m.organisation_id = ${id}
      union all select null from invitation i where i.organisation_id = ${id} and i.expires_at > now()) u`,
  },
  recipients: { what: 'external addresses', rows: inOrganisation('recipient', sql`asked_at is not null`) },
  message_templates: { what: 'message templates', rows: inOrganisation('message_template') },
  reminders: { what: 'reminder messages', rows: inOrganisation('reminder_message') },
  notifications: {
    what: 'notifications',
    rows: inOrganisation('notification', sql`(expires is null or expires > now())`),
  },
  report_configs: { what: 'reports', rows: inOrganisation('report_config') },
  data_locks: { what: 'data locks', rows: inOrganisation('data_lock') },
  share_links: { what: 'open links', rows: inOrganisation('share_link', sql`expires_at > now()`) },
  report_forwards: { what: 'forwardings', rows: inOrganisation('report_forward') },
  commands_queued: {
    what: 'queued commands',
    rows: inOrganisation('tracker_command', sql`state = 'queued'`),
  },
  page_contents: { what: 'pages', rows: inOrganisation('page_content') },
  faqs: { what: 'FAQs', rows: inOrganisation('faq') },
  enquiries_open: { what: 'open enquiries', rows: inOrganisation('enquiry', sql`state = 'new'`) },
  cpd_definitions: {
    what: 'categories, standards, cycles, shared goals, form templates and terms',
    rows: ({ id }: Of) =>
      sql`(${sql.join(
        [
          ...['devcategory', 'cpd_standard', 'devcycle', 'devformtemplate', 'procedure_term'].map(
            (table) => sql`select 1 from ${sql.table(table)} where organisation_id = ${id}`,
          ),
          sql`select 1 from devgoal where organisation_id = ${id} and user_id is null`,
        ],
        sql` union all `,
      )}) d`,
  },
  billing_definitions: {
    what: 'products, tax rates, accounts and themes',
    rows: ({ id }: Of) =>
      sql`(${sql.join(
        ['product', 'tax_rate', 'account', 'branding_theme'].map(
          (table) => sql`select 1 from ${sql.table(table)} where organisation_id = ${id}`,
        ),
        sql` union all `,
      )}) d`,
  },
  contacts: { what: 'contacts', rows: inOrganisation('contact') },
  invoices_per_day: {
    what: 'new invoices in 24 hours',
    rows: inOrganisation('invoice', sql`created_by_user_id is not null and created_at > now() - interval '1 day'`),
  },
  messages_per_day: {
    what: 'messages in 24 hours',
    rows: inOrganisation('message', sql`kind = 'person' and draft is null and created_at > now() - interval '1 day'`),
  },
  message_drafts_of_person: {
    what: 'drafts of messages',
    rows: ({ id, organisation_id }: Of) =>
      sql`message where organisation_id = ${organisation_id} and sender_user_id = ${id} and draft is not null`,
  },
  trackers_of_person: { what: 'trackers', rows: ofPerson('tracker') },
  boundaries_of_person: { what: 'boundaries', rows: ofPerson('boundary') },
  locations_of_person: { what: 'locations', rows: ofPerson('location') },
  report_configs_of_person: { what: 'reports', rows: ofPerson('report_config') },
  cpd_records_of_person: {
    what: 'records of professional development',
    rows: ({ id, organisation_id }: Of) =>
      sql`(${sql.join(
        [
          'devactivity',
          'procedure',
          'devgoal',
          'devgoalprogress',
          'devform',
          'devqualification',
          'devwaiver',
          'userrelationship',
        ].map(
          (table) =>
            sql`select 1 from ${sql.table(table)} where organisation_id = ${organisation_id} and user_id = ${id}`,
        ),
        sql` union all `,
      )}) d`,
  },
  push_subscriptions: {
    what: 'browsers',
    rows: ({ id }: Of) => sql`push_subscription where user_id = ${id}`,
  },
  organisations: { what: 'organisations', rows: ({ id }: Of) => sql`membership where user_id = ${id}` },
} satisfies Partial<Record<QuotaName, { what: string; rows(of: Of): ReturnType<typeof sql> }>>
