import type { createSocket } from 'node:dgram'
import { afterAll, beforeAll } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'
import { connectTcp, gt06 } from '../device.ts'

/** The server under test, from `startForTests`. */
export let network: Network

/** Starts a server with every device port for the tests of a file. */
export function startForTests(): void {
  beforeAll(async () => {
    network = await startNetwork({ TCP_PORTS: 'any', OSMAND_PORT: 'any' })
  })
  afterAll(() => network.stop())
}

export const pollOptions = { timeout: 30_000, interval: 20 }
let made = 0
/** An unregistered number like an IMEI. */
export const numberOf = () => `86${String(++made).padStart(13, '0')}`

export async function register(settings = {}, number = numberOf()) {
  const { data } = await network.admin.create('tracker', { number, ...settings })
  return { id: data.id, number, token: data.device_token as string, transports: data.transports }
}

export const stored = async (tracker_id: number) =>
  (await network.admin.list('trackerevent', { tracker_id, limit: 1 })).info.total

export async function metric(name: string, labels: string): Promise<number> {
  const text = await (await fetch(`${network.url}/metrics`)).text()
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`${name}{`) && labels.split(',').every((l) => one.includes(l)))
  return Number(line?.split(' ').at(-1) ?? 0)
}

/** Signs in as a GT06. */
export function signIn(number: string, from = '127.0.0.1') {
  const device = connectTcp(network.server.tcp_ports.gt06!, { from })
  device.send(gt06.login(number))
  return device
}

/** A request with a position as JSON, for OsmAnd's port. */
export const body = (id: string, token?: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ device_id: id, ...(token && { token }), location: { coords: { latitude: 1, longitude: 2 } } }),
})

/** A position of a GPS103, at a minute of the night. */
export function sendPosition(socket: ReturnType<typeof createSocket>, number: string, minute: number): void {
  const time = `2611010${minute}00`
  const text = `imei:${number},tracker,${time},,F,0${minute}0000.000,A,3650.0000,S,17445.0000,E,0.00,0;`
  socket.send(text, network.server.tcp_ports.gps103!, '127.0.0.1')
}
