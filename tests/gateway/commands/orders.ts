import { expect } from 'vitest'
import { TRANSPORTS } from '#db/transports.ts'
import { gt06 as protocol } from '#gateway/protocols/gt06/index.ts'
import { startNetwork } from '../../network.ts'
import { makeOrganisation } from '../../seeds/people.ts'
import { connectTcp, gt06, type TcpDevice } from '../device.ts'

export const pollOptions = { interval: 10 }

/** A server that takes commands, an organisation, and short ways to give its devices some. */
export async function startOrders() {
  const network = await startNetwork({ TCP_PORTS: 'any' })
  const ours = await makeOrganisation(network, 'ours')
  const { client } = ours.administrator
  let made = 0
  const read = async (id: number) => (await client.read('trackercommand', id)).data
  return {
    network,
    ours,
    read,

    async register(settings = {}): Promise<Registered> {
      const number = `7000000000${String(++made).padStart(5, '0')}`
      const { data } = await client.create('tracker', { number, transports: [...TRANSPORTS], ...settings })
      return { id: data.id, number, token: data.device_token as string }
    },

    async order(tracker_id: number, text: string, more = {}): Promise<number> {
      const body = { tracker_id, type: 'custom' as const, text, ...more }
      return (await client.create('trackercommand', body)).data.id
    },

    becomes: (id: number, what: object) => expect.poll(() => read(id), pollOptions).toMatchObject(what),
    listOf: async (tracker_id: number) => (await client.list('trackercommand', { tracker_id, sort: 'id' })).data,

    /** Connects a GT06. */
    signIn(number: string): TcpDevice {
      const device = connectTcp(network.server.tcp_ports.gt06!)
      device.send(gt06.login(number))
      return device
    },
  }
}

/** The bytes sent to a GT06: the login's answer, then commands in order. */
export const welcome = gt06.answer(1, 1)
export function encoded(...texts: string[]): string {
  const session = protocol.open()
  return texts.map((text) => protocol.encode!({ type: 'custom', text }, session)!.toString('hex')).join('')
}

export type Registered = { id: number; number: string; token: string }
export type Orders = Awaited<ReturnType<typeof startOrders>>
