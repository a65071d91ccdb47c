import { sql } from 'kysely'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../../scripts/png.ts'
import { upload } from '../files/uploads.ts'
import type { Network } from '../network.ts'
import { readPdf } from '../pdf.ts'
import type { Organisation, Person } from '../seeds/people.ts'
import { makeReportedFleet } from '../seeds/reported_fleet.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let fleet: Organisation
let other: Organisation
let trackers: Record<string, number>
let depot: number
beforeAll(async () => {
  network = await sharedNetwork()
  ;({ fleet, other, trackers, depot } = await makeReportedFleet(network))
})

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

  it('says of each row what its figures follow from; files leave that out', async () => {
    const { rows, columns } = await ask('trips')
    expect(JSON.parse(String(rows[0]!.why))).toMatchObject({
      kind: 'trip',
      distance_m: 100_000,
      distance_source: 'positions',
      revised_at: null,
      share: 0.5,
    })
    expect(JSON.parse(String(rows[0]!.way))).toEqual([
      [174.5, -36.5],
      [174.5, -36.5],
    ])
    expect(columns.map(({ name }) => name)).not.toContain('why')
    for (const report of ['stops', 'visits', 'idling', 'speeding'] as const) await ask(report)
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
    expect(await used({})).toEqual([
      45,
      1,
      'Monday to Friday, 08:00 to 17:00, where the profile of a tracker has no others',
    ])
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
    const { data: nights } = await fleet.administrator.client.create('movementprofile', {
      organisation_id: fleet.id,
      name: 'Nights',
      kind: 'truck',
      work: { days: '67', from: '08:30', until: '06:00' },
    })
    await fleet.administrator.client.update('tracker', { id: trackers.truck!, movement_profile_id: nights.id })
    expect((await used({})).slice(0, 2)).toEqual([43, 0])
    expect((await used({ work_days: '12345' })).slice(0, 2)).toEqual([5 * 21.5, 0.5])
    const { rows } = await ask('utilisation')
    expect(rows.map(({ work }) => work)).toEqual([
      'Mon to Fri, 08:00 to 17:00',
      'Mon to Fri, 08:00 to 17:00',
      'Sat, Sun, 08:30 to 06:00',
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

  it('have the logo of the organisation at their head as PDF, while it is there', async () => {
    const roles = async () => {
      const answer = await file({ report: 'trips', organisation_id: String(fleet.id), format: 'pdf', ...week })
      return (await readPdf(Buffer.from(await answer.arrayBuffer()))).roles.slice(2, 4)
    }
    const { token, client } = fleet.administrator
    const { id } = (await upload(network, token, greyPng(64, 16), { name: 'logo.png' })).data
    await client.call('POST', 'website/organisation', { organisation_id: fleet.id, logo_file_id: id })
    expect(await roles()).toEqual(['Figure', 'H1'])
    await client.call('DELETE', 'file', { id })
    expect(await roles()).toEqual(['H1', 'P'])
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

  it('segments themselves are added up over all pages, and counted exactly', async () => {
    const query = { tracker_id: trackers.truck, kind: 'trip', sums: true } as const
    const { client } = fleet.administrator
    const { data: all } = await client.list('segment', { ...query, limit: 1000 })
    const { info } = await client.list('segment', { ...query, limit: 1 })
    const distance_m = all.reduce((sum, one) => sum + one.distance_m, 0)
    expect(info).toMatchObject({ total: all.length, sums: { distance_m: expect.closeTo(distance_m, 3) } })
    expect(all.length).toBeGreaterThan(1)
    expect(info).not.toHaveProperty('total_is_estimated')
  })

  it('have raw values as CSV, and names that are no formulas', async () => {
    const answer = await file({ report: 'stops', organisation_id: String(fleet.id), format: 'csv', ...week })
    const [head, line] = (await answer.text()).split('\n')
    expect(head).toBe('tracker_name,place,began_at,ended_at,inside_s,idle_s')
    expect(line).toMatch(/^'=Van,Warkworth,2026-05-31T20:00:00/)
  })
})
