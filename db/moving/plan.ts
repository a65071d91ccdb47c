import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, tables } from '../tables/index.ts'

type TableName = (typeof tables)[number]['name']

/** Tables that stay, each with its reason. Every other table moves with its organisation. */
export const notMoved: Partial<Record<TableName, string>> = {
  address_change: 'waits for mails of this installation; it is asked for again',
  address_confirmation: 'when an address was last asked, by whichever organisation; another installation asks again',
  attempt: 'counters of attempts at this installation',
  basemap: 'of the installation',
  boundary_part: 'derived from the boundaries by a trigger',
  currency: 'the same in every installation',
  encryption_key: 'sealed values are opened with this key ring and sealed with the other',
  ended_invitation: 'links of this installation',
  event_archive_late: 'reports of a partition that is being closed here; they are among the events',
  event_archive_lease: 'of processes of this installation',
  event_archive_partition: 'partitions of this database',
  event_archive_unused: 'files of this installation that nothing names',
  file_reservation: 'uploads that are being written; on hold there are none',
  gateway: 'processes of this installation',
  guess: 'counters of guesses at this installation',
  idempotency_key: 'answers of this installation, for retries within a day',
  installation: 'of the installation',
  job: 'work of this installation; the files that it has made move',
  migration_checksum: 'of the database',
  organisation_hold: 'says that the organisation is moving',
  organisation_import: 'how it has come to this installation',
  organisation_skeleton: 'computed from the names of organisations',
  outbox_mail: 'mails that this installation has written',
  phone_code: 'codes that are valid for minutes',
  provider_authorisation: 'authorisations that are valid for minutes',
  provider_rate: 'what this installation has asked of a provider',
  push_subscription: 'browsers subscribe to the keys of an installation',
  refresh_token: 'sessions of this installation',
  role: 'the same in every installation',
  session: 'people sign in again',
  sign_in_origin: 'browsers that have signed in here',
  unknown_device: 'devices of no organisation',
  website: 'of the installation',
}

/** Tables that are written in a way of their own: accounts, and their recovery codes (`users.ts`). */
export const accountTables: TableName[] = ['user_account', 'one_time_token']

/** Tables without a column `organisation_id`, and built-in rows that the organisation refers to. */
const conditions: Partial<Record<TableName, (id: number) => RawBuilder<SqlBool>>> = {
  organisation: (id) => sql`t.id = ${id}`,
  // What a job has begun to make stays, and is removed with the job.
  file: (id) => sql`t.organisation_id = ${id}
    and not exists (select from job where job.id = t.job_id and job.state <> 'done')`,
  cpd_standard: (id) => sql`(t.organisation_id = ${id} or t.id in (${standardsOf(id)}))`,
  cpd_rule: (id) =>
    sql`t.cpd_standard_id in (select id from cpd_standard where organisation_id = ${id} union ${standardsOf(id)})`,
  devactivity_credit: (id) => sql`t.devactivity_id in (select id from devactivity where organisation_id = ${id})`,
  devactivity_goal: (id) => sql`t.devactivity_id in (select id from devactivity where organisation_id = ${id})`,
  provider_reference: (id) =>
    sql`t.provider_connection_id in (select id from provider_connection where organisation_id = ${id})`,
}

const standardsOf = (id: number) => sql`select cpd_standard_id from devcycle where organisation_id = ${id}`

/** The moved tables but those of accounts, those that others refer to first. */
export async function movedTables(db: Kysely<Database>): Promise<TableName[]> {
  const names = tables.map(({ name }) => name).filter((name) => !(name in notMoved) && !accountTables.includes(name))
  const references = (await readReferences(db)).filter(
    ({ table, column }) => !(table in later && later[table]![column]),
  )
  const ordered: TableName[] = []
  const visit = (name: TableName, path: TableName[]) => {
    if (ordered.includes(name) || path.includes(name)) return
    for (const { table, parent } of references) {
      if (table === name && parent !== name && names.includes(parent)) visit(parent, [...path, name])
    }
    ordered.push(name)
  }
  for (const name of names) visit(name, [])
  return ordered
}

/** Columns that are written when the rows they refer to are there, too: the references go round. */
export const later: Record<string, Record<string, true>> = {
  subscription: { invoice_id: true, renewal_invoice_id: true },
}

/** The temporary table with a table's rows of the file. */
export const stageOf = (table: string) => `moving_${table}`
export const stage = (table: string) => sql.ref(stageOf(table))

/** The rows of an organisation, as `t`. */
export function rowsOf(table: TableName, organisation_id: number): RawBuilder<SqlBool> {
  return conditions[table]?.(organisation_id) ?? sql`t.organisation_id = ${organisation_id}`
}

/** Every reference between tables that is not held together by the organisation's id. */
export async function readReferences(db: Kysely<Database>): Promise<Reference[]> {
  const { rows } = await sql<Reference & { columns: string[] }>`
    select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as parent,
      (select array_agg(a.attname::text order by k.i) from unnest(c.conkey) with ordinality k (n, i)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n) as columns
    from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db)
  return rows.map(({ table, parent, columns }) => {
    const name = (text: string) => text.replaceAll('"', '') as TableName
    return { table: name(table), parent: name(parent), column: columns.at(-1)! }
  })
}

/** Columns with the id of an account that are no declared references. */
const looseUsers: [TableName, string][] = [
  ['alert_job', 'user_id'],
  ['audit_log', 'user_id'],
  ['audit_log', 'impersonator_user_id'],
]

/** The columns of each table that hold the id of an account. */
export async function userColumns(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const columns = new Map<string, string[]>()
  const references = await readReferences(db)
  const of = references.filter(({ parent }) => parent === 'user_account').map((r) => [r.table, r.column] as const)
  for (const [table, column] of [...of, ...looseUsers]) {
    columns.set(table, [...(columns.get(table) ?? []), column])
  }
  return columns
}

/**
 * Columns that refer to rows without a declared reference: those may be deleted by now, but are never another
 * organisation's.
 */
export const looseReferences: Record<string, TableName> = {
  tracker_id: 'tracker',
  boundary_id: 'boundary',
  event_boundary_id: 'boundary',
  alert_id: 'alert',
  leaving_alert_id: 'alert',
  alarm_alert_id: 'alert',
  message_id: 'message',
  trash_file_id: 'file',
}

export type Reference = { table: TableName; parent: TableName; column: string }
export type { TableName }
