import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseUrl } from '../../templates.ts'
import { begin, DAY, eventsOf, START } from './setting.ts'

const server = process.env.TEST_DATABASE_URL!
const name = `traccar_${process.pid}`
const url = databaseUrl(server, name)
let administration: pg.Client
let traccar: pg.Client

beforeAll(async () => {
  administration = new pg.Client({ connectionString: server })
  await administration.connect()
  await administration.query(`create database ${name}`)
  traccar = new pg.Client({ connectionString: url })
  await traccar.connect()
})
afterAll(async () => {
  await traccar.end()
  await administration.query(`drop database ${name} with (force)`)
  await administration.end()
})

it('a database without the tables of Traccar is named, and so is a wrong password', async () => {
  const { run } = await begin({})
  expect((await run({ url })).error).toMatch(/has no tables of Traccar/)
  const other = new URL(url)
  other.pathname = '/none'
  expect((await run({ url: other.href })).error).toMatch(/has no database of that name/)
})

it('what is in the tables of Traccar comes along once, and nothing is written there', async () => {
  await traccar.query(tables)
  const number = `8600${process.pid}`
  await traccar.query(`
    insert into tc_groups values (1, 'North', null, '{"speedLimit": 43.2}');
    insert into tc_devices values (5, 'Truck', '${number}', 1, '{}', false, null), (6, 'Old', '${number}1', null, null, true, null);
    insert into tc_geofences values (2, 'Yard', null, 'CIRCLE (-36.85 174.76, 300)', '{}'),
      (3, 'Elsewhere', null, 'CIRCLE (-36.9 174.8, 300)', '{}');
    insert into tc_group_geofence values (1, 2);
    insert into tc_drivers values (4, 'Rewi', 'key-4', '{}');
    insert into tc_maintenances values (7, 'Oil', 'totalDistance', 0, 10000000, '{}');
    insert into tc_device_maintenance values (5, 7)`)
  const at = (i: number) => new Date(START + i * 60_000).toISOString().replace('T', ' ').replace('Z', '')
  // More than a page, so that the next one begins where it ended.
  await traccar.query(`
    insert into tc_positions (protocol, deviceid, fixtime, valid, latitude, longitude, altitude, speed, course, attributes)
    select 'gt06', 5, '${at(0)}'::timestamp + i * interval '15 s', i <> 3, -36.85 + i * 1e-5, 174.76, 12, 10, 90,
      '{"ignition": true}' from generate_series(0, 2100) i;
    update tc_devices set positionid = (select max(id) from tc_positions) where id = 5`)
  const { run, client, ours } = await begin({})
  const first = await run({ url, from: START - DAY })
  expect(first.error).toBeUndefined()
  expect(first.text).toContain('Traccar of PostgreSQL')
  expect(first.text).not.toContain(new URL(url).password || 'no password')
  const trackers = (await client.list('tracker', { sort: 'number' })).data
  expect(trackers).toMatchObject([
    { number, name: 'Truck', active: true },
    { number: `${number}1`, name: 'Old', active: false },
  ])
  const total = async () => (await client.list('trackerevent', { tracker_id: trackers[0]!.id, limit: 1 })).info.total
  expect(await total()).toBe(2100)
  const [event] = await eventsOf(ours, trackers[0]!.id)
  expect(event).toMatchObject({ fix_at: new Date(START).toISOString().replace('.000', ''), heading: 90, altitude: 12 })
  expect(event!.speed).toBeCloseTo(5.144, 2)
  const names = async (resource: 'boundary' | 'driver' | 'trackergroup' | 'maintenanceplan') =>
    (await client.list(resource, {})).data.map((row) => row.name).sort()
  expect(await names('boundary')).toEqual(['Elsewhere', 'Yard'])
  expect(await names('driver')).toEqual(['Rewi'])
  expect(await names('trackergroup')).toEqual(['North'])
  expect(await names('maintenanceplan')).toEqual(['Oil'])
  const again = await run({ url, from: START - DAY, again: true })
  expect(again.error).toBeUndefined()
  expect(await total()).toBe(2100)
})

/** As its migrations make them, with the columns that are read. */
const tables = `
  create table tc_groups (id int primary key, name varchar(128), groupid int, attributes varchar(4000));
  create table tc_devices (id int primary key, name varchar(128), uniqueid varchar(128), groupid int,
    attributes varchar(4000), disabled boolean default false, positionid int);
  create table tc_geofences (id int primary key, name varchar(128), description varchar(128), area varchar(4096),
    attributes varchar(4000));
  create table tc_drivers (id int primary key, name varchar(128), uniqueid varchar(128), attributes varchar(4000));
  create table tc_maintenances (id int primary key, name varchar(4000), type varchar(128), start double precision,
    period double precision, attributes varchar(4000));
  create table tc_users (id int primary key, name varchar(128), email varchar(128), disabled boolean, attributes text);
  create table tc_device_geofence (deviceid int, geofenceid int);
  create table tc_group_geofence (groupid int, geofenceid int);
  create table tc_device_maintenance (deviceid int, maintenanceid int);
  create table tc_group_maintenance (groupid int, maintenanceid int);
  create table tc_positions (id serial primary key, protocol varchar(128), deviceid int, fixtime timestamp(6), valid boolean,
    latitude double precision, longitude double precision, altitude real, speed real, course real,
    attributes varchar(4000), accuracy double precision default 0)`
