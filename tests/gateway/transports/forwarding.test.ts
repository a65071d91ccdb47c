import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'

/** Another platform that speaks Wialon IPS: what it received, and how it answers. */
type Platform = { port: number; lines: string[]; refuse: Set<string>; silent: boolean; server: Server }

let network: Network
let ours: Organisation
let theirs: Organisation
let platform: Platform
let ute: Device
let forward_id: number

beforeAll(async () => {
  network = await startNetwork({ WEBHOOK_PRIVATE: 'on' })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  platform = await startPlatform()
  ute = await startTracker(network, 'ute-1', { organisation_id: ours.id, name: 'Ute' })
  const body = { name: 'Freight', host: '127.0.0.1', port: platform.port, password: 'kea 7' }
  forward_id = (await ours.administrator.client.create('reportforward', body)).data.id
})
afterAll(async () => {
  await ute?.stop()
  platform?.server.close()
  await network?.stop()
})

const read = async () => (await ours.administrator.client.read('reportforward', forward_id)).data
const sendAll = () => network.server.gateway.forwards.drain()
/** Nothing is sent until `retryNow`: the background would send what is there between two reports. */
const hold = () =>
  network.db
    .updateTable('report_forward')
    .set({ retry_at: new Date(Date.now() + 3_600_000).toISOString() })
    .execute()
const retryNow = () =>
  network.db
    .updateTable('report_forward_item')
    .set({ due_at: new Date(0).toISOString() })
    .execute()
    .then(() => network.db.updateTable('report_forward').set({ retry_at: null }).execute())

async function startPlatform(): Promise<Platform> {
  const lines: string[] = []
  const made = { lines, refuse: new Set<string>(), silent: false }
  const server = createServer((socket: Socket) => {
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n')
      rest = parts.pop()!
      for (const line of parts) {
        lines.push(line)
        if (platform.silent) socket.destroy()
        else if (line.startsWith('#L#'))
          socket.write(platform.refuse.has(line.split(';')[1]!) ? '#AL#0\r\n' : '#AL#1\r\n')
        else socket.write(`#AB#${line.split('|').length - 1}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(made, { server, port: (server.address() as { port: number }).port })
}

describe('forwarding to a platform with Wialon IPS', () => {
  it('signs in with the number and the password, and sends the reports in order, with checksums', async () => {
    await hold()
    await ute.report({
      lat: -36.5,
      lon: 174.75,
      ts: '2026-11-20T01:02:03Z',
      speed: 10,
      heading: 90,
      altitude: 12,
      battery: 80,
    })
    await ute.report({ lat: 0, lon: -179.99999, ts: '2026-11-20T01:02:04Z', alarm: 'sos' })
    await retryNow()
    await sendAll()
    expect(platform.lines).toEqual([
      expect.stringMatching(/^#L#2\.0;ute-1;kea 7;[0-9A-F]{4}$/),
      expect.stringMatching(
        /^#B#201126;010203;3630\.00000;S;17445\.00000;E;36;90;12;NA;NA;NA;NA;;NA;forwarded:1:1,event:3:position,bat:1:80\|201126;010204;0000\.00000;N;17959\.99940;W;NA;NA;NA;NA;NA;NA;NA;;NA;forwarded:1:1,event:3:position,SOS:1:1\|[0-9A-F]{4}$/,
      ),
    ])
    expect(await read()).toMatchObject({ sent: 2, waiting: 0, has_password: true, last_error: null })
    expect(JSON.stringify(await read())).not.toContain('kea')
  })

  it('keeps what was not taken, in order, and tells why', async () => {
    platform.lines.length = 0
    platform.refuse.add('ute-1')
    await ute.report({ lat: -36.6, lon: 174.7, ts: '2026-11-20T02:00:00Z' })
    await sendAll()
    expect(await read()).toMatchObject({ sent: 2, waiting: 1, last_error: 'ute-1: the number is not known there' })
    await ute.report({ lat: -36.7, lon: 174.7, ts: '2026-11-20T02:00:01Z' })
    await sendAll()
    // The second does not overtake the first, which waits for its retry.
    expect(platform.lines).toHaveLength(1)
    platform.refuse.clear()
    platform.silent = true
    await retryNow()
    await sendAll()
    expect(await read()).toMatchObject({ waiting: 2, last_error: 'it closed the connection', failures: 1 })
    platform.silent = false
    await retryNow()
    await sendAll()
    expect(platform.lines.at(-1)).toMatch(/;3636\.00000;S;.*\|.*;3642\.00000;S;/)
    expect(await read()).toMatchObject({ sent: 4, waiting: 0, last_error: null, failures: 0 })
  })

  it('sends nothing of another organisation, nothing that was forwarded here, and nothing while it is off', async () => {
    platform.lines.length = 0
    const other = await startTracker(network, 'other-1', { organisation_id: theirs.id })
    await other.report({ lat: 1, lon: 1, ts: '2026-11-20T03:00:00Z' })
    await other.stop()
    await ute.report({ lat: 1, lon: 1, ts: '2026-11-20T03:00:01Z', attributes: { io_forwarded: 1 } })
    await ours.administrator.client.update('reportforward', { id: forward_id, active: false })
    await ute.report({ lat: 1, lon: 1, ts: '2026-11-20T03:00:02Z' })
    await ours.administrator.client.update('reportforward', { id: forward_id, active: true })
    await sendAll()
    expect(platform.lines).toEqual([])
    expect(await read()).toMatchObject({ waiting: 0 })
  })

  it('is set up by administrators, and its password never goes to another address', async () => {
    const { client } = ours.administrator
    await expect(ours.staff.client.read('reportforward', forward_id)).rejects.toMatchObject({ status: 404 })
    await expect(theirs.administrator.client.read('reportforward', forward_id)).rejects.toMatchObject({ status: 404 })
    await expect(client.update('reportforward', { id: forward_id, port: 1234 })).rejects.toMatchObject({
      field: 'password',
    })
    for (const [body, field] of [
      [{ host: 'http://example.com' }, 'host'],
      [{ host: '-x' }, 'host'],
      [{ password: 'a;b' }, 'password'],
      [{ port: 0 }, 'port'],
    ] as const) {
      await expect(client.update('reportforward', { id: forward_id, ...body } as never)).rejects.toMatchObject({
        field,
      })
    }
    await client.update('reportforward', { id: forward_id, port: platform.port, password: null })
    expect(await read()).toMatchObject({ has_password: false })
  })
})
