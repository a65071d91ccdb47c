import { type Kysely, sql } from 'kysely'

export const after = '20270710_discount_lines'
export const checksum = 'a7885aec6c5f45773046b9b89e9dc3bac670b4a07bc1dcb5a6eb97f6c8aadd87'

/** Codes for the store, the products that each is for, and on a membership what it has off its periods. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const percent = (name: string) => `${name} numeric(7, 4) check (${name} > 0 and ${name} <= 100)`
const money = (name: string) => `${name} bigint check (${name} between 1 and 1000000000000)`

const statements = [
  `create table discount_code (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    code text not null,
    description text not null default '',
    ${percent('percent')},
    ${money('amount')},
    currency text not null references currency,
    every_product boolean not null default true,
    valid_from date,
    valid_to date,
    most_uses integer check (most_uses between 1 and 1000000),
    most_per_person integer default 1 check (most_per_person between 1 and 1000),
    every_period boolean not null default false,
    active boolean not null default true,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    unique (organisation_id, id),
    check (num_nonnulls(percent, amount) = 1),
    check (valid_to >= valid_from)
  )`,
  'create unique index discount_code_code on discount_code (organisation_id, lower(code))',
  'create index discount_code_currency on discount_code (currency)',
  'create unique index product_of_organisation on product (organisation_id, id)',
  `create table discount_product (
    organisation_id bigint not null references organisation on delete cascade,
    discount_code_id bigint not null,
    product_id bigint not null,
    primary key (discount_code_id, product_id),
    foreign key (organisation_id, discount_code_id) references discount_code (organisation_id, id) on delete cascade,
    foreign key (organisation_id, product_id) references product (organisation_id, id) on delete cascade
  )`,
  'create index discount_product_organisation on discount_product (organisation_id, discount_code_id)',
  'create index discount_product_product on discount_product (organisation_id, product_id)',
  // The code stays when the discount has ended, since it counts as used.
  `alter table subscription
    add column discount_code_id bigint references discount_code on delete set null,
    add column discount_code text,
    add ${percent('discount_percent')},
    add ${money('discount_amount')},
    add column discount_every boolean not null default false,
    add constraint subscription_discount check (num_nonnulls(discount_percent, discount_amount) <= 1)`,
  `create index subscription_discount_code on subscription (discount_code_id, user_id)
    where discount_code_id is not null`,
]
