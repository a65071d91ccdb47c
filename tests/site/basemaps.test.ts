import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../scripts/server/config.ts'
import { writeMapFile } from '../map_file.ts'
import { type Network, startNetwork } from '../network.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringfence-map-'))
const file = join(folder, 'region.pmtiles')
let network: Network
beforeAll(async () => {
  writeMapFile(file)
  network = await startNetwork({ MAP_FILE: file })
})
afterAll(async () => {
  await network?.stop()
  rmSync(folder, { recursive: true })
})

const settings = async () => (await (await fetch(`${network.url}/api/v1/map`)).json()).data
const ids = async () => (await settings()).basemaps.map(({ id }: { id: string }) => id)
const policy = async () => (await fetch(`${network.url}/healthz`)).headers.get('content-security-policy')
const part = (range?: string) => fetch(`${network.url}/api/v1/map/file`, range ? { headers: { range } } : undefined)
const save = (changes: object) => network.admin.call('POST', 'website', changes)

describe('the base maps of an installation', () => {
  it('are the built-in one and the file of streets, which is the default; nobody is asked then', async () => {
    const { basemap, undecided, basemaps } = await settings()
    expect([basemap, undecided]).toEqual(['file', false])
    expect(basemaps).toMatchObject([
      { id: 'built_in', light_url: null },
      { id: 'file', kind: 'vector_file', light_url: '/api/v1/map/file', bounds: [174.7, -36.9, 174.85, -36.8] },
    ])
    expect(await policy()).not.toContain('openfreemap')
  })

  it('are joined by those of openfreemap.org and MapTiler, whose hosts enter the content security policy', async () => {
    await save({ openfreemap: true, map_key: 'a&b', basemap: 'openfreemap_positron' })
    expect(await ids()).toEqual([
      'built_in',
      'file',
      'openfreemap_liberty',
      'openfreemap_positron',
      'maptiler_streets',
      'maptiler_satellite',
    ])
    expect((await settings()).basemap).toBe('openfreemap_positron')
    expect((await settings()).basemaps.at(-2)).toMatchObject({
      light_url: 'https://api.maptiler.com/maps/streets-v2/style.json?key=a%26b',
      dark_url: 'https://api.maptiler.com/maps/streets-v2-dark/style.json?key=a%26b',
    })
    expect(await policy()).toContain('https://tiles.openfreemap.org https://api.maptiler.com')
  })

  it('are no longer offered once switched off, nor is one of them the default', async () => {
    await expect(save({ openfreemap: false, basemap: 'openfreemap_liberty' })).rejects.toMatchObject({
      status: 400,
      field: 'basemap',
      message: expect.stringContaining('there is no base map "openfreemap_liberty": give one of built_in, file'),
    })
    await save({ openfreemap: false, map_key: null })
    expect((await settings()).basemap).toBe('file')
    expect(await policy()).not.toMatch(/openfreemap|maptiler/)
  })

  it('are added by platform administrators, with their hosts', async () => {
    const { data } = await network.admin.create('basemap', {
      name: ' LINZ Topo ',
      kind: 'raster',
      attribution: '© LINZ CC BY 4.0',
      hosts: ['https://cdn.example.com'],
      light_url: 'https://basemaps.linz.example/{z}/{x}/{y}.webp?api=key',
    })
    expect((await settings()).basemaps.at(-1)).toMatchObject({
      id: String(data.id),
      name: 'LINZ Topo',
      kind: 'raster',
      attribution: '© LINZ CC BY 4.0',
    })
    expect(await policy()).toContain('https://basemaps.linz.example https://cdn.example.com')
    await expect(
      network.admin.create('basemap', { name: 'LINZ Topo', kind: 'style', light_url: 'https://a.example.com' }),
    ).rejects.toMatchObject({ status: 468, field: 'name' })
    await save({ basemap: String(data.id) })
    await network.admin.remove('basemap', data.id)
    expect((await settings()).basemap).toBe('built_in')
    expect(await policy()).not.toContain('linz')
    await save({ basemap: null })
  })

  it.each([
    [{ kind: 'raster', light_url: 'https://tile.example.com/{z}/{x}.png' }, 'light_url', 'has no {y}'],
    [{ kind: 'raster', light_url: 'https://{s}.example.com/{z}/{x}/{y}.png' }, 'light_url', 'give one host'],
    [{ kind: 'style', light_url: 'javascript:alert(1)' }, 'light_url', 'http'],
    [{ kind: 'style', light_url: 'https://a b.example.com/x' }, 'light_url', 'http'],
    [{ kind: 'style', light_url: 'https://a.example.com', dark_url: 'https://[x' }, 'dark_url', 'is not an address'],
    [{ kind: 'style', light_url: 'https://a.example.com', hosts: ["https://b.example.com; script-src 'unsafe-inline'"] }, 'hosts', 'not an origin'], // biome-ignore format: a row
    [{ kind: 'style', light_url: 'https://a.example.com', hosts: ['*'] }, 'hosts', 'not an origin'],
  ])('refuse %j', async (body, field, reason) => {
    await expect(network.admin.create('basemap', { name: 'Wrong', ...body } as never)).rejects.toMatchObject({
      status: 400,
      field,
      message: expect.stringContaining(reason),
    })
  })

  it('are thirty at most', async () => {
    const add = (name: string) =>
      network.admin.create('basemap', { name, kind: 'style', light_url: 'https://tiles.example.com/style.json' })
    const made = []
    for (let i = 0; i < 30; i++) made.push((await add(`Map ${i}`)).data.id)
    await expect(add('One more')).rejects.toMatchObject({ status: 476 })
    for (const id of made) await network.admin.remove('basemap', id)
  })
})

describe('the file of streets', () => {
  it('is read in parts by everybody, as the format’s own library does', async () => {
    const archive = new PMTiles(`${network.url}/api/v1/map/file`)
    const header = await archive.getHeader()
    expect([header.minZoom, header.maxZoom]).toEqual([8, 12])
    const tile = await archive.getZxy(12, 4036, 2499)
    expect(tile!.data.byteLength).toBeGreaterThan(100)
  })

  it.each([
    ['bytes=0-6', 206, `bytes 0-6/SIZE`],
    ['bytes=-1', 206, `bytes LAST-LAST/SIZE`],
    ['bytes=7-', 206, `bytes 7-LAST/SIZE`],
    ['bytes=0-999999999', 206, `bytes 0-LAST/SIZE`],
    ['bytes=5-4', 416, `bytes */SIZE`],
    ['bytes=999999999-', 416, `bytes */SIZE`],
    ['bytes=0-1,3-4', 416, `bytes */SIZE`],
    ['lines=1-2', 416, `bytes */SIZE`],
    [undefined, 416, `bytes */SIZE`],
  ])('answers Range: %s with %d', async (range, status, content_range) => {
    const { size } = statSync(file)
    const response = await part(range)
    const expected = content_range.replaceAll('SIZE', String(size)).replaceAll('LAST', String(size - 1))
    expect([response.status, response.headers.get('content-range')]).toEqual([status, expected])
    if (range === 'bytes=0-6') expect(await response.text()).toBe('PMTiles')
  })

  it('is not offered while it is away', async () => {
    renameSync(file, `${file}.away`)
    expect(await ids()).toEqual(['built_in'])
    expect((await part('bytes=0-6')).status).toBe(404)
    renameSync(`${file}.away`, file)
    expect(await ids()).toEqual(['built_in', 'file'])
  })

  it.each([
    ['of another format', (path: string) => writeFileSync(path, 'x'.repeat(200)), 'is not a PMTiles file'],
    ['of another schema', (path: string) => writeMapFile(path, { layer: 'landuse' }), 'has the layers landuse'],
    ['that is missing', () => {}, 'cannot be read (ENOENT)'],
  ])('%s stops the start with the reason', (name, write, reason) => {
    const path = join(folder, `${name}.pmtiles`)
    write(path)
    expect(() => readConfig({ MAP_FILE: path })).toThrow(reason)
  })
})
