import { beforeAll, describe, expect, it } from 'vitest'
import { createClient, type DataOf } from '#api/client.ts'
import { type Network, startTracker } from '../network.ts'
import { limitToGroup } from '../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation

beforeAll(async () => {
  network = await sharedNetwork()
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const send = (person: Pick<Person, 'client'>, text: string, how: object = {}) =>
  person.client
    .act('POST import', { kind: 'tracker', organisation_id: ours.id, file: base64(text), ...how })
    .then(({ data }) => data)
const undo = (person: Pick<Person, 'client'>, rows: DataOf<'POST import'>['rows']) =>
  person.client
    .act('POST import/undo', {
      kind: 'tracker',
      organisation_id: ours.id,
      rows: rows.map(({ line, id, modified_at, before }) => ({ line, id, modified_at: modified_at!, before })),
    })
    .then(({ data }) => data)
const listed = async () =>
  (await ours.administrator.client.list('tracker', { organisation_id: ours.id, sort: 'number' })).data

describe('an import of trackers', () => {
  beforeAll(async () => {
    ours = await makeOrganisation(network, 'ours')
  })

  const file = [
    'IMEI;Fahrzeug;Depot;Limit (mph);Note',
    '0356938035643809;Truck 1;North > Depot;50;',
    '0356938035643817;"Truck; 2";North > Depot;55,5;x',
    ';;;;',
    '0356938035643825;Truck 3;;;',
  ].join('\r\n')

  it('is checked, and writes nothing then', async () => {
    const checked = await send(ours.administrator, file, { dry_run: true, creates_missing: true })
    expect(checked).toMatchObject({ lines: 3, created: 3, updated: 0, faults: [], rows: [], next: null })
    expect(checked.columns.map(({ field }) => field)).toEqual(['number', 'name', 'group', 'speed_limit', null])
    expect(checked.columns[1]!.samples).toEqual(['Truck 1', 'Truck; 2', 'Truck 3'])
    expect(await listed()).toEqual([])
    const { data } = await ours.administrator.client.list('trackergroup', { organisation_id: ours.id })
    expect(data).toEqual([])
  })

  it('names the line and the column of each fault', async () => {
    const bad = 'number,group,speed_limit\n3.56E+14,,\nA1,Nowhere,\nA2,,fast\nA3,,\nA3,,\n,,80\n'
    const { faults, created } = await send(ours.administrator, bad, { dry_run: true })
    expect(created).toBe(1)
    expect(faults.map(({ line, field }) => [line, field])).toEqual([
      [2, 'number'],
      [3, 'group'],
      [4, 'speed_limit'],
      [6, 'number'],
      [7, 'number'],
    ])
    expect(faults[0]!.message).toMatch(/lost digits/)
    expect(faults[3]!.message).toMatch(/line 5/)
  })

  it('refuses lines that a spreadsheet has spoilt, and that say two things of one driver', async () => {
    const bad = [
      'Numéro IMEI,Véhicule,Groupe,Conducteur,Téléphone,Vitesse max km/h',
      '862045030000009,a,#N/A,,,',
      '862045000000000,b,,,,',
      '35-693803-564380-9,c,,Aroha,021 555 001,90',
      '356938035643809,c,,,,',
      'A1,d,,aroha,021 555 002,',
      'A2,e,,aroha,+64 21 555 001,',
      'A3,Truck, red,North,,,80',
      'A4,f,,,,1',
      'A+5,g,,,,',
      `A6,h,${'x>'.repeat(11)}x,,,`,
    ].join('\n')
    const { columns, faults, created } = await send(ours.administrator, bad, { dry_run: true, creates_missing: true })
    expect(columns.map(({ field }) => field)).toEqual(['number', 'name', 'group', 'driver', 'phone', 'speed_limit'])
    expect(created).toBe(2)
    expect(faults.map(({ line, field }) => [line, field ?? null])).toEqual([
      [2, 'group'],
      [3, 'number'],
      [5, 'number'],
      [6, 'phone'],
      [8, null],
      [9, 'speed_limit'],
      [10, 'number'],
      [11, 'group'],
    ])
    expect(faults.map(({ message }) => message)).toContain('speed_limit: 1 is not between 4 and 540 km/h.')
  })

  it('creates rows with their groups and tokens, updates them the second time, and is undone', async () => {
    const first = await send(ours.administrator, file, { creates_missing: true })
    expect(first).toMatchObject({ created: 3, updated: 0, faults: [], next: null })
    const tokens = first.rows.map(({ shown_once }) => shown_once?.device_token)
    expect(new Set(tokens).size).toBe(3)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await listed()
    expect(rows.map(({ number, name, group_name }) => [number, name, group_name])).toEqual([
      ['0356938035643809', 'Truck 1', 'Depot'],
      ['0356938035643817', 'Truck; 2', 'Depot'],
      ['0356938035643825', 'Truck 3', null],
    ])
    expect(rows[0]!.speed_limit).toBeCloseTo(22.35, 2)

    // The same again changes nothing; no token is shown twice.
    expect(await send(ours.administrator, file)).toMatchObject({ created: 0, updated: 0, same: 3, rows: [] })
    const changed = await send(ours.administrator, file.replace('Truck 1', 'Lorry 1').replace('50', '60'))
    expect(changed).toMatchObject({ created: 0, updated: 1, same: 2 })
    expect(changed.rows[0]).toMatchObject({ line: 2, before: { name: 'Truck 1' }, shown_once: null })
    expect(await send(ours.administrator, file, { updates: false })).toMatchObject({ created: 0, same: 0, updated: 0 })

    expect(await undo(ours.administrator, changed.rows)).toEqual({ undone: 1, faults: [] })
    expect((await listed())[0]).toMatchObject({ name: 'Truck 1' })
    // What was changed since stays: both were written again after the first import.
    const late = await undo(ours.administrator, first.rows)
    expect(late.undone).toBe(2)
    expect(late.faults).toMatchObject([{ line: 2 }])
    expect((await listed()).map(({ name }) => name)).toEqual(['Truck 1'])
  })

  it('says in the check at which line there is no more room', async () => {
    const { id } = ours
    const quotas = { trackers: (await listed()).length + 2 }
    await network.admin.call('POST', 'organisation/quotas', { organisation_id: id, quotas })
    const { created, faults } = await send(ours.administrator, 'number\nQ1\nQ2\nQ3\nQ4\n', { dry_run: true })
    expect(created).toBe(2)
    expect(faults.map(({ line }) => line)).toEqual([4, 5])
  })
})

it('a list that was exported here is imported without a change', async () => {
  const { id, administrator } = await makeOrganisation(network, 'exporters')
  const send = (text: string, how: object = {}) =>
    administrator.client
      .act('POST import', { kind: 'tracker', organisation_id: id, file: base64(text), creates_missing: true, ...how })
      .then(({ data }) => data)
  const head = 'number,name,group,speed_limit,driver,tags,sim_number,transports,active'
  const first = await send(
    `${head}\nE1,=1,North > Depot,80 km/h,Aroha,"crane, leased",+64 21 555 001,osmand;mqtt,no\nE2,,,,,,,,\n`,
  )
  expect(first).toMatchObject({ created: 2, faults: [] })
  const exported = async (format: string) => {
    const response = await fetch(`${network.url}/api/v1/trackers?organisation_id=${id}&format=${format}`, {
      headers: { authorization: `Bearer ${administrator.token}` },
    })
    return Buffer.from(await response.arrayBuffer()).toString('base64')
  }
  for (const format of ['csv', 'xlsx']) {
    const again = await send('', { file: await exported(format), dry_run: true })
    expect([format, again.columns.map(({ name, field }) => [name, field]), again.faults]).toEqual([
      format,
      expect.anything(),
      [],
    ])
    expect(again).toMatchObject({ created: 0, updated: 0, same: 2 })
  }
})

describe('an import by others', () => {
  beforeAll(async () => {
    ours = await makeOrganisation(network, 'limits')
  })

  it('is refused line by line, as single requests are, and shows nothing of other groups or organisations', async () => {
    const staff = await makePerson(network, 'limited', ours.id, 'Staff')
    await limitToGroup(network, staff.id, ours.id, 'North')
    const south = (await ours.administrator.client.create('trackergroup', { organisation_id: ours.id, name: 'South' }))
      .data.id
    await startTracker(network, 'hidden', { organisation_id: ours.id, group_id: south }).then((van) => van.stop())
    const { created, updated, faults } = await send(staff, 'number,name,group\nhidden,Mine,\nZ1,,South\nZ2,,North\n')
    expect({ created, updated }).toEqual({ created: 0, updated: 0 })
    expect(faults.map(({ line }) => line)).toEqual([2, 3, 4])
    expect(faults[1]!.message).toMatch(/no group South/)
    expect((await listed()).map(({ name, number }) => name || number)).not.toContain('Mine')
  })

  it('is refused for another organisation', async () => {
    const stranger = await makeOrganisation(network, 'strangers')
    await expect(send(stranger.administrator, 'number\nX1\n', { dry_run: true })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it.each([
    ['an empty file', '', 'file'],
    ['a header alone', 'number,name\n', 'file'],
    ['no workbook', 'PK\u0003\u0004 but no zip', 'file'],
    ['what is no text', 'a\0b\n1\n', 'file'],
  ])('refuses %s', async (_, text, field) => {
    await expect(send(ours.administrator, text)).rejects.toMatchObject({ code: 'bad_request', field })
  })

  it('refuses another kind, and a mapping of unknown columns', async () => {
    await expect(send(ours.administrator, 'a\n1\n', { kind: 'user_account' })).rejects.toMatchObject({ field: 'kind' })
    await expect(send(ours.administrator, 'a\n1\n', { mapping: ['token'] })).rejects.toMatchObject({ field: 'mapping' })
    await expect(send(ours.administrator, 'a\n1\n')).rejects.toMatchObject({ field: 'mapping' })
  })
})

it('drivers are imported by their names, with their keys and groups, changed the second time, and undone', async () => {
  const { id, administrator } = await makeOrganisation(network, 'coaches')
  const of = { kind: 'driver', organisation_id: id, creates_missing: true }
  const sendDrivers = (text: string) =>
    administrator.client.act('POST import', { ...of, file: base64(text) }).then(({ data }) => data)
  const listedDrivers = async () =>
    (await administrator.client.list('driver', { organisation_id: id, sort: 'name' })).data
  const head = 'Driver,Mobile,Licence expiry,iButton,Depot\n'
  const first = await sendDrivers(
    `${head}Aroha,021 555 001,31/12/2030,"01:b5:42:21, AA-11",North\nTama,,,0000,\nHine,,,,\n`,
  )
  expect(first).toMatchObject({ created: 2, updated: 0 })
  expect(first.faults.map(({ line, field }) => [line, field])).toEqual([[3, 'keys']])
  const [aroha] = await listedDrivers()
  expect(aroha).toMatchObject({ name: 'Aroha', licence_expires_on: '2030-12-31', keys: ['01B54221', 'AA11'] })
  expect(aroha!.group_id).not.toBeNull()
  const second = await sendDrivers('name,phone\naroha,021 555 002\nHine,\n')
  expect(second).toMatchObject({ created: 0, updated: 1, same: 1, faults: [] })
  const back = { kind: 'driver', organisation_id: id }
  const undoDrivers = (rows: typeof first.rows) =>
    administrator.client.act('POST import/undo', {
      ...back,
      rows: rows.map(({ line, id, modified_at, before }) => ({ line, id, modified_at: modified_at!, before })),
    })
  await undoDrivers(second.rows)
  expect((await listedDrivers()).map(({ name, phone }) => [name, phone])).toEqual([
    ['Aroha', aroha!.phone],
    ['Hine', ''],
  ])
})

describe('columns that name a driver', () => {
  it('give the tracker to the driver, whose telephone number they change, and are undone', async () => {
    const { client } = ours.administrator
    const { data: tracker } = await client.create('tracker', { organisation_id: ours.id, number: 'driven' })
    const file = (phone: string) => `number,driver,phone\ndriven,Aroha Tua,${phone}\n`
    const missing = await send(ours.administrator, file('021 555 001'), { dry_run: true })
    expect(missing.faults).toMatchObject([{ line: 2, field: 'driver' }])
    const alone = await send(ours.administrator, 'number,phone\ndriven,021 555 001\n', { dry_run: true })
    expect(alone.faults).toMatchObject([{ line: 2, field: 'phone' }])
    const first = await send(ours.administrator, file('021 555 001'), { creates_missing: true })
    expect(first).toMatchObject({ updated: 1, faults: [] })
    const drivers = async () => (await client.list('driver', { organisation_id: ours.id, search: 'Aroha' })).data
    const [driver] = await drivers()
    expect((await client.read('tracker', tracker.id)).data).toMatchObject({
      driver_id: driver!.id,
      driver_name: 'Aroha Tua',
    })
    expect(await send(ours.administrator, file('021 555 002'))).toMatchObject({ updated: 1, same: 0 })
    expect((await drivers())[0]!.phone).not.toBe(driver!.phone)
    expect(await send(ours.administrator, file('021 555 002'))).toMatchObject({ updated: 0, same: 1 })
    await undo(ours.administrator, first.rows)
    expect((await client.read('tracker', tracker.id)).data.driver_id).toBeNull()
    const shifts = await client.list('drivershift', { organisation_id: ours.id, tracker_id: tracker.id })
    expect(shifts.data).toMatchObject([{ driver_id: driver!.id, source: 'person' }])
    expect(shifts.data[0]!.ended_at).not.toBeNull()
  })
})

describe('an import of people', () => {
  it('invites each once, leaves members as they are, and is refused to impersonators and Staff', async () => {
    await makePerson(network, 'there', ours.id, 'User')
    const there = await ours.administrator.client.list('user', { organisation_id: ours.id, search: 'there' })
    const file = `e-mail,role,groups\nnew@example.com,staff,North\n${there.data[0]!.email},User,\nx,User,\n`
    const kind = { kind: 'invitation' }
    const first = await send(ours.administrator, file, { ...kind, creates_missing: true })
    expect(first).toMatchObject({ created: 1, same: 1 })
    expect(first.faults).toMatchObject([{ line: 4, field: 'email' }])
    expect(await send(ours.administrator, file, kind)).toMatchObject({ created: 0, same: 2 })
    const { data } = await ours.administrator.client.list('invitation', { organisation_id: ours.id })
    expect(data).toMatchObject([{ email: 'new@example.com', role_name: 'Staff' }])
    expect(data[0]!.group_ids).toHaveLength(1)
    expect((await send(ours.staff, file, kind)).faults).toHaveLength(3)
    const { data: acting } = await network.admin.call('POST', 'user/impersonate', { id: ours.administrator.id })
    const client = createClient({ base: network.url, token: () => acting.token, retries: 0 })
    await expect(send({ client }, file, kind)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
