import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClaimedCommand } from '../../../links/command.ts'
import { Connected } from '../../../links/connected.ts'
import { doorOf, LorawanLinks } from './downlink.ts'

const queued: { path: string; authorization: unknown; body: unknown }[] = []
let answers = 200
const networkServer = createServer(async (request, response) => {
  const chunks = await request.toArray()
  const { authorization, 'grpc-metadata-authorization': grpc } = request.headers
  const body = JSON.parse(Buffer.concat(chunks).toString())
  queued.push({ path: request.url!, authorization: authorization ?? grpc, body })
  response.writeHead(answers).end('{"code":7}')
})
beforeAll(() => new Promise<void>((resolve) => networkServer.listen(0, '127.0.0.1', resolve)))
afterAll(() => networkServer.close())

const phone = { organisation_id: 1, tracker_id: 7, number: '70B3D57ED0000001' }
const command = (text: string): ClaimedCommand => ({
  organisation_id: 1,
  tracker_id: 7,
  id: 5,
  interval_s: null,
  by_settings: false,
  fields: null,
  type: 'custom',
  text,
})

function linked(headers: (url: string) => Record<string, string>) {
  const returned: string[] = []
  const connected = new Connected()
  const commands = { notify() {}, returned: (_: unknown, reason: string) => void returned.push(reason) }
  const state = { allowed: true }
  const url = `http://127.0.0.1:${(networkServer.address() as AddressInfo).port}`
  const services = { connected, commands: commands as never, allow_private: true }
  const door = doorOf(headers(url), phone.number)
  new LorawanLinks().note(services, phone, { address: '203.0.113.7', door, isAllowed: async () => state.allowed })
  return { connected, returned, state, send: (text: string) => connected.forCommands(7)?.send?.(command(text)) }
}

it('queues commands at The Things Stack, and at ChirpStack', async () => {
  const things = linked((url) => ({ 'x-downlink-push': `${url}/down/push`, 'x-downlink-apikey': 'NNSXS.A' }))
  expect(things.send('2:01ff')).toBeNull()
  await expect.poll(() => queued).toHaveLength(1)
  expect(queued[0]).toMatchObject({
    path: '/down/push',
    authorization: 'Bearer NNSXS.A',
    body: { downlinks: [{ f_port: 2, frm_payload: 'Af8=' }] },
  })
  const chirp = linked((url) => ({ 'x-chirpstack-url': url, 'x-chirpstack-key': 'eyJ' }))
  expect(chirp.send('3:00')).toBeNull()
  await expect.poll(() => queued).toHaveLength(2)
  expect(queued[1]).toMatchObject({ path: '/api/devices/70b3d57ed0000001/queue', authorization: 'Bearer eyJ' })
  expect([...things.returned, ...chirp.returned]).toEqual([])
})

it('gives a command back that was refused, and once its webhook has no valid key', async () => {
  const things = linked((url) => ({ 'x-downlink-push': url, 'x-downlink-apikey': 'k' }))
  answers = 403
  things.send('2:01')
  await expect.poll(() => things.returned).toEqual(['the network server answered 403: {"code":7}'])
  const before = queued.length
  things.state.allowed = false
  things.send('2:01')
  await expect.poll(() => things.returned[1]).toBe('its webhook has no valid key now')
  expect(queued).toHaveLength(before)
  things.connected.close(7, 'switched off')
  expect(things.connected.forCommands(7)).toBeUndefined()
})

it('takes no commands where the network server has not said how', () => {
  expect(linked(() => ({})).connected.forCommands(7)).toBeUndefined()
})
