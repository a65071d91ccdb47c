import { type Kysely, sql } from 'kysely'

export const after = '20271022_epas'
export const checksum = 'e3bc6121142a5c321d732f3a653b5cd2bfb1953329ee08f21dfcf7eff70b8cbb'

/** Reports are forwarded to Kafka, NATS and AMQP, too; each has a topic as MQTT has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table report_forward drop constraint report_forward_protocol_check',
  `alter table report_forward add constraint report_forward_protocol_check
    check (protocol in ('wialon', 'wialon_1', 'http', 'mqtt', 'kafka', 'nats', 'amqp'))`,
  'alter table report_forward drop constraint report_forward_topic',
  `alter table report_forward add constraint report_forward_topic
    check ((protocol in ('mqtt', 'kafka', 'nats', 'amqp')) = (topic is not null))`,
]
