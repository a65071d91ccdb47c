import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { upgraded } from './upgraded.ts'

const NAME = '20261206_recipients_quotas'

it('recipients from before consent was required still get messages, within the quota', () =>
  upgraded(NAME, before, async (db) => {
    const recipients = await sql`select organisation_id, channel, address, proved_at is not null as proved, window_count
      from recipient order by 2, 3`.execute(db)
    expect(recipients.rows).toEqual([
      { organisation_id: 7, channel: 'email', address: 'asks@example.com', proved: true, window_count: 0 },
      { organisation_id: 7, channel: 'email', address: 'boss@example.com', proved: true, window_count: 0 },
      { organisation_id: 7, channel: 'email', address: 'kaka@example.com', proved: true, window_count: 0 },
      { organisation_id: 7, channel: 'email', address: 'kea@example.com', proved: true, window_count: 3 },
      { organisation_id: 7, channel: 'email', address: 'left@example.com', proved: false, window_count: 0 },
      { organisation_id: 7, channel: 'email', address: 'tui@example.com', proved: true, window_count: 0 },
      { organisation_id: 7, channel: 'sms', address: '+6421555123', proved: true, window_count: 0 },
    ])
    const accounts = await sql`select phone_mobile, phone_proved from user_account order by id`.execute(db)
    expect(accounts.rows).toEqual([{ phone_mobile: '021 555 888', phone_proved: '021 555 888' }])
    const organisations = await sql`select trusted_at is not null as trusted from organisation`.execute(db)
    expect(organisations.rows).toEqual([{ trusted: true }])
    const quotas = await sql`select name, most from organisation_quota`.execute(db)
    expect(quotas.rows).toEqual([{ name: 'trackers', most: 1800 }])
  }))

const before = [
  "insert into organisation (id, name) values (7, 'Kererū')",
  "insert into user_account (id, username, email, phone_mobile) values (7, 'kea', 'own@example.com', '021 555 888')",
  `insert into user_config (organisation_id, user_id, email_recipients, phone_recipients, escalate_email_recipients)
   values (7, 7, 'kea@example.com, Kaka@example.com', '+6421555123', 'boss@example.com')`,
  "insert into organisation_config (organisation_id, email_recipients) values (7, 'kea@example.com')",
  `insert into tracker (organisation_id, number, token_sha256)
   select 7, 'n' || i, repeat('0', 64) from generate_series(1, 900) i`,
  `insert into user_tracker_config (organisation_id, user_id, tracker_id, email_recipients)
   select 7, 7, min(id), 'tui@example.com' from tracker`,
  `insert into enquiry (organisation_id, name, email, subject, text) values (7, 'x', 'asks@example.com', 'x', 'x')`,
  `insert into recipient (organisation_id, channel, address, window_count)
   values (7, 'email', 'kea@example.com', 3), (7, 'email', 'left@example.com', 0)`,
]
