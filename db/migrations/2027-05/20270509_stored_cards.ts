import { type Kysely, sql } from 'kysely'

export const after = '20270508_sensor_alerts'
export const checksum = 'ee66f78e5089c7aeb6c539eda15da7cb5182fcd5aa63fe0673a471a6aee51a54'

/** Cards that members have stored at the payment provider, and payments of renewals by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table stored_card (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    user_id bigint references user_account on delete set null,
    tenant_id text not null check (length(tenant_id) <= 100),
    state text not null default 'pending' check (state in ('pending', 'active', 'removed')),
    session_id text check (length(session_id) <= 200),
    customer_id text check (length(customer_id) <= 200),
    payment_method_id text check (length(payment_method_id) <= 200),
    brand text check (length(brand) <= 50),
    last4 text check (last4 ~ '^[0-9]{4}$'),
    exp_month integer check (exp_month between 1 and 12),
    exp_year integer check (exp_year between 2000 and 2200),
    mandate_version integer not null,
    mandate_text text not null check (length(mandate_text) <= 4000),
    mandated_at timestamptz not null default now(),
    expiry_notified_at timestamptz,
    removed_at timestamptz,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    check (state <> 'active' or (customer_id is not null and payment_method_id is not null))
  )`,
  `create unique index stored_card_active on stored_card (organisation_id, user_id)
    where state = 'active' and user_id is not null`,
  'create index stored_card_list on stored_card (organisation_id, id)',
  'create index stored_card_user on stored_card (user_id, organisation_id) where user_id is not null',
  "create index stored_card_expiry on stored_card (exp_year, exp_month) where state = 'active'",
  `create table card_payment (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    invoice_id bigint not null references invoice on delete cascade,
    stored_card_id bigint not null references stored_card on delete cascade,
    user_id bigint references user_account on delete set null,
    state text not null default 'waiting'
      check (state in ('waiting', 'running', 'paid', 'action_required', 'given_up', 'cancelled')),
    attempts integer not null default 0 check (attempts between 0 and 10),
    begun integer not null default 0 check (begun >= 0),
    next_attempt_at timestamptz,
    error text check (length(error) <= 1000),
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    unique (invoice_id),
    check ((state = 'waiting') = (next_attempt_at is not null))
  )`,
  'create index card_payment_list on card_payment (organisation_id, id)',
  'create index card_payment_card on card_payment (stored_card_id)',
  'create index card_payment_user on card_payment (user_id, organisation_id) where user_id is not null',
  "create index card_payment_due on card_payment (next_attempt_at, id) where state = 'waiting'",
]
