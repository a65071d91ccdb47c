import { sql } from 'kysely'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../messaging/fakes.ts'
import { type Network, startNetwork } from '../network.ts'
import type { Organisation } from '../seeds/people.ts'
import { agree } from '../seeds/recipients.ts'
import { makeReportedFleet } from '../seeds/reported_fleet.ts'

let network: Network
let smtp: MailServer
let fleet: Organisation
let trackers: Record<string, number>
beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url, MESSAGE_RETRY_S: '1', HTTP_RATE: '100000' })
  ;({ fleet, trackers } = await makeReportedFleet(network))
})
afterAll(async () => {
  await network.stop()
  await smtp.stop()
})

describe('a scheduled report', () => {
  const schedule = (more: object = {}) =>
    fleet.administrator.client.create('reportschedule', {
      name: 'Week',
      report: 'summary',
      rhythm: 'weekly',
      weekday: 'monday',
      at: '06:00',
      email_recipients: 'boss@example.com',
      formats: ['xlsx', 'pdf'],
      organisation_id: fleet.id,
      ...more,
    } as never)
  /** As if it were due since a moment. */
  const dueAt = async (id: number, at: string) => {
    await network.db.updateTable('report_schedule').set({ next_at: at }).where('id', '=', id).execute()
    await network.server.api.workers.drain()
    await network.server.delivery.drain()
  }
  const runsOf = async (report_schedule_id: number) =>
    (await fleet.administrator.client.list('reportrun', { report_schedule_id })).data

  it('arrives once with its files, for the week before it was due', async () => {
    await agree(network, fleet.id, { email_recipients: 'boss@example.com' })
    const { data } = await schedule()
    expect(new Date(data.next_at!).getTime()).toBeGreaterThan(Date.now())
    await dueAt(data.id, '2026-11-22T17:00:00Z')
    await dueAt(data.id, '2026-11-22T17:00:00Z')
    const mails = smtp.to('boss@example.com').filter(({ subject }) => subject.startsWith('Summary'))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toBe('Summary of haulage, 2026-11-16 to 2026-11-22')
    expect(mails[0]!.text).toContain('Distance: 160.0 km')
    const parts = mails[0]!.raw.split(/\r\n--[-=_\w]+\r\n/)
    const attached = parts.find((part) => part.includes('spreadsheetml'))!
    const bytes = Buffer.from(attached.slice(attached.indexOf('\r\n\r\n')).replace(/\s|--.*$/g, ''), 'base64')
    const [sheet] = await readXlsxFile(bytes)
    expect(sheet!.data.at(-1)!.slice(0, 3)).toEqual(['Total', null, 160])
    expect(mails[0]!.raw).toContain('application/pdf')
    expect(await runsOf(data.id)).toMatchObject([{ state: 'sent', rows: 3, reason: null }])
  })

  it('that is too large for a mail has a link to its file, which only the mail knows', async () => {
    await sql`insert into segment (organisation_id, tracker_id, kind, began_at, ended_at, through_at, begin_position,
        end_position, begin_place, distance_m, distance_source, moving_s, idle_s, pauses)
      select ${fleet.id}::bigint, ${trackers.idle!}::bigint, 'speeding', at, at + interval '5 seconds', at, p, p, repeat('Far ', 60),
        1, 'positions', 5, 0, 0
      from generate_series(1, 45000) i, lateral (select timestamptz '2025-03-03 12:00Z' + i * interval '10 seconds' as at,
        st_setsrid(st_makepoint(174.5, -36.5), 4326) as p) x`.execute(network.db)
    const { data } = await schedule({ name: 'Large', report: 'speeding', formats: ['csv'] })
    await dueAt(data.id, '2025-03-09T17:00:00Z')
    const [run] = await runsOf(data.id)
    expect(run).toMatchObject({ state: 'sent', rows: 45_000 })
    const mail = smtp.to('boss@example.com').find(({ subject }) => subject.startsWith('Speeding'))!
    const [link] = /http\S+file\/public\?token=\S+/.exec(mail.text)!
    const answer = await fetch(link.replace(/^https?:\/\/[^/]+/, network.url))
    expect(answer.status).toBe(200)
    expect((await answer.text()).split('\n')).toHaveLength(45_002)
    const kept = await network.db.selectFrom('message').select('text').where('id', '=', run!.message_id!).execute()
    expect(kept[0]!.text).toContain('The mail has a link')
    expect(kept[0]!.text).not.toContain('token=')
  })

  it('is skipped where nothing happened, if asked to be', async () => {
    const { data } = await schedule({ name: 'Idling', report: 'idling', skips_empty: true })
    await dueAt(data.id, '2026-11-22T17:00:00Z')
    expect(await runsOf(data.id)).toMatchObject([{ state: 'nothing', rows: 0, message_id: null }])
  })

  it('fails with a reason when who made it does not administer the organisation any more', async () => {
    const { data } = await schedule({ name: 'Orphan' })
    const set = (role_name: 'Administrator' | 'User') =>
      network.db.updateTable('membership').set({ role_name }).where('user_id', '=', fleet.administrator.id).execute()
    await set('User')
    await dueAt(data.id, '2026-11-22T17:00:00Z')
    await set('Administrator')
    expect(await runsOf(data.id)).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('does not administer'), message_id: null },
    ])
  })

  it.each([
    [{ email_recipients: '' }, 'email_recipients'],
    [{ report: 'none' }, 'report'],
    [{ filters: { boundary_id: 1 } }, 'boundary_id'],
    [{ at: '7:00' }, 'at'],
    [{ formats: [] }, 'formats'],
  ])('refuses %o', async (more, field) => {
    await expect(schedule(more)).rejects.toMatchObject({ status: 400, field })
  })
})
