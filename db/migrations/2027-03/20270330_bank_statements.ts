import { type Kysely, sql } from 'kysely'

export const after = '20270326_saved_commands'
export const checksum = '011bc0063c0c97a012b84202b71a6409a4a4dfba189eca7aa02dd4de3f0d3e73'

/** Statements of banks, whose lines are confirmed into the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const id = 'id bigint generated always as identity primary key'
const organisation = 'organisation_id bigint not null references organisation on delete cascade'
const times = 'created_at timestamptz not null default now(), modified_at timestamptz not null default now()'
const currency = 'currency text not null references currency'

const statements = [
  `create table bank_statement (
    ${id}, ${organisation},
    name text not null check (length(name) between 1 and 200),
    format text not null check (format in ('ofx', 'qif', 'csv', 'camt')),
    account text not null default '' check (length(account) <= 100),
    ${currency},
    created_by_user_id bigint references user_account on delete set null,
    ${times}
  )`,
  'create index bank_statement_organisation on bank_statement (organisation_id, id)',
  'create index bank_statement_currency on bank_statement (currency)',
  'create index bank_statement_created_by on bank_statement (created_by_user_id) where created_by_user_id is not null',
  `create table bank_line (
    ${id}, ${organisation},
    bank_statement_id bigint not null references bank_statement on delete cascade,
    day date not null,
    amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
    ${currency},
    name text not null default '' check (length(name) <= 200),
    reference text not null default '' check (length(reference) <= 200),
    details text not null default '' check (length(details) <= 500),
    bank_key text not null check (length(bank_key) <= 300),
    state text not null default 'open' check (state in ('open', 'confirmed', 'ignored')),
    confirmed_count integer not null default 0 check (confirmed_count >= 0),
    ${times},
    unique (organisation_id, bank_key)
  )`,
  'create index bank_line_list on bank_line (organisation_id, day, id)',
  'create index bank_line_statement on bank_line (bank_statement_id)',
  'create index bank_line_currency on bank_line (currency)',
  "create index bank_line_open on bank_line (organisation_id, id) where state = 'open'",
]
