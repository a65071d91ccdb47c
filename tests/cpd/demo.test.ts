import { beforeAll, expect, it } from 'vitest'
import { type Client, createClient } from '#api/client.ts'
import { startCollege } from '../../scripts/college/main.ts'
import { readConfig } from '../../scripts/server/config.ts'
import { type Network, signIn } from '../network.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

const start = async () => {
  const printed: string[] = []
  const config = readConfig({ DATA_DIR: network.data_dir, HOST: '127.0.0.1' })
  const sign_ins = await startCollege(network.server, config, (text) => printed.push(text))
  return { sign_ins, printed }
}

it('adds a college once, whose people are at different points', async () => {
  const first = await start()
  expect(first.printed).toEqual(['Adding the Ringfence demo college …'])
  const enter = async (username: string): Promise<Client> => {
    const token = await signIn(network.url, username, first.sign_ins!.password)
    return createClient({ base: network.url, token: () => token, retries: 0 })
  }
  const results: Record<string, [boolean, string]> = {}
  for (const name of ['hana', 'tom', 'priya', 'wiremu', 'sofia']) {
    const client = await enter(`demo.${name}`)
    const { data: stats } = await client.call('GET', 'cpd/stats')
    const { data: plan } = await client.read('devplan', stats.plan_id)
    results[name] = [stats.met, plan.state]
  }
  expect(results).toEqual({
    hana: [true, 'agreed'],
    tom: [false, 'agreed'],
    priya: [false, 'submitted'],
    wiremu: [false, 'draft'],
    sofia: [false, 'draft'],
  })
  const supervisor = await enter('demo.mere')
  expect((await supervisor.list('devplan', { waiting: true })).info.total).toBe(1)
  expect((await supervisor.list('procedure', { waiting: true })).info.total).toBeGreaterThan(0)
  const hana = await enter('demo.hana')
  const { data: files } = await hana.list('file', { is_folder: false })
  expect(files.map(({ name, mimetype }) => [name.endsWith('.pdf'), mimetype])).toEqual([
    [true, 'application/pdf'],
    [true, 'application/pdf'],
  ])
  const again = await start()
  expect(again).toEqual({ sign_ins: first.sign_ins, printed: [] })
})

it('leaves trackers out of the menus of its people, and keeps mail from their addresses', async () => {
  const { sign_ins } = await start()
  const body = { username: sign_ins!.people[0]!.username, password: sign_ins!.password }
  const { data } = await network.admin.call('POST', 'user/signin', body)
  expect(data.user.memberships).toMatchObject([{ features: ['files', 'cpd'], role_name: 'Administrator' }])
  const mails = await network.db
    .selectFrom('message_delivery')
    .select('address')
    .where('channel', '=', 'email')
    .execute()
  expect(mails.filter(({ address }) => address.endsWith('.example'))).toEqual([])
})
