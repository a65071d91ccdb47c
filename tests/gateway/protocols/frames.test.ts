import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVICE_PROTOCOLS, UDP_TRANSPORTS } from '#db/transports.ts'
import { protocols } from '#gateway/protocols/index.ts'
import type { Protocol } from '#gateway/protocols/shared/protocol.ts'
import { type Network, startNetwork } from '../../network.ts'
import { connectTcp } from '../device.ts'
import { drive, framesOf } from './frames/read.ts'

/**
 * The real messages of every protocol, over real sockets: what REST shows afterwards, and what the device received. Each
 * row is a tracker's only one, so that what is stored is what it says.
 */
const recorded = protocols.filter(({ name }) => existsSync(new URL(`./frames/${name}.jsonl`, import.meta.url)))

/** A row is some requests, one after the other. */
const MOST_MS_A_ROW = 2_000

let network: Network
beforeAll(async () => {
  network = await startNetwork({ TCP_PORTS: 'any' })
})
afterAll(() => network.stop())

describe.each(recorded.map((protocol) => [protocol.name, protocol] as const))('%s on its port', (name, protocol) => {
  const rows = framesOf(name)
  const stored = rows.filter(({ forgive }) => !forgive)

  it(
    'stores what the messages say, acknowledges them, and never a wrong one',
    async () => {
      const wrong: unknown[] = []
      for (const row of stored) {
        const said = await tell(protocol, row, rows)
        if (said !== null) wrong.push([row.name, said])
      }
      expect(wrong).toEqual([])
    },
    120_000 + MOST_MS_A_ROW * rows.length,
  )

  it('takes them byte by byte, too', async () => {
    const sample = stored.filter((_, i) => i % Math.ceil(rows.length / 5) === 0)
    for (const row of sample) expect([row.name, await tell(protocol, row, rows, 1)]).toEqual([row.name, null])
  })
})

/** @returns what was wrong */
async function tell(protocol: Protocol, row: Row, rows: Row[], size = 0): Promise<unknown> {
  const bytes = wire(row)
  const login = row.login === null || row.login === undefined ? null : rows[row.login]!
  const intro = login ? wire(login) : Buffer.alloc(0)
  const all = drive(protocol, Buffer.concat([intro, bytes])).messages
  const number = all.map((message) => message.number).find((known) => known !== null) ?? null
  if (number === null) return 'nobody says whose it is'
  const id = await trackerFor(number)
  const device = connectTcp(network.server.tcp_ports[protocol.name]!)
  const answer = await converse(device, Buffer.concat([intro, bytes]), size, all)
  device.end()
  const { data } = await network.admin.list('trackerevent', { tracker_id: id, limit: 1000, sort: 'id' })
  const events = data.filter(({ event }) => event !== 'online' && event !== 'offline')
  await network.admin.remove('tracker', id)
  return differences(row, events, answer, login)
}

const trackerFor = async (number: string): Promise<number> =>
  (await network.admin.create('tracker', { number, transports: [...DEVICE_PROTOCOLS, ...UDP_TRANSPORTS] })).data.id

/** Sends, and waits for all that is expected and for the end of what is under way. */
async function converse(device: Device, stream: Buffer, size: number, messages: Message[]): Promise<string> {
  const expected = messages.reduce((sum, { acknowledgement }) => sum + (acknowledgement?.length ?? 0), 0)
  if (size === 0) device.send(stream)
  for (let at = 0; size > 0 && at < stream.length; at += size) {
    device.send(stream.subarray(at, at + size))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => device.received().length / 2, { interval: 5 }).toBeGreaterThanOrEqual(expected)
  // The server ends only when everything that it has read is stored.
  device.socket.end()
  await device.closed
  return device.received()
}

function differences({ expect: wanted }: Row, events: Event[], answer: string, login: Row | null): unknown {
  const wrong: unknown[] = []
  const count = wanted.positions.length + (login?.expect.positions.length ?? 0)
  if (events.length !== count) wrong.push(`${events.length} stored, not ${count}`)
  if (wanted.ack_hex !== undefined && !(login ? answer.endsWith(wanted.ack_hex) : answer === wanted.ack_hex)) {
    wrong.push(`answered ${answer}, not ${wanted.ack_hex}`)
  }
  if (
    wanted.ack_regex !== undefined &&
    !new RegExp(wanted.ack_regex).test(Buffer.from(answer, 'hex').toString('latin1'))
  ) {
    wrong.push(`answered ${Buffer.from(answer, 'hex').toString('latin1')}`)
  }
  for (const position of wanted.positions) {
    const fits = events.some((event) => isSame(event, position))
    if (!fits) wrong.push({ wanted: position, events })
  }
  return wrong.length > 0 ? wrong : null
}

function isSame(event: Event, wanted: Position): boolean {
  const [lon, lat] = event.position?.coordinates ?? [null, null]
  return (
    event.valid === wanted.valid &&
    (typeof wanted.fix_at !== 'string' || Date.parse(event.fix_at) === Date.parse(wanted.fix_at)) &&
    isNear(lat, wanted.lat, 1e-5) &&
    isNear(lon, wanted.lon, 1e-5) &&
    (wanted.speed === undefined || isNear(event.speed, wanted.speed, 1e-2)) &&
    (wanted.heading === undefined || isNear(event.heading, wanted.heading, 1e-2)) &&
    (wanted.alarm === undefined || event.alarm === wanted.alarm) &&
    Object.entries(wanted.attributes ?? {}).every(([name, value]) => contains(event.attributes?.[name], value))
  )
}

const isNear = (value: number | null | undefined, wanted: number | null | undefined, within: number) =>
  wanted === undefined ||
  (wanted === null ? value === null : typeof value === 'number' && Math.abs(value - wanted) <= within)

function contains(value: unknown, wanted: unknown): boolean {
  try {
    if (typeof wanted === 'object' && wanted !== null) expect(value).toMatchObject(wanted)
    else expect(value).toEqual(wanted)
    return true
  } catch {
    return false
  }
}

const wire = (row: Row) => Buffer.from(row.wire_hex, 'hex')

type Row = ReturnType<typeof framesOf>[number] & { login?: number | null }
type Position = Row['expect']['positions'][number]
type Message = ReturnType<typeof drive>['messages'][number]
type Device = ReturnType<typeof connectTcp>
type Event = {
  event: string
  fix_at: string
  valid: boolean
  position: { coordinates: number[] } | null
  speed: number | null
  heading: number | null
  alarm: string | null
  attributes: Record<string, unknown> | null
}
