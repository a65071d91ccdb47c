import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
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
    const { page } = await openEditor(browser, network)
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

  it.each([
    ['broken.kml', '<kml><Placemark>', 'The file is not well-formed XML.'],
    ['photo.gif', 'GIF89a', 'This is neither GeoJSON nor KML nor GPX.'],
    ['points.json', '{"type":"Point","coordinates":[1,2]}', 'There is no area in this file'],
    ['wrong.json', '{"type":"LineString","coordinates":[[1,95]]}', 'This is not a position, longitude first: [1,95]'],
  ])('%s is refused with the reason', async (name, text, reason) => {
    const { page } = await openEditor(browser, network)
    await dropFile(page, name, text)
    await page.getByText(reason).waitFor()
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
