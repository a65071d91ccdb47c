import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Network, startTracker } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let others: Organisation
let user: Person
let truck: number
let sensor: number
/** The first and the last day of what was reported, in the organisation's time zone. */
let days: { from: string; until: string }
const MINUTE = 60_000
/** At a full interval, so that each value has one of its own. */
const now = Math.floor(Date.now() / (15 * MINUTE)) * 15 * MINUTE

beforeAll(async () => {
  network = await sharedNetwork()
  others = await makeOrganisation(network, 'cold-others')
  user = await makePerson(network, 'cold-user', 1, 'User')
  const device = await startTracker(network, 'freezer-of-log', { name: 'Freezer' })
  truck = device.id
  const made = { tracker_id: truck, name: 'Cargo', path: 'temp_1', unit: '°C', low: -25, high: -18 }
  sensor = (await network.admin.create('sensor', made)).data.id
  await network.admin.create('sensor', { tracker_id: truck, name: 'Battery', path: 'volts', unit: 'V' })
  const at = (minutes: number, temp_1: number) => ({
    lat: -36.8,
    lon: 174.7,
    ts: new Date(now - minutes * MINUTE).toISOString(),
    attributes: { temp_1, volts: 12 },
  })
  // In range, too warm for half an hour, in range, then nothing for 75 minutes.
  const reports = [at(240, -20), at(225, -21), at(210, -17), at(195, -15.5), at(180, -19), at(165, -20), at(90, -20), at(75, -20)] // biome-ignore format: one line
  await device.report(reports as never)
  await device.stop()
  const { data } = await network.admin.read('organisation', 1)
  const dayOf = (time: number) => new Date(time).toLocaleDateString('sv', { timeZone: data.timezone })
  days = { from: dayOf(now - 240 * MINUTE), until: dayOf(now) }
})

const ask = async (report: string, more: object = {}, { client }: Pick<Person, 'client'> = { client: network.admin }) =>
  (await client.act('GET movement/report', { report, organisation_id: 1, tracker_id: [truck], ...days, ...more })).data
const file = async (format: string) => {
  const query = { report: 'temperatures', organisation_id: '1', tracker_id: String(truck), format, ...days }
  const answer = await fetch(`${network.url}/api/v1/movement/report/file?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${network.token}` },
  })
  return Buffer.from(await answer.arrayBuffer())
}

describe('the temperature log', () => {
  it('has each excursion and each gap, and times that add up', async () => {
    const { parts, rows, totals } = await ask('temperatures')
    const [summary, excursions, gaps] = parts
    expect(summary!.rows).toMatchObject([
      {
        tracker_name: 'Freezer',
        sensor: 'Cargo',
        range: '−25 to −18 °C',
        least: -21,
        greatest: -15.5,
        outside_s: 1800,
      },
    ])
    const { inside_s, outside_s, gap_s } = summary!.rows[0] as Record<string, number>
    const whole = Date.now() - Date.parse(String(rows[0]!.began_at))
    expect(Math.abs(inside_s! + outside_s! + gap_s! - whole / 1000)).toBeLessThan(60)
    expect(inside_s).toBe(3600)
    expect(excursions!.rows).toMatchObject([
      { began_at: new Date(now - 210 * MINUTE).toISOString(), outside_s: 1800, worst: -15.5, side: 'above' },
    ])
    expect(gaps!.rows).toContainEqual(
      expect.objectContaining({ began_at: new Date(now - 165 * MINUTE).toISOString(), gap_s: 4500 }),
    )
    expect(totals).toMatchObject({ readings: 8, outside_s: 1800 })
    expect(rows.filter(({ note }) => note === 'Above')).toHaveLength(2)
  })

  it('has the sensors, the range and the interval that are asked', async () => {
    const none = await ask('temperatures', { high: -10, interval_min: 60 })
    expect(none.parts[1]!.rows).toEqual([])
    expect(none.parts[0]!.rows[0]).toMatchObject({ range: 'up to −10 °C', outside_s: 0 })
    const low = await ask('excursions', { low: -20.5, high: -18, at_least_s: 1000 })
    expect(low.rows.map(({ side }) => side)).toEqual(['above'])
    expect((await ask('temperatures', { sensor_id: [sensor] })).rows[0]).toMatchObject({ sensor: 'Cargo' })
    for (const [wrong, field] of [
      [{ sensor_id: [sensor + 100_000] }, 'sensor_id'],
      [{ interval_min: 7 }, 'interval_min'],
      [{ from: '2026-01-01', until: '2026-02-05' }, 'from'],
    ] as const) {
      await expect(ask('temperatures', wrong)).rejects.toMatchObject({ status: 400, field })
    }
    await expect(ask('trips', { low: 1 })).rejects.toMatchObject({ status: 400, field: 'low' })
  })

  it('is of trackers that one sees', async () => {
    await expect(ask('temperatures', {}, others.administrator)).rejects.toMatchObject({ status: 404 })
    const own = { organisation_id: others.id }
    expect((await ask('temperatures', own, others.administrator)).rows).toEqual([])
    await expect(ask('temperatures', { ...own, sensor_id: [sensor] }, others.administrator)).rejects.toMatchObject({
      field: 'sensor_id',
    })
    expect((await ask('temperatures', {}, user)).rows).toEqual([])
  })

  it('is printed with who printed it, and has a sheet for each table', async () => {
    const { text, tagged } = await readPdf(await file('pdf'))
    expect(tagged).toBe(true)
    for (const part of ['Printed by', 'high −17.0', 'Checked by', 'No data']) expect(text).toContain(part)
    const sheets = await readXlsxFile(await file('xlsx'))
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Summary', 'Outside of the range', 'Without data', 'Readings'])
    expect(String(await file('csv'))).toMatch(/^tracker_name,sensor,unit,began_at,/)
  })

  it('may be mailed', async () => {
    const { data } = await network.admin.create('reportschedule', {
      organisation_id: 1,
      name: 'Cold chain',
      report: 'temperatures',
      rhythm: 'daily',
      at: '06:00',
      email_recipients: 'food@example.com',
      period: 'yesterday',
      filters: { sensor_id: [sensor], interval_min: 30, high: -18.5 },
      formats: ['pdf'],
    } as never)
    expect(data.filters).toMatchObject({ sensor_id: [sensor], interval_min: 30, high: -18.5 })
  })
})
