import { sql } from 'kysely'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../messaging/fakes.ts'
import { type Network, startNetwork } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'
import { agree } from '../seeds/recipients.ts'
import { type More, writeSegment } from '../seeds/segments.ts'

let network: Network
let smtp: MailServer
let fleet: Organisation
let other: Organisation
const trackers: Record<string, number> = {}
let depot: number

beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url, MESSAGE_RETRY_S: '1', HTTP_RATE: '100000' })
  fleet = await makeOrganisation(network, 'haulage')
  other = await makeOrganisation(network, 'rival')
  const name = (name: string, owner_user_id: number | null, organisation_id = fleet.id) =>
    network.admin.create('tracker', { number: `${name}-${organisation_id}`, name, organisation_id, owner_user_id })
  trackers.truck = (await name('Truck 7', null)).data.id
  trackers.van = (await name('=Van', fleet.user.id)).data.id
  trackers.idle = (await name('Never used', null)).data.id
  trackers.rival = (await name('Rival', null, other.id)).data.id
  const { data } = await fleet.administrator.client.create('boundary', {
    name: 'Depot',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [174, -37],
          [175, -37],
          [175, -36],
          [174, -36],
          [174, -37],
        ],
      ],
    },
  })
  depot = data.id
  await write('truck', 'trip', '2026-11-15T22:00:00+13:00', '2026-11-16T02:00:00+13:00', { distance_m: 200_000 })
  await write('truck', 'trip', '2026-11-17T08:00:00+13:00', '2026-11-17T09:00:00+13:00', {
    distance_m: 60_000,
    top: 30,
  })
  await write('truck', 'stop', '2026-11-17T09:00:00+13:00', '2026-11-17T11:00:00+13:00', {})
  await write('truck', 'visit', '2026-11-17T07:50:00+13:00', '2026-11-17T08:10:00+13:00', { boundary_id: depot })
  await write('truck', 'visit', '2026-11-17T08:55:00+13:00', '2026-11-17T11:00:00+13:00', { boundary_id: depot })
  await write('van', 'visit', '2026-11-17T08:20:00+13:00', '2026-11-17T10:00:00+13:00', { boundary_id: depot })
  // Since the winter, and still.
  await write('van', 'stop', '2026-06-01T08:00:00+12:00', '2026-11-17T08:00:00+13:00', {})
  await write('van', 'stop', '2026-11-17T08:20:00+13:00', null, { through: '2026-11-22T23:00:00+13:00' })
  await write('rival', 'trip', '2026-11-17T08:00:00+13:00', '2026-11-17T09:00:00+13:00', { distance_m: 1 }, other.id)
  for (const [day, tracker, metres] of [
    ['2026-11-16', 'truck', 100_000],
    ['2026-11-17', 'truck', 60_000],
  ] as const) {
    await sql`insert into tracker_day (organisation_id, tracker_id, day, distance_m, estimated_m, driving_s, idle_s, stops, visits)
      values (${fleet.id}, ${trackers[tracker]}, ${day}, ${metres}, 0, 3600, 0, 1, 1)`.execute(network.db)
  }
})
afterAll(async () => {
  await network.stop()
  await smtp.stop()
})

const write = (
  of: string,
  kind: string,
  from: string,
  until: string | null,
  more: More = {},
  organisation_id = fleet.id,
) => writeSegment(network.db, { organisation_id, tracker_id: trackers[of]!, kind, from, until, ...more })

const week = { from: '2026-11-16', until: '2026-11-22' }
const ask = async (report: string, more: object = {}, person: Person = fleet.administrator) => {
  const { data } = await person.client.act('GET movement/report', {
    report,
    organisation_id: fleet.id,
    ...week,
    ...more,
  })
  return data
}
const file = (query: object, { token }: Person = fleet.administrator) =>
  fetch(`${network.url}/api/v1/movement/report/file?${new URLSearchParams(query as Record<string, string>)}`, {
    headers: { authorization: `Bearer ${token}` },
  })

describe('a report', () => {
  it('of trips counts what is inside of the period: the sum is that of the days', async () => {
    const { rows, totals, chart } = await ask('trips')
    expect(rows.map(({ tracker_name, distance_m }) => [tracker_name, distance_m])).toEqual([
      ['Truck 7', 100_000],
      ['Truck 7', 60_000],
    ])
    expect(totals).toMatchObject({ distance_m: 160_000, top_speed: 30 })
    expect(chart?.bars).toEqual([{ label: 'Truck 7', value: 160_000 }])
    expect((await ask('summary')).totals.distance_m).toBe(160_000)
    const days = await ask('days')
    expect(days.totals).toMatchObject({ '2026-11-16': 100_000, '2026-11-17': 60_000, distance_m: 160_000 })
  })

  it('shows trackers that did nothing, too', async () => {
    expect((await ask('summary')).rows.map(({ tracker_name }) => tracker_name)).toEqual([
      '=Van',
      'Never used',
      'Truck 7',
    ])
    expect((await ask('utilisation')).rows).toHaveLength(3)
  })

  it('has the columns that are chosen, beside the first; its totals are those', async () => {
    const { columns, choices, totals } = await ask('summary', { columns: 'distance_m,stops' })
    expect(columns.map(({ name }) => name)).toEqual(['tracker_name', 'distance_m', 'stops'])
    expect(choices.map(({ name }) => name)).toContain('driving_s')
    expect(Object.keys(totals)).toEqual(['distance_m', 'stops'])
  })

  it('of utilisation counts the working hours that are asked, also over night', async () => {
    const used = async (hours: object) => {
      const { rows, about } = await ask('utilisation', hours)
      const { work_s, used_s } = rows.find(({ tracker_name }) => tracker_name === 'Truck 7')!
      return [Number(work_s) / 3600, Number(used_s) / 3600, about.split(': ')[1]]
    }
    expect(await used({})).toEqual([45, 1, 'Monday to Friday, 08:00 to 17:00'])
    expect(await used({ work_from: '08:30', work_until: '09:30' })).toEqual([
      5,
      0.5,
      'Monday to Friday, 08:30 to 09:30',
    ])
    // The trip of Sunday night ends at 02:00 on Monday, in the period; that of Sunday is not.
    expect(await used({ work_days: '17', work_from: '22:00', work_until: '06:00' })).toEqual([
      16,
      0,
      'Monday, Sunday, 22:00 to 06:00',
    ])
    expect(await used({ work_days: '1', work_from: '00:00', work_until: '02:00' })).toEqual([
      2,
      2,
      'Monday, 00:00 to 02:00',
    ])
    await expect(ask('utilisation', { work_days: '8' })).rejects.toMatchObject({ status: 400, field: 'work_days' })
  })

  it('says who stood where for more than an hour, also since the winter', async () => {
    const { rows } = await ask('stops', { at_least_s: 3600 })
    expect(rows.map(({ tracker_name, place, inside_s }) => [tracker_name, place, inside_s])).toEqual([
      ['=Van', 'Warkworth', 32 * 3600],
      ['=Van', 'Depot', (5 * 24 + 14) * 3600 + 40 * 60],
      ['Truck 7', 'Depot', 7200],
    ])
  })

  it('says who reached the depot after 08:00', async () => {
    const late = await ask('visits', { boundary_id: depot, after: '08:00', first_of_day: true })
    expect(late.rows.map(({ tracker_name }) => tracker_name)).toEqual(['=Van'])
    const each = await ask('visits', { boundary_id: depot, after: '08:00' })
    expect(each.rows).toHaveLength(2)
  })

  it('is of a group with all below it, and of a driver', async () => {
    const { administrator } = fleet
    const group = async (name: string, parent_id: number | null) =>
      (await administrator.client.create('trackergroup', { organisation_id: fleet.id, name, parent_id })).data.id
    const north = await group('North', null)
    const kerikeri = await group('Kerikeri', north)
    await administrator.client.update('tracker', { id: trackers.van!, group_id: kerikeri })
    const named = async (report: string, more: object) =>
      [...new Set((await ask(report, more)).rows.map(({ tracker_name }) => tracker_name))].sort()
    expect(await named('summary', { group_id: north })).toEqual(['=Van'])
    expect(await named('stops', { group_id: kerikeri })).toEqual(['=Van'])
    expect(await named('stops', { group_id: north, tracker_id: [trackers.truck] })).toEqual([])
    expect(await named('trips', { group_id: north })).toEqual([])

    const { data: hine } = await administrator.client.create('driver', { organisation_id: fleet.id, name: 'Hine' })
    expect(await named('trips', { driver_id: hine.id })).toEqual([])
    await sql`update segment set driver_id = ${hine.id} where tracker_id = ${trackers.truck} and kind = 'trip'
      and began_at > '2026-11-16T12:00:00Z'`.execute(network.db)
    expect((await ask('trips', { driver_id: hine.id })).rows).toHaveLength(1)
    await expect(ask('stops', { driver_id: hine.id })).rejects.toMatchObject({ status: 400, field: 'driver_id' })
  })

  it('shows people their own trackers, and nobody those of another organisation', async () => {
    expect((await ask('summary', {}, fleet.user)).rows.map(({ tracker_name }) => tracker_name)).toEqual(['=Van'])
    expect((await ask('trips', {}, fleet.user)).rows).toEqual([])
    expect((await ask('stops', {}, fleet.user)).rows).toHaveLength(2)
    expect((await ask('trips', { tracker_id: [trackers.rival] })).rows).toEqual([])
    await expect(ask('trips', { organisation_id: fleet.id }, other.administrator)).rejects.toMatchObject({
      status: 404,
    })
    expect(
      (await file({ report: 'trips', organisation_id: fleet.id, format: 'csv', ...week }, other.administrator)).status,
    ).toBe(404)
  })

  it.each([
    ['trips', { from: '2026-11-20', until: '2026-11-10' }, 'until'],
    ['trips', { from: '2020-01-01', until: '2026-11-10' }, 'from'],
    ['days', { from: '2026-01-01', until: '2026-11-10' }, 'from'],
    ['trips', { boundary_id: 1 }, 'boundary_id'],
    ['visits', { after: '25:00' }, 'after'],
    ['nothing', {}, 'report'],
  ])('refuses %s with %o', async (report, more, field) => {
    await expect(ask(report, more)).rejects.toMatchObject({ status: 400, field })
  })
})

describe('its files', () => {
  it('have numbers, times and durations as XLSX', async () => {
    const answer = await file({ report: 'trips', organisation_id: String(fleet.id), format: 'xlsx', ...week })
    expect(answer.headers.get('content-disposition')).toContain('Trips of haulage, 2026-11-16 to 2026-11-22.xlsx')
    const [sheet] = await readXlsxFile(Buffer.from(await answer.arrayBuffer()))
    const lines = sheet!.data
    expect(lines[0]!.slice(0, 6)).toEqual(['Tracker', 'Began', 'From', 'Ended', 'To', 'Distance (km)'])
    // Local time: a spreadsheet has no zones.
    // A spreadsheet counts days in floating point.
    expect(Math.round((lines[2]![1] as unknown as Date).getTime() / 1000)).toBe(Date.UTC(2026, 10, 17, 8) / 1000)
    expect([lines.at(-1)![0], lines.at(-1)![5]]).toEqual(['Total', 160])
  })

  it('are a tagged PDF, also of nothing, and of more columns than a page has', async () => {
    for (const [report, text] of [
      ['trips', 'Truck 7'],
      ['idling', 'Nothing happened'],
      ['days', '2026-11-22'],
    ] as const) {
      const answer = await file({ report, organisation_id: String(fleet.id), format: 'pdf', ...week })
      const pdf = await readPdf(Buffer.from(await answer.arrayBuffer()))
      expect([pdf.tagged, pdf.text.replaceAll('\n', ' ')]).toEqual([true, expect.stringContaining(text)])
    }
  })

  it('segments themselves are listed as GeoJSON: lines of what moved, points of what rested', async () => {
    const answer = await fetch(
      `${network.url}/api/v1/segments?format=geojson&tracker_id=${trackers.truck}&sort=began_at`,
      { headers: { authorization: `Bearer ${fleet.administrator.token}` } },
    )
    const { type, features } = (await answer.json()) as { type: string; features: GeoJSON.Feature[] }
    expect([type, answer.headers.get('content-type')]).toEqual([
      'FeatureCollection',
      'application/geo+json; charset=utf-8',
    ])
    expect(features.map(({ geometry, properties }) => [properties!.kind, geometry.type])).toEqual([
      ['trip', 'LineString'],
      ['visit', 'Point'],
      ['trip', 'LineString'],
      ['visit', 'Point'],
      ['stop', 'Point'],
    ])
  })

  it('have raw values as CSV, and names that are no formulas', async () => {
    const answer = await file({ report: 'stops', organisation_id: String(fleet.id), format: 'csv', ...week })
    const [head, line] = (await answer.text()).split('\n')
    expect(head).toBe('tracker_name,place,began_at,ended_at,inside_s,idle_s')
    expect(line).toMatch(/^'=Van,Warkworth,2026-05-31T20:00:00/)
  })
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
