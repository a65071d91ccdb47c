import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { greyPng } from '../../scripts/png.ts'
import { upload } from '../files/uploads.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'

const here = 'https://test.ringfence.example'
let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  // The first organisation of a database is that of its first administrator.
  network = await startNetwork({
    PUBLIC_URL: here,
    BACKENDS: JSON.stringify([{ name: 'Ours', code: 'NZ', baseURL: `${here}/`, organisation_id: 2 }]),
  })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  expect(ours.id).toBe(2)
  await network.admin.call('POST', 'website', {
    slogan: 'Of the platform',
    copyright: 'The platform',
    terms_url: 'https://example.com/terms',
    favicon_url: 'https://cdn.example.com/icon.png',
  })
})
afterAll(() => network.stop())

type Input = Record<string, unknown>
const set = ({ client }: Person, settings: Input, { id }: Organisation = ours) =>
  client.call('POST', 'website/organisation', { organisation_id: id, ...settings })
const statusOf = (call: Promise<{ status: number }>) => call.then((a) => a.status).catch((error) => error.status)
const seenBy = async (client: Person['client'] | undefined, query: Input = {}) =>
  (await (client ?? createClient({ base: network.url })).call('GET', 'website', query)).data
const icon = async (width: number, height: number, person = ours.administrator) =>
  (await upload(network, person.token, greyPng(width, height), { name: `icon-${width}x${height}.png` })).data

it('is written by the administrators of the organisation, and comes before the installation’s for its readers', async () => {
  const settings = { slogan: '  Ours  ', privacy_url: 'https://ours.example/privacy' }
  const { status, data } = await set(ours.administrator, settings)
  expect([status, data]).toEqual([
    261,
    {
      slogan: 'Ours',
      copyright: null,
      terms_url: null,
      privacy_url: 'https://ours.example/privacy',
      favicon_file_id: null,
      logo_file_id: null,
    },
  ])
  for (const person of [ours.staff, ours.user, ours.customer, theirs.administrator]) {
    expect([403, 404]).toContain(await statusOf(set(person, { slogan: 'x' })))
    const read = person.client.call('GET', 'website/organisation', { organisation_id: ours.id })
    expect([403, 404]).toContain(await statusOf(read))
  }
  const of_ours = {
    slogan: 'Ours',
    copyright: 'The platform',
    terms_url: 'https://example.com/terms',
    privacy_url: 'https://ours.example/privacy',
    favicon_url: 'https://cdn.example.com/icon.png',
  }
  const installation = { slogan: 'Of the platform', privacy_url: null }
  expect(await seenBy(ours.customer.client, { organisation_id: ours.id })).toMatchObject(of_ours)
  expect(await seenBy(undefined)).toMatchObject(of_ours)
  expect(await seenBy(ours.customer.client)).toMatchObject(installation)
  expect(await seenBy(theirs.user.client, { organisation_id: theirs.id })).toMatchObject(installation)
  for (const [client, of] of [
    [theirs.user.client, ours],
    [undefined, theirs],
  ] as const) {
    await expect(seenBy(client, { organisation_id: of.id })).rejects.toMatchObject({ status: 404 })
  }
  await set(ours.administrator, { slogan: ' ', privacy_url: null })
  expect(await seenBy(ours.user.client, { organisation_id: ours.id })).toMatchObject(installation)
  const { rows } = await sql<{ organisation_id: number }>`select organisation_id from audit_log
    where action = 'website.update' and organisation_id is not null`.execute(network.db)
  expect(rows).toEqual([{ organisation_id: ours.id }, { organisation_id: ours.id }])
})

it.each([
  ['slogan', 'x'.repeat(201)],
  ['copyright', 'x'.repeat(201)],
  ['terms_url', 'javascript:alert(1)'],
  ['privacy_url', '/terms'],
  ['favicon_file_id', 999_999],
  ['logo_file_id', 999_999],
])('refuses a wrong %s', async (field, value) => {
  await expect(set(ours.administrator, { [field]: value })).rejects.toMatchObject({ status: 400, field })
})

it.each(['analytics_key', 'map_key', 'name', 'favicon_url'])('leaves %s to the platform', async (field) => {
  await expect(set(ours.administrator, { [field]: 'G-ABC123DEF4' })).rejects.toMatchObject({ status: 400 })
})

it('has an icon that everyone sees: an image of the organisation, of at most 512 × 512 pixels', async () => {
  const good = await icon(64, 64)
  const own = await icon(32, 32, ours.user)
  const foreign = await icon(16, 16, theirs.administrator)
  const text = (await upload(network, ours.administrator.token, 'text', { name: 'icon.txt' })).data
  for (const { id } of [await icon(513, 8), await icon(8, 513), own, foreign, text]) {
    const refused = set(ours.administrator, { favicon_file_id: id })
    await expect(refused).rejects.toMatchObject({ status: 400, field: 'favicon_file_id' })
  }
  for (const { id } of [own, foreign, text]) {
    const refused = set(ours.administrator, { logo_file_id: id })
    await expect(refused).rejects.toMatchObject({ status: 400, field: 'logo_file_id' })
  }
  await set(ours.administrator, { favicon_file_id: good.id })
  const { favicon_url } = await seenBy(undefined)
  const response = await fetch(network.url + favicon_url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(Buffer.from(await response.arrayBuffer()).equals(greyPng(64, 64))).toBe(true)
  const other = favicon_url.replace(/organisation_id=\d+/, `organisation_id=${theirs.id}`)
  const unknown = favicon_url.replace(/sha256=./, 'sha256=0')
  expect([(await fetch(network.url + other)).status, (await fetch(network.url + unknown)).status]).toEqual([404, 404])
  expect((await seenBy(theirs.user.client, { organisation_id: theirs.id })).favicon_url).toContain('cdn.example.com')
  await ours.administrator.client.call('DELETE', 'file', { id: good.id })
  expect((await seenBy(undefined)).favicon_url).toBe('https://cdn.example.com/icon.png')
  expect((await fetch(network.url + favicon_url)).status).toBe(404)
})
