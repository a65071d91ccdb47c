import { type Kysely, sql } from 'kysely'

export const after = '20270507_shared_links'
export const checksum = 'acf48a24fd1f88ce276f1f221ecd18f580a1306604a79f9840b3ccca18eab823'

/** New prices of products from a day on: whose membership each concerns, what they have answered, and what renews at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const money = (name: string, more: string) => `${name} bigint ${more} check (${name} between 0 and 1000000000000)`

const statements = [
  // Of the next period, once that is invoiced: until it begins, the present one has its own price.
  `alter table subscription add ${money('renewal_amount', '')}`,
  `create table price_change (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    product_id bigint not null references product on delete cascade,
    ${money('old_amount', 'not null')},
    ${money('new_amount', 'not null')},
    currency text not null references currency,
    amounts_are text not null check (amounts_are in ('exclusive', 'inclusive', 'no_tax')),
    period text not null check (period in ('month', 'year')),
    effective_on date not null,
    applied_at timestamptz,
    cancelled_at timestamptz,
    created_by_user_id bigint references user_account on delete set null,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    check (old_amount <> new_amount),
    check (applied_at is null or cancelled_at is null)
  )`,
  `create unique index price_change_scheduled on price_change (product_id)
    where applied_at is null and cancelled_at is null`,
  'create index price_change_product on price_change (product_id, effective_on)',
  'create index price_change_list on price_change (organisation_id, id)',
  'create index price_change_currency on price_change (currency)',
  'create index price_change_created_by on price_change (created_by_user_id) where created_by_user_id is not null',
  `create table price_change_member (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    price_change_id bigint not null references price_change on delete cascade,
    subscription_id bigint not null references subscription on delete cascade,
    user_id bigint references user_account on delete set null,
    ${money('old_amount', 'not null')},
    from_on date not null,
    charged_on date,
    answer text check (answer in ('agreed', 'declined')),
    answered_at timestamptz,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    unique (price_change_id, subscription_id),
    check ((answer is null) = (answered_at is null))
  )`,
  'create index price_change_member_list on price_change_member (organisation_id, id)',
  'create index price_change_member_subscription on price_change_member (subscription_id)',
  `create index price_change_member_user on price_change_member (user_id, organisation_id)
    where user_id is not null`,
  'alter table subscription_reminder drop constraint subscription_reminder_kind_check',
  `alter table subscription_reminder add constraint subscription_reminder_kind_check
    check (kind in ('before', 'due', 'grace', 'price'))`,
]
