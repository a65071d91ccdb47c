import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Column } from '../backup/columns.ts'
import type { Database } from '../tables/index.ts'
import { fileQuotaDefaults } from '../tables/organisations/organisation_config.ts'
import { MoveError } from './format.ts'
import { later, movedTables, stage, type TableName, userColumns } from './plan.ts'

/**
 * Writes the staged rows, those that others refer to first. Ids stay; those of accounts are the ones of `moving_user`,
 * and null where an account does not move.
 */
export async function insertAll(trx: Kysely<Database>, { organisation_id, trust, columns }: Inserting): Promise<void> {
  await mapStandards(trx, organisation_id)
  await mapDraws(trx)
  await mapDrafts(trx)
  const users = await userColumns(trx)
  for (const table of await movedTables(trx)) {
    const given = { ...changed(table, trust), ...accountsIn(table, users) }
    await insertTable(trx, table, columns.get(table)!, given)
  }
  for (const [table, names] of Object.entries(later)) await setLater(trx, table, Object.keys(names))
  // With their lines, which are not written to an invoice that is authorised.
  await sql`update invoice i set state = s.state, number = s.number, document_number = s.document_number
    from moving_invoice s where s.id = i.id and s.state <> 'draft'`.execute(trx)
}

async function insertTable(
  trx: Kysely<Database>,
  table: TableName,
  columns: Column[],
  given: Record<string, RawBuilder<unknown>>,
): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name }) => given[name] ?? sql`s.${sql.ref(name)}`))
  const where = filters[table] ?? sql`true`
  if (given.left_out) return
  // A trigger has made the states with their trackers.
  const made =
    table === 'tracker_state'
      ? sql`on conflict (organisation_id, tracker_id) do update set ${sql.join(
          columns.map(({ name }) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
        )}`
      : sql``
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${values} from ${stage(table)} s where ${where} ${made}`.execute(trx)
}

/** Rows of the file that are here already. */
const filters: Partial<Record<TableName, RawBuilder<unknown>>> = {
  cpd_standard: sql`not exists (select from moving_standard m where m.id = s.id)`,
  cpd_rule: sql`not exists (select from moving_standard m where m.id = s.cpd_standard_id)`,
}

/** Values that are others here. Without trust, limits are those of a new organisation, and consent is asked for again. */
function changed(table: TableName, trust: boolean): Record<string, RawBuilder<unknown>> {
  const all: Partial<Record<TableName, Record<string, RawBuilder<unknown>>>> = {
    invoice: { state: sql`'draft'`, number: sql`null::integer`, document_number: sql`null::text` },
    subscription: { invoice_id: sql`null::bigint`, renewal_invoice_id: sql`null::bigint` },
    devcycle: {
      cpd_standard_id: sql`coalesce((select m.new_id from moving_standard m where m.id = s.cpd_standard_id), s.cpd_standard_id)`,
    },
    // A built-in standard of an earlier release is the organisation's own here.
    cpd_standard: { organisation_id: sql`(select id from moving_organisation)` },
    // Connected devices connect again; who does not is offline by then.
    tracker_presence: {
      gateway_id: sql`null::text`,
      has_will: sql`false`,
      due_at: sql`case when s.online then now() + interval '15 minutes' end`,
    },
    file: { job_id: sql`null::bigint` },
    message_delivery: { taken_until: sql`null::timestamptz` },
    provider_outbox: {
      leased_until: sql`null::timestamptz`,
      state: sql`case s.state when 'running' then 'queued' else s.state end`,
    },
    provider_connection: { refresh_leased_until: sql`null::timestamptz` },
    report_forward: { leased_until: sql`null::timestamptz` },
    signature: {
      is_default: sql`s.is_default and not exists (select from moving_user m join signature g on g.user_id = m.new_id
        where m.id = s.user_id and g.is_default)`,
    },
    ...(!trust && {
      organisation: { trusted_at: sql`null::timestamptz` },
      organisation_quota: { left_out: sql`true` },
      recipient: { proved_at: sql`null::timestamptz` },
      organisation_config: Object.fromEntries(
        Object.entries(fileQuotaDefaults).map(([name, most]) => [
          name,
          sql`least(s.${sql.ref(name)}, ${sql.lit(most)}::bigint)`,
        ]),
      ),
    }),
  }
  return all[table] ?? {}
}

function accountsIn(table: string, users: Map<string, string[]>): Record<string, RawBuilder<unknown>> {
  return Object.fromEntries(
    (users.get(table) ?? []).map((column) => [
      column,
      sql`(select m.new_id from moving_user m where m.id = s.${sql.ref(column)})`,
    ]),
  )
}

async function setLater(trx: Kysely<Database>, table: string, names: string[]): Promise<void> {
  const values = sql.join(names.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)}`))
  await sql`update ${sql.table(table)} t set ${values} from ${stage(table)} s where s.id = t.id`.execute(trx)
}

/** Built-in standards have an id of each installation; they are the same by code and version. */
async function mapStandards(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  await sql`drop table if exists pg_temp.moving_standard`.execute(trx)
  await sql`create temp table moving_standard on commit drop as
    select s.id, t.id as new_id from moving_cpd_standard s
      join cpd_standard t on t.organisation_id is null and t.code = s.code and t.version = s.version
    where s.organisation_id is null`.execute(trx)
  // Those of earlier releases: a new id, so that no file decides on one of the installation.
  const { rows } = await sql<{ id: number }>`select s.id from moving_cpd_standard s
    where s.organisation_id is null and not exists (select from moving_standard m where m.id = s.id)
      and exists (select from cpd_standard t where t.id = s.id)`.execute(trx)
  if (rows.length > 0) throw new MoveError(`A standard of organisation ${organisation_id} is not known here.`)
}

/** Draws hold the ids of accounts as JSON. */
async function mapDraws(trx: Kysely<Database>): Promise<void> {
  for (const column of ['people', 'drawn']) {
    await sql`update moving_cpd_audit_draw d set ${sql.ref(column)} = coalesce((
      select jsonb_agg(m.new_id order by p.i) from jsonb_array_elements_text(d.${sql.ref(column)}) with ordinality p (id, i)
        join moving_user m on m.id = p.id::bigint), '[]')`.execute(trx)
  }
}

/** Drafts of messages hold the ids of their recipients. */
async function mapDrafts(trx: Kysely<Database>): Promise<void> {
  const mapped = ['recipient_user_ids', 'cc_user_ids', 'bcc_user_ids'].flatMap((field) => [
    sql.lit(field),
    sql`coalesce((select jsonb_agg(m.new_id order by p.n)
      from jsonb_array_elements_text(s.draft -> ${sql.lit(field)}) with ordinality p (id, n)
        join moving_user m on m.id = p.id::bigint), '[]')`,
  ])
  await sql`update moving_message s set draft = s.draft || jsonb_build_object(${sql.join(mapped)})
    where s.draft is not null`.execute(trx)
}

type Inserting = { organisation_id: number; trust: boolean; columns: Map<string, Column[]> }
