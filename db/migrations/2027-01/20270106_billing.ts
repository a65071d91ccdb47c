import { type Kysely, sql } from 'kysely'

export const after = '20270105_plan_submissions'
export const checksum = '43d2ab7380d386b88c4694c37063ad56ca3a371c5c88ba73f0590aa771add570'

/**
 * Billing. Amounts are integers of the currency's minor unit; quantities, prices, rates and discounts are exact decimals.
 * The ledger and authorised invoices are kept by triggers: they are reversed and credited, never changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const id = 'id bigint generated always as identity primary key'
const organisation = 'organisation_id bigint not null references organisation on delete cascade'
const person = (name: string) => `${name} bigint references user_account on delete set null`
const times = 'created_at timestamptz not null default now(), modified_at timestamptz not null default now()'
const currency = 'currency text not null references currency'
const amounts = "check (amounts_are in ('exclusive', 'inclusive', 'no_tax'))"
/** The largest amount, 10¹², is far below 2⁵³, so that sums of many stay exact in every client. */
const money = (name: string) => `${name} bigint not null default 0 check (${name} between 0 and 1000000000000)`

/** ISO 4217: the minor units of a currency; two where it is not listed with its number. */
const minorUnits: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC
    CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
    KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
    NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT
    TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
}
const currencies = Object.entries(minorUnits).flatMap(([digits, codes]) =>
  codes.split(/\s+/).map((code) => `('${code}', ${digits})`),
)

const statements = [
  "create table currency (code text primary key check (code ~ '^[A-Z]{3}$'), digits integer not null check (digits between 0 and 4))",
  `insert into currency (code, digits) values ${currencies.join(', ')}`,

  `create table tax_rate (
    ${id}, ${organisation},
    code text not null,
    name text not null,
    type text not null default 'standard' check (type in ('standard', 'reduced', 'zero', 'exempt', 'none')),
    rate numeric(7, 4) not null check (rate between 0 and 100),
    effective_from date,
    effective_to date,
    active boolean not null default true,
    ${times},
    check (effective_to >= effective_from),
    check (type in ('standard', 'reduced') or rate = 0)
  )`,
  'create unique index tax_rate_code on tax_rate (organisation_id, lower(code), effective_from) nulls not distinct',

  `create table account (
    ${id}, ${organisation},
    code text not null,
    name text not null,
    type text not null default 'revenue' check (type in ('revenue', 'receivable', 'bank', 'liability', 'expense')),
    active boolean not null default true,
    ${times}
  )`,
  'create unique index account_code on account (organisation_id, lower(code))',

  `create table branding_theme (
    ${id}, ${organisation},
    name text not null,
    logo_file_id bigint references file on delete set null,
    terms text not null default '',
    footer text not null default '',
    active boolean not null default true,
    ${times}
  )`,
  'create unique index branding_theme_name on branding_theme (organisation_id, lower(name))',
  'create index branding_theme_logo on branding_theme (logo_file_id) where logo_file_id is not null',

  `create table billing_config (
    ${id}, ${organisation},
    ${currency},
    amounts_are text not null default 'exclusive' ${amounts},
    due_days integer not null default 14 check (due_days between 0 and 365),
    invoice_prefix text not null default 'INV-',
    credit_note_prefix text not null default 'CN-',
    tax_rate_id bigint references tax_rate on delete set null,
    account_code text not null default '200',
    branding_theme_id bigint references branding_theme on delete set null,
    payment_details text not null default '',
    ${times},
    unique (organisation_id)
  )`,
  'create index billing_config_currency on billing_config (currency)',
  'create index billing_config_tax_rate on billing_config (tax_rate_id) where tax_rate_id is not null',
  'create index billing_config_theme on billing_config (branding_theme_id) where branding_theme_id is not null',

  // Locked by the transaction that authorises, which is why numbers have no gap.
  `create table invoice_counter (
    ${organisation},
    type text not null check (type in ('invoice', 'credit_note')),
    last integer not null check (last > 0),
    primary key (organisation_id, type)
  )`,

  `create table product (
    ${id}, ${organisation},
    code text not null,
    name text not null,
    description text not null default '',
    kind text not null default 'membership' check (kind in ('membership', 'item')),
    ${money('unit_amount')},
    ${currency},
    amounts_are text not null default 'inclusive' ${amounts},
    tax_rate_id bigint references tax_rate on delete set null,
    account_code text not null default '200',
    period text not null default 'year' check (period in ('none', 'month', 'year')),
    trial_days integer not null default 0 check (trial_days between 0 and 365),
    grace_days integer not null default 14 check (grace_days between 0 and 365),
    opens text[] not null default '{}' check (opens <@ array['tracking', 'files', 'cpd']),
    public boolean not null default false,
    joins_as text not null default 'Customer' check (joins_as in ('User', 'Customer')),
    active boolean not null default true,
    position integer not null default 0,
    ${times},
    check (kind = 'membership' or (period = 'none' and trial_days = 0 and opens = '{}'))
  )`,
  'create unique index product_code on product (organisation_id, lower(code))',
  'create index product_currency on product (currency)',
  'create index product_tax_rate on product (tax_rate_id) where tax_rate_id is not null',

  `create table contact (
    ${id}, ${organisation}, ${person('user_id')},
    name text not null,
    company text,
    email text,
    phone text,
    address1 text,
    address2 text,
    address3 text,
    city text,
    postcode text,
    country text,
    tax_number text,
    external_id text,
    active boolean not null default true,
    ${times}
  )`,
  'create unique index contact_person on contact (organisation_id, user_id) where user_id is not null',
  'create index contact_organisation on contact (organisation_id, name)',
  'create index contact_user on contact (user_id) where user_id is not null',
  'create unique index contact_external on contact (organisation_id, external_id) where external_id is not null',

  // What was agreed is copied: a later change of the product changes no subscription.
  `create table subscription (
    ${id}, ${organisation}, ${person('user_id')},
    contact_id bigint references contact on delete set null,
    product_id bigint references product on delete set null,
    product_code text not null,
    product_name text not null,
    state text not null default 'active' check (state in ('trial', 'active', 'grace', 'lapsed', 'cancelled')),
    period text not null check (period in ('none', 'month', 'year')),
    began_on date not null,
    period_began_on date not null,
    period_ends_on date,
    anchor_day integer not null check (anchor_day between 1 and 31),
    pay_by date,
    grace_days integer not null default 14 check (grace_days between 0 and 365),
    cancel_at_end boolean not null default false,
    ended_on date,
    had_trial boolean not null default false,
    renewed_count integer not null default 0 check (renewed_count >= 0),
    next_invoice_on date,
    ${money('unit_amount')},
    ${currency},
    amounts_are text not null ${amounts},
    tax_code text not null default '',
    tax_name text not null default '',
    tax_rate numeric(7, 4) not null default 0 check (tax_rate between 0 and 100),
    account_code text not null default '200',
    opens text[] not null default '{}',
    invoice_id bigint,
    renewal_invoice_id bigint,
    ${times},
    check (period_ends_on >= period_began_on),
    check (period_ends_on is not null or period = 'none'),
    check ((state in ('lapsed', 'cancelled')) = (ended_on is not null))
  )`,
  `create unique index subscription_live on subscription (user_id, product_id)
   where state in ('trial', 'active', 'grace') and user_id is not null`,
  'create index subscription_organisation on subscription (organisation_id, state)',
  'create index subscription_user on subscription (user_id, organisation_id) where user_id is not null',
  'create index subscription_contact on subscription (contact_id)',
  'create index subscription_product on subscription (product_id)',
  'create index subscription_currency on subscription (currency)',
  "create index subscription_due on subscription (organisation_id) where state in ('trial', 'active', 'grace')",

  // Each reminder is a unique row, written in the transaction that queues its message.
  `create table subscription_reminder (
    ${id}, ${organisation},
    subscription_id bigint not null references subscription on delete cascade,
    kind text not null check (kind in ('before', 'due', 'grace')),
    for_day date not null,
    message_id bigint references message on delete set null,
    created_at timestamptz not null default now(),
    unique (subscription_id, kind, for_day)
  )`,
  'create index subscription_reminder_organisation on subscription_reminder (organisation_id)',
  'create index subscription_reminder_message on subscription_reminder (message_id) where message_id is not null',

  `create table invoice (
    ${id}, ${organisation}, ${person('user_id')},
    type text not null default 'invoice' check (type in ('invoice', 'credit_note')),
    number integer check (number > 0),
    document_number text,
    contact_id bigint references contact on delete set null,
    contact jsonb,
    issuer jsonb,
    state text not null default 'draft' check (state in ('draft', 'authorised', 'paid', 'void')),
    amounts_are text not null default 'exclusive' ${amounts},
    ${currency},
    exchange_rate numeric(18, 6) not null default 1 check (exchange_rate > 0),
    issued_on date not null,
    due_on date not null,
    reference text not null default '',
    branding_theme_id bigint references branding_theme on delete set null,
    ${money('net')},
    ${money('tax')},
    ${money('gross')},
    ${money('paid')},
    credits_invoice_id bigint references invoice on delete set null,
    subscription_id bigint references subscription on delete set null,
    external_id text,
    external_state text,
    pushed_at timestamptz,
    sent_at timestamptz,
    message_id bigint references message on delete set null,
    authorised_at timestamptz,
    pdf_file_id bigint references file on delete set null,
    client_key text,
    ${person('created_by_user_id')},
    ${times},
    unique (organisation_id, type, number),
    check (due_on >= issued_on),
    check (gross = net + tax),
    check (paid <= gross),
    check ((state = 'draft') = (number is null)),
    check ((number is null) = (document_number is null)),
    check (credits_invoice_id is null or type = 'credit_note')
  )`,
  'create index invoice_list on invoice (organisation_id, issued_on, id)',
  'create index invoice_user on invoice (user_id, organisation_id) where user_id is not null',
  'create index invoice_contact on invoice (contact_id)',
  'create index invoice_credits on invoice (credits_invoice_id) where credits_invoice_id is not null',
  'create index invoice_subscription on invoice (subscription_id) where subscription_id is not null',
  'create index invoice_currency on invoice (currency)',
  'create index invoice_theme on invoice (branding_theme_id) where branding_theme_id is not null',
  'create index invoice_message on invoice (message_id) where message_id is not null',
  'create index invoice_pdf on invoice (pdf_file_id) where pdf_file_id is not null',
  'create index invoice_created_by on invoice (created_by_user_id) where created_by_user_id is not null',
  'create unique index invoice_client_key on invoice (organisation_id, client_key) where client_key is not null',
  'create unique index invoice_external on invoice (organisation_id, external_id) where external_id is not null',

  `create table invoice_line (
    ${id}, ${organisation},
    invoice_id bigint not null references invoice on delete cascade,
    position integer not null,
    item_code text not null default '',
    description text not null default '',
    quantity numeric(19, 4) not null default 1 check (quantity >= 0),
    unit_price numeric(19, 4) not null default 0 check (unit_price >= 0),
    discount numeric(7, 4) not null default 0 check (discount between 0 and 100),
    account_code text not null default '',
    tax_rate_id bigint references tax_rate on delete set null,
    tax_code text not null default '',
    tax_name text not null default '',
    tax_rate numeric(7, 4) not null default 0 check (tax_rate between 0 and 100),
    ${money('net')},
    ${money('tax')},
    ${money('gross')},
    check (gross = net + tax),
    unique (invoice_id, position)
  )`,
  'create index invoice_line_organisation on invoice_line (organisation_id, invoice_id)',
  'create index invoice_line_tax_rate on invoice_line (tax_rate_id) where tax_rate_id is not null',

  'alter table subscription add foreign key (invoice_id) references invoice on delete set null',
  'alter table subscription add foreign key (renewal_invoice_id) references invoice on delete set null',
  'create index subscription_invoice on subscription (invoice_id) where invoice_id is not null',
  'create index subscription_renewal on subscription (renewal_invoice_id) where renewal_invoice_id is not null',

  // The sum of an invoice's transactions is its open amount. A charge is positive, what settles it is negative.
  `create table transaction (
    ${id}, ${organisation}, ${person('user_id')},
    contact_id bigint references contact on delete set null,
    at timestamptz not null default now(),
    kind text not null check (kind in ('charge', 'payment', 'refund', 'credit', 'writeoff', 'adjustment')),
    amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
    ${currency},
    method text check (method in ('bank', 'card', 'cash', 'provider')),
    reference text not null default '',
    invoice_id bigint references invoice,
    reverses_transaction_id bigint references transaction,
    provider text,
    provider_id text,
    client_key text,
    ${person('created_by')},
    created_at timestamptz not null default now(),
    check ((provider is null) = (provider_id is null)),
    unique (reverses_transaction_id),
    unique (organisation_id, provider, provider_id)
  )`,
  'create index transaction_list on transaction (organisation_id, at, id)',
  'create index transaction_invoice on transaction (invoice_id)',
  'create index transaction_user on transaction (user_id, organisation_id) where user_id is not null',
  'create index transaction_contact on transaction (contact_id)',
  'create index transaction_currency on transaction (currency)',
  'create index transaction_created_by on transaction (created_by) where created_by is not null',
  'create unique index transaction_client_key on transaction (organisation_id, client_key) where client_key is not null',

  // Only what a deleted account or contact leaves may be emptied, and only with its organisation a row is deleted.
  `create function keep_transaction() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' then
       if new.user_id is not null and new.user_id is distinct from old.user_id
         or new.contact_id is not null and new.contact_id is distinct from old.contact_id
         or new.created_by is not null and new.created_by is distinct from old.created_by
         or to_jsonb(new) - array['user_id', 'contact_id', 'created_by']
           <> to_jsonb(old) - array['user_id', 'contact_id', 'created_by'] then
         raise exception 'A transaction is never changed: it is reversed.' using errcode = 'restrict_violation';
       end if;
       return new;
     end if;
     if tg_op = 'TRUNCATE' or exists (select from organisation o where o.id = old.organisation_id) then
       raise exception 'A transaction is never deleted: it is reversed.' using errcode = 'restrict_violation';
     end if;
     return old;
   end $$`,
  `create trigger transaction_kept before update or delete on transaction
   for each row execute function keep_transaction()`,
  `create trigger transaction_kept_all before truncate on transaction
   for each statement execute function keep_transaction()`,

  `create function keep_invoice() returns trigger language plpgsql as $$
   declare
     free text[] := array['user_id', 'contact_id', 'branding_theme_id', 'credits_invoice_id', 'subscription_id', 'state',
       'paid', 'external_id', 'external_state', 'pushed_at', 'sent_at', 'message_id', 'pdf_file_id', 'created_by_user_id',
       'modified_at'];
   begin
     if old.state = 'draft' then
       return case when tg_op = 'DELETE' then old else new end;
     end if;
     if tg_op = 'DELETE' then
       if exists (select from organisation o where o.id = old.organisation_id) then
         raise exception 'An authorised invoice is never deleted: it is credited.' using errcode = 'restrict_violation';
       end if;
       return old;
     end if;
     if new.state = 'draft' or old.state = 'void' and new.state <> 'void' or to_jsonb(new) - free <> to_jsonb(old) - free then
       raise exception 'An authorised invoice is never changed: it is credited.' using errcode = 'restrict_violation';
     end if;
     return new;
   end $$`,
  'create trigger invoice_kept before update or delete on invoice for each row execute function keep_invoice()',

  `create function keep_invoice_line() returns trigger language plpgsql as $$
   declare
     line invoice_line := case when tg_op = 'INSERT' then new else old end;
   begin
     if tg_op = 'UPDATE' and to_jsonb(new) - 'tax_rate_id' = to_jsonb(old) - 'tax_rate_id' then
       return new;
     end if;
     if exists (select from invoice i where i.id = line.invoice_id and i.state <> 'draft') then
       raise exception 'A line of an authorised invoice is never changed.' using errcode = 'restrict_violation';
     end if;
     return case when tg_op = 'DELETE' then old else new end;
   end $$`,
  `create trigger invoice_line_kept before insert or update or delete on invoice_line
   for each row execute function keep_invoice_line()`,

  `create table provider_connection (
    ${id}, ${organisation},
    kind text not null check (kind in ('xero', 'stripe')),
    state text not null default 'connected' check (state in ('connected', 'broken', 'disconnected')),
    tenant_id text,
    tenant_name text,
    access_sealed text,
    refresh_sealed text,
    previous_refresh_sealed text,
    webhook_sealed text,
    key_id text,
    token_version integer not null default 0,
    expires_at timestamptz,
    scopes text[] not null default '{}',
    settings jsonb not null default '{}',
    last_error text,
    last_error_at timestamptz,
    last_push_at timestamptz,
    ${person('connected_by')},
    ${times},
    unique (organisation_id, kind),
    check (state <> 'disconnected'
      or (access_sealed is null and refresh_sealed is null and previous_refresh_sealed is null and webhook_sealed is null))
  )`,
  `create index provider_connection_tenant on provider_connection (kind, tenant_id) where tenant_id is not null`,
  'create index provider_connection_connected_by on provider_connection (connected_by) where connected_by is not null',

  // The answer of a browser that comes back from the provider must name one of these.
  `create table provider_authorisation (
    ${id}, ${organisation},
    kind text not null check (kind in ('xero', 'stripe')),
    user_id bigint not null references user_account on delete cascade,
    state_sha256 text not null unique,
    verifier_sealed text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create index provider_authorisation_organisation on provider_authorisation (organisation_id)',
  'create index provider_authorisation_user on provider_authorisation (user_id)',

  `create table provider_outbox (
    ${id}, ${organisation},
    provider_connection_id bigint references provider_connection on delete set null,
    provider text not null check (provider in ('xero', 'stripe')),
    kind text not null,
    entity text not null,
    entity_id bigint not null,
    payload jsonb not null default '{}',
    idempotency_key text not null unique,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    attempts integer not null default 0,
    not_before timestamptz not null default now(),
    leased_until timestamptz,
    answer jsonb,
    error text,
    done_at timestamptz,
    ${times}
  )`,
  "create index provider_outbox_due on provider_outbox (not_before, id) where state in ('queued', 'running')",
  'create index provider_outbox_list on provider_outbox (organisation_id, id)',
  'create index provider_outbox_entity on provider_outbox (entity, entity_id)',
  'create index provider_outbox_connection on provider_outbox (provider_connection_id)',

  // Calls of a tenant, counted over all processes: in this minute, today, and at present.
  `create table provider_rate (
    provider text not null,
    tenant_id text not null,
    minute timestamptz not null default now(),
    minute_count integer not null default 0,
    day date not null default current_date,
    day_count integer not null default 0,
    blocked_until timestamptz,
    primary key (provider, tenant_id)
  )`,

  // Events of a provider, each handled once.
  `create table provider_event (
    ${id},
    organisation_id bigint references organisation on delete cascade,
    provider text not null,
    event_id text not null,
    type text not null,
    state text not null default 'received' check (state in ('received', 'done', 'ignored', 'failed')),
    error text,
    received_at timestamptz not null default now(),
    unique (provider, event_id)
  )`,
  'create index provider_event_organisation on provider_event (organisation_id)',
]
