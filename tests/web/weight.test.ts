import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type WeighedPage, weigh } from '../../scripts/bench/page_weight.ts'
import { box, type Network, startTracker } from '../network.ts'
import { startBrowser, startSite } from './browser.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  const ute = await startTracker(network, 'weighed')
  await network.admin.create('boundary', { name: 'Depot', geometry: box(174, -37, 175, -36) })
  await ute.report({ lat: -36.85, lon: 174.76 })
  await ute.stop()
})
afterAll(async () => {
  await network?.stop()
})

// Bytes as sent, compressed. Without the files of the land, which depend on what the map shows and come after the
// trackers. Home has a picture instead of the map, and none of its files. Figures of docs/performance.md, and some room.
it.each<[WeighedPage, requests: number, kilobytes: number]>([
  ['sign-in', 6, 185],
  ['home', 20, 400],
  ['map', 24, 850],
])('%s takes at most %d requests and %d kB with nothing cached', async (name, most_requests, most_kilobytes) => {
  const { log: all } = await weigh(browser, name, { server: network.url, token: network.token, speed: null })
  const log = all.filter(({ path }) => !path.endsWith('.json'))
  const listed = log.map(({ method, path, bytes }) => `${method} ${path} ${bytes}`).join('\n')
  expect(log.length, listed).toBeLessThanOrEqual(most_requests)
  const bytes = log.reduce((sum, each) => sum + each.bytes, 0)
  expect(bytes / 1000, listed).toBeLessThanOrEqual(most_kilobytes)
  const twice = log.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
  expect(
    twice.filter((request, i) => twice.indexOf(request) !== i),
    'the same is requested twice',
  ).toEqual([])
})
