import { type Kysely, sql } from 'kysely'

export const after = '20270308_tracker_power'
export const checksum = '5108e2d57ffd4a79814ec63ca2e014f0dd9dea3ae70d8b2b4111a6cec19fdab8'

/** Reports are forwarded over HTTP and MQTT, too; a preset says what the receiver is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table report_forward drop constraint report_forward_protocol_check',
  `alter table report_forward add constraint report_forward_protocol_check
    check (protocol in ('wialon', 'wialon_1', 'http', 'mqtt'))`,
  `alter table report_forward add column preset text check (preset in ('home_assistant', 'traccar')),
    add column url text check (length(url) between 1 and 500),
    add column tls boolean not null default false,
    add column username text check (length(username) between 1 and 100),
    add column topic text check (length(topic) between 1 and 200),
    add column format text not null default 'ringfence'
      check (format in ('ringfence', 'traccar', 'osmand', 'home_assistant')),
    add constraint report_forward_url check ((protocol = 'http') = (url is not null)),
    add constraint report_forward_topic check ((protocol = 'mqtt') = (topic is not null))`,
]
