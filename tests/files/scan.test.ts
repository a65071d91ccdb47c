import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { bytesOf, download, upload } from './uploads.ts'

/** A scanner that speaks INSTREAM, and finds a word. */
async function startScanner(): Promise<{ server: Server; port: number; away: boolean }> {
  const scanner = { away: true } as { server: Server; port: number; away: boolean }
  scanner.server = createServer((socket) => {
    if (scanner.away) return socket.destroy()
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      let at = 'zINSTREAM\0'.length
      const parts: Buffer[] = []
      while (bytes.length >= at + 4) {
        const length = bytes.readUInt32BE(at)
        if (length === 0) {
          const text = String(Buffer.concat(parts))
          if (text.includes('TOO LARGE')) return socket.end('INSTREAM size limit exceeded. ERROR\0')
          return socket.end(text.includes('EVIL') ? 'stream: Evil.Test FOUND\0' : 'stream: OK\0')
        }
        if (bytes.length < at + 4 + length) return
        parts.push(bytes.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
  })
  await new Promise<void>((resolve) => scanner.server.listen(0, '127.0.0.1', resolve))
  scanner.port = (scanner.server.address() as AddressInfo).port
  return scanner
}

let scanner: Awaited<ReturnType<typeof startScanner>>
let network: Network
let ours: Organisation
beforeAll(async () => {
  scanner = await startScanner()
  network = await startNetwork({ CLAMD_URL: `tcp://127.0.0.1:${scanner.port}` })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(async () => {
  await network?.stop()
  scanner?.server.close()
})

it('lets a file wait while the scanner is away, and then reads it or refuses it', async () => {
  const token = ours.user.token
  const { data: good } = await upload(network, token, 'good', { name: 'good.txt' })
  const { data: evil } = await upload(network, token, 'EVIL', { name: 'evil.txt' })
  const { data: large } = await upload(network, token, 'TOO LARGE', { name: 'large.txt' })
  expect(good.scan_state).toBe('waiting')
  const refused = await download(network, token, good.id)
  expect([refused.status, (await refused.json()).message]).toEqual([476, 'good.txt waits for the virus scan.'])
  await expect(ours.user.client.call('POST', 'file/zip', { ids: [good.id] })).rejects.toMatchObject({ status: 476 })
  scanner.away = false
  const state = async (id: number) => (await ours.user.client.read('file', id)).data.scan_state
  await expect.poll(() => state(evil.id)).toBe('infected')
  await expect.poll(() => state(good.id)).toBe('clean')
  expect(String(await bytesOf(await download(network, token, good.id)))).toBe('good')
  const infected = await download(network, token, evil.id)
  expect([infected.status, (await infected.json()).message]).toEqual([
    476,
    'The virus scan has found something in evil.txt.',
  ])
  // What the scanner does not take is never taken for clean.
  expect(await state(large.id)).toBe('waiting')
})
