import { type Kysely, sql } from 'kysely'

export const after = '20270121_alert_never_inside'
export const checksum = '34b6dcb18e0fd59d5244cba13dcb1178c9fa4220172d9020b7fc3959f650a820'

/** PDF files of authorised invoices and of closed cycles' reports, which are made once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table kept_document (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    invoice_id bigint unique references invoice on delete cascade,
    devplan_id bigint unique references devplan on delete cascade,
    input_sha256 text not null,
    content_id bigint not null references file_content,
    created_at timestamptz not null default now(),
    check (num_nonnulls(invoice_id, devplan_id) = 1)
  )`,
  'create index kept_document_organisation on kept_document (organisation_id)',
  'create index kept_document_content on kept_document (content_id)',
]
