import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { coast } from '../../seeds/areas.ts'
import { closePage, startBrowser, startSite } from '../browser.ts'
import { openEditor, tool } from './editor.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
})

describe('a boundary from a file', () => {
  const ring = '174,-37 175,-37 175,-36 174,-37'
  const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Farm</name><Polygon>
    <outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`
  const points = ring.split(' ').map((point) => point.split(','))
  const gpx = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Farm</name><trkseg>${points
    .map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`)
    .join('')}</trkseg></trk></gpx>`
  const geojson = JSON.stringify({
    type: 'Feature',
    properties: { name: 'Farm' },
    geometry: { type: 'Polygon', coordinates: [points.map((point) => point.map(Number))] },
  })

  it.each([
    ['farm.kml', kml],
    ['farm.gpx', gpx],
    ['farm.geojson', geojson],
  ])('is drawn and named as in %s, dropped on the map or selected', async (name, text) => {
    const { page } = await openEditor(browser, network, { town: null })
    await dropFile(page, name, text)
    await page.getByText(/3 corners/).waitFor()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Farm')
    await tool(page, 'Undo').click()
    await page.getByText('Choose a tool').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await tool(page, 'Import a file').click()
    await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(text) })
    await page.getByText(/3 corners/).waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('is refused with the reason', async () => {
    const { page } = await openEditor(browser, network, { town: null })
    const refused = [
      ['broken.kml', '<kml><Placemark>', 'The file is not well-formed XML.'],
      ['photo.gif', 'GIF89a', 'This is neither GeoJSON nor KML, KMZ, GPX or a shapefile.'],
      ['points.json', '{"type":"Point","coordinates":[1,2]}', 'There is no area in this file'],
      ['wrong.json', '{"type":"LineString","coordinates":[[1,95]]}', 'This is not a position, longitude first: [1,95]'],
    ] as const
    for (const [name, text, reason] of refused) {
      await dropFile(page, name, text)
      await page.getByText(reason).waitFor()
    }
    await closePage(page)
  })
})

describe('a file with several areas', () => {
  const square = (west: number, size = 1) => [
    [west, -37],
    [west + size, -37], // biome-ignore format: corners
    [west + size, -36],
    [west, -36],
    [west, -37], // biome-ignore format: corners
  ]
  const feature = (name: string, rings: number[][][]) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: rings },
  })
  const hole = [[174.2, -36.8], [174.4, -36.8], [174.4, -36.6], [174.2, -36.8]] // biome-ignore format: a ring
  const collection = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature('North', [square(174), hole]),
      feature('South', [square(176)]),
      feature('north', [square(178)]),
      feature('Coast', coast(60_000, { lon: 170 }).coordinates[0]!),
      feature('Nowhere', [[[174, 95]]]),
    ],
  })

  it('is a list to choose from: names stay, repeated and unusable ones are marked, large ones simplified', async () => {
    const { page } = await openEditor(browser, network, { town: null })
    await dropFile(page, 'paddocks.geojson', collection)
    const dialog = page.getByRole('dialog', { name: 'Areas in paddocks.geojson' })
    const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
    await box('North').waitFor()
    for (const name of ['North', 'South']) expect(await box(name).isChecked()).toBe(true)
    for (const name of ['north', 'Coast', 'Nowhere']) expect(await box(name).isDisabled()).toBe(true)
    await dialog.getByText('An area above has the same name.').waitFor()
    await dialog.getByText('This is not a position, longitude first: [174,95]').waitFor()
    await dialog.getByText(/^The area has 60,0\d\d corners/).waitFor()
    await dialog.getByRole('button', { name: 'Simplify to 50,000 corners' }).click()
    await dialog.getByText(/^Simplified to 50,000 corners, at most \d+(\.\d)? m off\.$/).waitFor()
    await dialog.getByLabel('Name of north', { exact: true }).fill('East')
    await dialog.getByRole('radio', { name: 'All trackers' }).check()
    await dialog.getByRole('button', { name: 'Create 4 boundaries' }).click()
    await page.waitForURL(/boundaries/)
    const { data } = await network.admin.list('boundary', { sort: 'id' })
    const stored = data.map(({ name, geometry }) => [name, geometry ? geometry.coordinates[0]!.length : null])
    expect(stored).toEqual([
      ['North', 2],
      ['South', 1],
      ['East', 1],
      ['Coast', null],
    ])
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('that was imported before has only what is new to choose, and can still be drawn as one', async () => {
    const { page } = await openEditor(browser, network, { town: null })
    await dropFile(page, 'paddocks.geojson', collection)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A boundary of this name exists already.').first().waitFor()
    await dialog.getByText('Select all (0 of 0)').waitFor()
    await dialog.getByRole('button', { name: 'Use all as one boundary' }).click()
    await page.getByText('Too many corners').waitFor()
    await page.getByRole('button', { name: /Simplify to .* corners \(at most/ }).click()
    await page.getByText('Too many corners').waitFor({ state: 'detached' })
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

async function dropFile(page: Page, name: string, text: string) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text!], name!))
      return transfer
    },
    [name, text],
  )
  await page.locator('canvas.maplibregl-canvas').dispatchEvent('drop', { dataTransfer: data })
}
