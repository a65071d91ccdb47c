import { type Kysely, sql } from 'kysely'

export const after = '20270932_group_hours'
export const checksum = 'b7d97428d67488dce965f2f5de4cbca066a5ef8bc0527b1677e4fdd73e2111c4'

/**
 * Numbers of invoices, credit notes and quotes by a pattern, which may begin again every year. A `series` is the year
 * whose numbers they are, 0 where they do not begin again: what was numbered before is of that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table billing_config
    add column invoice_pattern text not null default 'INV-{number:4}',
    add column credit_note_pattern text not null default 'CN-{number:4}',
    add column quote_pattern text not null default 'Q-{number:4}',
    add column numbers_begin text not null default 'once' check (numbers_begin in ('once', 'calendar_year', 'financial_year')),
    add column financial_year_month text not null default '04' check (financial_year_month ~ '^(0[1-9]|1[0-2])$')`,
  `update billing_config set invoice_pattern = invoice_prefix || '{number:4}',
    credit_note_pattern = credit_note_prefix || '{number:4}'`,
  `update billing_config set financial_year_month = case currency when 'NZD' then '04' when 'AUD' then '07' else '01' end`,
  'alter table billing_config drop column invoice_prefix, drop column credit_note_prefix',

  'alter table invoice add column series integer not null default 0 check (series >= 0)',
  'alter table invoice drop constraint invoice_organisation_id_type_number_key',
  'alter table invoice add constraint invoice_number unique (organisation_id, type, series, number)',
  `create index invoice_document_number on invoice (organisation_id, type, document_number)
    where document_number is not null`,
  'alter table quote add column series integer not null default 0 check (series >= 0)',
  'alter table quote drop constraint quote_number',
  'alter table quote add constraint quote_number unique (organisation_id, series, number)',
  `create index quote_document_number on quote (organisation_id, document_number) where document_number is not null`,

  // One table counts all three. Its rows are 0 where a starting number of 1 was set.
  'alter table invoice_counter rename to document_counter',
  'alter table document_counter drop constraint invoice_counter_type_check',
  'alter table document_counter drop constraint invoice_counter_last_check',
  'alter table document_counter drop constraint invoice_counter_pkey',
  `alter table document_counter add column series integer not null default 0 check (series >= 0),
    add constraint document_counter_pkey primary key (organisation_id, type, series),
    add constraint document_counter_type check (type in ('invoice', 'credit_note', 'quote')),
    add constraint document_counter_last check (last between 0 and 999999999)`,
  `insert into document_counter (organisation_id, type, last) select organisation_id, 'quote', last from quote_counter`,
  'drop table quote_counter',
]
