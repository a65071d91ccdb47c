import { type Kysely, sql } from 'kysely'

export const after = '20261205_transports'
export const checksum = 'd29451584fc9996f157034e29f60125a7199e6ae7bcf805dea479260499bde20'

/** Who has agreed to messages, what an organisation may have and send, and how much it has sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const listed = (channel: 'email' | 'sms', table: string, lists: string) => `
  select t.organisation_id, '${channel}' as channel, ${channel === 'email' ? 'lower(trim(a))' : 'trim(a)'} as address
  from ${table} t cross join unnest(string_to_array(concat_ws(',', ${lists}), ',')) a`

const addresses = [
  listed('email', 'user_config', 't.email_recipients, t.escalate_email_recipients'),
  listed('sms', 'user_config', 't.phone_recipients, t.escalate_phone_recipients'),
  listed('email', 'organisation_config', 't.email_recipients, t.escalate_email_recipients'),
  listed('sms', 'organisation_config', 't.phone_recipients, t.escalate_phone_recipients'),
  listed('email', 'user_tracker_config', 't.email_recipients'),
  listed('sms', 'user_tracker_config', 't.phone_recipients'),
  "select organisation_id, 'email', lower(trim(email)) from enquiry where state = 'new'",
].join(' union all ')

/** What is there already fits, twice over. */
const room = (name: string, table: string, most: number) => `
  insert into organisation_quota (organisation_id, name, most)
  select organisation_id, '${name}', count(*) * 2 from ${table} group by organisation_id having count(*) > ${most / 2}`

const statements = [
  // A recipient without an organisation belongs to the installation: the sender of an enquiry.
  'alter table recipient drop constraint recipient_pkey',
  'alter table recipient drop constraint recipient_id_key',
  'alter table recipient add primary key (id)',
  'alter table recipient alter organisation_id drop not null',
  'create unique index recipient_address on recipient (organisation_id, channel, address) nulls not distinct',
  `alter table recipient
    add proved_at timestamptz,
    add asked_at timestamptz,
    add declined_at timestamptz`,
  'create index recipient_asked on recipient (organisation_id, asked_at) where asked_at is not null',
  `insert into recipient (organisation_id, channel, address, proved_at)
   select distinct organisation_id, channel, address, now() from (${addresses}) s (organisation_id, channel, address)
   where address <> ''
   on conflict (organisation_id, channel, address) do update set proved_at = excluded.proved_at`,

  // For the whole installation: when an address was last asked for consent, and whether asking again is blocked.
  `create table address_confirmation (
    channel text not null check (channel in ('email', 'sms')),
    address text not null,
    asked_at timestamptz,
    refused_at timestamptz,
    primary key (channel, address)
  )`,

  // As it was written when it was proved: another number is not.
  'alter table user_account add phone_proved text',
  'update user_account set phone_proved = phone_mobile where phone_mobile is not null',
  `create table phone_code (
    user_id bigint primary key references user_account on delete cascade,
    address text not null,
    code_sha256 text not null,
    tries integer not null default 0,
    made_at timestamptz not null default now()
  )`,

  `alter table message_delivery
    add urgent boolean not null default false,
    add counted boolean not null default false,
    add held_because text check (held_because in ('unconfirmed', 'quota')),
    drop constraint message_delivery_state_check,
    add constraint message_delivery_state_check check (state in ('queued', 'held', 'sent', 'delivered', 'failed'))`,
  `create index message_delivery_held on message_delivery (organisation_id, channel, address) where state = 'held'`,
  "create index enquiry_new on enquiry (organisation_id) where state = 'new'",
  "create index message_person on message (organisation_id, created_at) where kind = 'person'",

  'alter table organisation add trusted_at timestamptz',
  'update organisation set trusted_at = now()',
  `create table organisation_quota (
    organisation_id bigint not null references organisation on delete cascade,
    name text not null,
    most integer not null check (most >= 0),
    primary key (organisation_id, name)
  )`,
  room('trackers', 'tracker', 1000),
  room('boundaries', 'boundary', 1000),
  room('locations', 'location', 2000),
  room('users', 'membership', 500),

  `create table send_count (
    organisation_id bigint not null references organisation on delete cascade,
    channel text not null check (channel in ('email', 'sms', 'push', 'webhook')),
    hour timestamptz not null,
    hour_count integer not null,
    day timestamptz not null,
    day_count integer not null,
    primary key (organisation_id, channel)
  )`,

  // Written with each batch of alerts, so nothing refers to it; old rows are deleted now and then.
  `create table alert_count (
    organisation_id bigint not null,
    tracker_id bigint not null,
    kind text not null check (kind in ('boundary', 'alarm', 'sos', 'presence', 'reminder', 'escalation')),
    began_at timestamptz not null,
    count integer not null,
    primary key (organisation_id, tracker_id, kind)
  )`,
  `alter table held_alert drop constraint held_alert_because_check,
    add constraint held_alert_because_check check (because in ('quiet', 'limit', 'repeats'))`,
]
