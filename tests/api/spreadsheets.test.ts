import readXlsxFile from 'read-excel-file/node'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'
import { writeSegment } from '../seeds/segments.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let fleet: Organisation
let rival: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  fleet = await makeOrganisation(network, 'sheets')
  rival = await makeOrganisation(network, 'other sheets')
  const { client } = fleet.administrator
  const organisation_id = fleet.id
  const { data: van } = await client.create('tracker', {
    number: 'sheet-van',
    name: '=HYPERLINK("x")',
    organisation_id,
  })
  await client.create('tracker', { number: 'sheet-own', owner_user_id: fleet.user.id, organisation_id })
  const [from, until] = ['2026-11-17T08:00:00+13:00', '2026-11-17T09:30:00+13:00']
  const trip = { organisation_id, tracker_id: van.id, kind: 'trip', from, until, distance_m: 61_500, top: 25 }
  await writeSegment(network.db, trip)
})

const sheetOf = async (list: string, { token }: Person, query: object = {}) => {
  const asked = new URLSearchParams({ ...query, format: 'xlsx' })
  const answer = await fetch(`${network.url}/api/v1/${list}?${asked}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain(`${list}.xlsx`)
  const [sheet] = await readXlsxFile(Buffer.from(await answer.arrayBuffer()))
  const [heads, ...lines] = sheet!.data
  return lines.map((line) => Object.fromEntries(line.map((cell, at) => [String(heads![at]), cell])))
}

it('a list as XLSX has numbers, times of the organisation and durations, and names that are no formulas', async () => {
  const [row] = await sheetOf('segments', fleet.administrator, { organisation_id: String(fleet.id) })
  const { 'Began at': began, Moving, ...cells } = row!
  expect(cells).toMatchObject({
    'Tracker name': '=HYPERLINK("x")',
    Kind: 'trip',
    'Distance (km)': 61.5,
    'Top speed (km/h)': 90,
    'Boundary ID': null,
    Pauses: 0,
  })
  expect(Math.round((began as unknown as Date).getTime() / 1000)).toBe(Date.UTC(2026, 10, 17, 8) / 1000)
  // A spreadsheet counts durations in days from the end of 1899.
  expect((Moving as unknown as Date).toISOString()).toBe('1899-12-30T01:30:00.000Z')
})

it('has the rows that its reader sees, and is in the audit log', async () => {
  expect(await sheetOf('trackers', fleet.user)).toHaveLength(1)
  expect(await sheetOf('trackers', fleet.administrator)).toHaveLength(2)
  expect(await sheetOf('trackers', rival.administrator, { organisation_id: String(fleet.id) })).toEqual([])
  const { data } = await fleet.administrator.client.list('auditlog', { organisation_id: fleet.id })
  expect(data.filter(({ entity }) => entity === 'tracker').map(({ details }) => details)).toContainEqual(
    expect.objectContaining({ format: 'xlsx' }),
  )
})
