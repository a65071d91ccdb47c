import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'

const page = '<!doctype html><title>Ringfence</title>'
/** The same for people who are probably signed in: it names more files. */
const app_page = '<!doctype html><title>Ringfence</title><link rel="modulepreload" href="/assets/index-1.js">'
let network: Network
let web_root: string

beforeAll(async () => {
  // As the build writes it: .gz files only beside larger ones.
  web_root = mkdtempSync(join(tmpdir(), 'ringfence-web-'))
  for (const folder of ['assets', 'icons']) mkdirSync(join(web_root, folder))
  for (const [name, text] of [
    ['index.html', page],
    ['app.html', app_page],
    ['assets/index-1.js', 'start()'],
  ] as const) {
    writeFileSync(join(web_root, name), text)
    writeFileSync(join(web_root, `${name}.gz`), gzipSync(text))
  }
  writeFileSync(join(web_root, 'icons/icon.svg'), '<svg/>')
  network = await startNetwork({}, { web_root })
})
afterAll(async () => {
  await network.stop()
  rmSync(web_root, { recursive: true, force: true })
})

it.each([
  ['/', 200, page],
  ['/?from=mail', 200, page],
  ['/index.html', 200, page],
  ['/app/map', 200, app_page],
  ['/app/signin?next=%2Fapp%2Fmap', 200, app_page],
  ['/application', 200, page],
  ['/icons', 200, page],
  ['/icons/', 200, page],
  ['/icons/icon.svg', 200, '<svg/>'],
  ['/assets/index-1.js', 200, 'start()'],
  ['/assets/index-2.js', 404, null],
  ['/assets/', 404, null],
])('answers GET %s alike for any Accept-Encoding', async (path, status, text) => {
  for (const encoding of ['identity', 'gzip', 'gzip, deflate, br', 'br', '*', 'zstd']) {
    const answer = await fetch(network.url + path, { headers: { 'accept-encoding': encoding } })
    expect(answer.status, encoding).toBe(status)
    if (text !== null) expect(await answer.text(), encoding).toBe(text)
    else expect(await answer.json(), encoding).toMatchObject({ code: 'not_found' })
    if (text === page || text === app_page) {
      expect(answer.headers.get('content-type'), encoding).toContain('text/html')
      expect(answer.headers.get('cache-control'), encoding).toBe('no-cache')
      expect(answer.headers.get('vary'), encoding).toContain('accept-encoding')
    }
    const head = await fetch(network.url + path, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
    expect(head.status, `HEAD ${encoding}`).toBe(status)
  }
})
