import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { ADMIN, type Network, startNetwork } from '../network.ts'

const here = 'https://test.ringfence.example'
let network: Network
beforeAll(async () => {
  network = await startNetwork({
    MAP_STYLE_URL: 'https://tiles.example.com/style.json?key={key}',
    PUBLIC_URL: here,
    BACKENDS: JSON.stringify([{ name: 'Trial', code: 'NZ', baseURL: `${here}/`, testing: true }]),
  })
})
afterAll(() => network.stop())

const save = (changes: object) => network.admin.call('POST', 'website', changes)
const policy = async () => {
  const { headers } = await fetch(`${network.url}/healthz`)
  const directives = headers.get('content-security-policy')!.split(';')
  return Object.fromEntries(directives.map((directive) => directive.trim().split(/ (.*)/) as [string, string]))
}

it('permits pages to load the icon and the analytics script from their hosts, while they are set', async () => {
  const before = await policy()
  await save({
    favicon_url: 'https://cdn.example.com/icon.png',
    analytics_key: 'https://stats.example.com/js/script.js',
  })
  const set = await policy()
  expect(set['script-src']).toBe("'self' https://stats.example.com")
  expect(set['connect-src']).toContain('https://stats.example.com')
  expect(set['img-src']).toContain('https://cdn.example.com')
  expect(set['script-src']).not.toContain('cdn')
  await save({ favicon_url: null, analytics_key: null })
  expect(await policy()).toEqual(before)
})

it.each([
  'UA-12345',
  'G-',
  'g-abc123def4',
  'G-ABC 123',
  'GTM-ABC1234',
  "G-ABC');alert(1)//",
  'G-ABC123&l=x',
  'https://stats.example.com/"onload="x',
  'http://stats.example.com/script.js',
  'https://stats.example.com',
  'javascript:alert(1)',
  'https://user@stats.example.com/script.js',
  "https://stats.example.com;script-src'/x",
])('refuses %s as an analytics script', async (analytics_key) => {
  await expect(save({ analytics_key })).rejects.toMatchObject({ status: 400, field: 'analytics_key' })
})

it.each(['G-ABC123DEF4', 'GT-ABC1234', 'UA-12345-1'])(
  'takes the analytics key %s, and permits its hosts alone',
  async (key) => {
    const before = await policy()
    expect((await save({ analytics_key: key })).data.analytics_key).toBe(key)
    const { data } = await createClient({ base: network.url }).call('GET', 'website')
    expect(data.analytics_key).toBe(key)
    const set = await policy()
    const hosts = 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com'
    expect(set['script-src']).toBe("'self' https://www.googletagmanager.com")
    expect(set['connect-src']).toContain(hosts)
    expect(set['img-src']).toContain(hosts)
    expect(JSON.stringify(set)).not.toContain(key)
    await save({ analytics_key: null })
    expect(await policy()).toEqual(before)
  },
)

it('puts the map key into the style of MAP_STYLE_URL, and offers it with a key only', async () => {
  const style = async () => {
    const { data } = await createClient({ base: network.url }).call('GET', 'map')
    return data.basemaps.find(({ id }: { id: string }) => id === 'style')?.light_url
  }
  expect(await style()).toBeUndefined()
  await save({ map_key: 'a key&more' })
  expect(await style()).toBe('https://tiles.example.com/style.json?key=a%20key%26more')
  await save({ map_key: null })
})

it('says that it is for testing where the list of installations says so of its address', async () => {
  const client = createClient({ base: network.url })
  expect((await client.call('GET', 'options')).data.testing).toBe(true)
  const { data } = await client.call('POST', 'user/signin', { username: ADMIN.email, password: ADMIN.password })
  expect(data.user.testing).toBe(true)
})
