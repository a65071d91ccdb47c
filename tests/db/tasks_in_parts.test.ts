import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdsOf, longOf } from '../holds.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'

const ROWS = 3000

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork({ RETAIN_DAYS: '30' })
  ours = await makeOrganisation(network, 'ours')
  for (const statement of old()) await statement.execute(network.db)
})
afterAll(() => network.stop())

/** Rows of each kind that maintenance looks for, in numbers that one transaction should not change. */
const old = () => {
  const long_ago = sql`now() - interval '400 days'`
  const many = sql`generate_series(1, ${ROWS}::int) i`
  return [
    sql`insert into attempt (key, count, began_at) select 'mail:' || i, 1, ${long_ago} from ${many}`,
    sql`insert into outbox_mail (recipient, subject, text, created_at)
      select 'a@example.com', 'Subject', 'Text', ${long_ago} from ${many}`,
    sql`insert into session (user_id, last_seen_at, expires_at, created_at)
      select ${ours.user.id}, ${long_ago}, ${long_ago}, ${long_ago} from ${many}`,
    sql`insert into audit_log (organisation_id, action, created_at)
      select ${ours.id}, 'user.update', ${long_ago} from ${many}`,
    sql`insert into file_content (organisation_id, sha256, size, key_id, wrapped_key, backend, backend_key, created_at, orphaned_at)
      select ${ours.id}, md5(i::text), 5, 'none', '', 'disk', gen_random_uuid()::text, ${long_ago},
        case when i % 2 = 0 then ${long_ago} end from ${many}`,
    sql`insert into tracker_event_default (id, organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
      select nextval('tracker_event_id_seq'), ${ours.id}, 1, ${long_ago}, ${long_ago}, 'position', true,
        false, false, i from ${many}`,
  ]
}

const count = async (from: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(from)}`.execute(network.db)
  return rows[0]!.count
}

it('no periodic task changes many rows in one transaction', async () => {
  for (const task of Object.values(network.server.tasks).flat()) {
    const { holds } = await holdsOf(network, async () => task.run())
    expect([task.name, longOf(holds, { statements: 50 })]).toEqual([task.name, []])
  }
  expect(await count("attempt where key like 'mail:%' and began_at < now() - interval '300 days'")).toBe(0)
  expect(await count("outbox_mail where created_at < now() - interval '300 days'")).toBe(0)
  expect(await count("session where expires_at < now() - interval '300 days'")).toBe(0)
  expect(await count('file_content where orphaned_at is null')).toBe(0)
  expect(await count("file_content where orphaned_at < now() - interval '300 days'")).toBe(0)
  expect(await count('tracker_event_default')).toBe(0)
})
