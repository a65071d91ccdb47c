import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpFake, startHttp } from './fakes.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
let service: HttpFake
let status = 200

beforeAll(async () => {
  setting = await startSetting()
  service = await startHttp(() => ({ status }))
})
afterAll(async () => {
  await setting?.stop()
  await service?.stop()
})

const admin = () => setting.people.administrator.client
const server = () => `http://127.0.0.1:${service.port}`
const make = async (body: object) => {
  const { data } = await admin().create('notifychannel', {
    organisation_id: setting.people.id,
    name: 'Dispatch',
    types: ['alert.raised'],
    ...body,
  } as never)
  return data as { id: number; url: string }
}
const send = () => setting.network.server.webhooks.drain()
const read = async (id: number) => (await admin().read('notifychannel', id)).data

it('an alert reaches chats and push services in words, each once', async () => {
  const ntfy = await make({ preset: 'ntfy', server: server(), topic: 'fleet', token: 'tk_secret' })
  await make({ preset: 'telegram', server: server(), token: '12:secret', chat: '-100' })
  await make({ preset: 'matrix', server: server(), room: '!r:m', token: 'secret' })
  const ute = await setting.tracker('ute')
  await setting.leave(ute)
  await send()
  await send()
  const calls = service.all.map(({ method, path, body }) => [method, path.replace(/msg_\w+/, 'msg'), JSON.parse(body)])
  expect(calls).toHaveLength(3)
  const link = expect.stringContaining(`/app/map?tracker_id=${ute.id}`)
  expect(calls).toContainEqual([
    'POST',
    '/',
    { topic: 'fleet', title: 'Ute has left Depot', message: expect.any(String), click: link, priority: 4 },
  ])
  expect(calls.map(([, path]) => path).sort()).toEqual([
    '/',
    '/_matrix/client/v3/rooms/!r%3Am/send/m.room.message/msg',
    '/bot12:secret/sendMessage',
  ])
  expect(service.all.find(({ path }) => path === '/')!.headers.authorization).toBe('Bearer tk_secret')
  expect(await read(ntfy.id)).toMatchObject({ delivered: 1, waiting: 0, last_error: null })
})

it('what is secret is neither shown nor stored openly, and webhooks and channels are apart', async () => {
  const { id } = await make({ preset: 'slack', url: `${server()}/services/very-secret` })
  const stored = await setting.network.db.selectFrom('webhook_endpoint').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('secret/')
  expect(JSON.stringify([stored, await read(id)])).not.toContain('very-secret')
  expect((await read(id)).url).toBe(server())
  await expect(admin().read('webhookendpoint', id)).rejects.toMatchObject({ status: 404 })
  await expect(admin().act('POST webhookendpoint/secret', { id })).rejects.toMatchObject({ status: 404 })
  await admin().act('POST notifychannel/test', { id })
  await send()
  expect(service.all.at(-1)).toMatchObject({ path: '/services/very-secret' })
  expect(JSON.parse(service.all.at(-1)!.body).text).toContain('A test from Ringfence')
})

it('a service that refuses is asked again; one that answers 410 is switched off', async () => {
  const { id } = await make({ preset: 'http', url: `${server()}/hook`, body: '{"what": "{type}"}' })
  status = 503
  await admin().act('POST notifychannel/test', { id })
  await send()
  expect(await read(id)).toMatchObject({ waiting: 1, active: true, last_error: 'it answered 503' })
  status = 410
  await admin().update('notifychannel', { id, name: 'Another' })
  await setting.network.db
    .updateTable('webhook_delivery')
    .set({ due_at: new Date(0).toISOString() })
    .execute()
  await send()
  expect((await read(id)).active).toBe(false)
  status = 200
})

it.each([
  [{ preset: 'ntfy' }, 'topic'],
  [{ preset: 'ntfy', topic: 'a b' }, 'topic'],
  [{ preset: 'ntfy', topic: 'a', chat: '1' }, 'chat'],
  [{ preset: 'gotify', server: 'ftp://x', token: 'a' }, 'server'],
  [{ preset: 'slack', url: 'javascript:alert(1)' }, 'url'],
  [{ preset: 'slack', url: 'https://a:b@x.example/' }, 'url'],
  [{ preset: 'http', url: 'https://x.example', body: 'no JSON' }, 'body'],
  [{ preset: 'http', url: 'https://x.example', headers: 'Host: evil' }, 'headers'],
  [{ preset: 'http', url: 'https://x.example', headers: 'X: a\r\u0000' }, 'headers'],
  [{ preset: 'http', url: 'https://x.example', headers: 'Bad name: a' }, 'headers'],
])('%j is refused at %s', async (body, field) => {
  await expect(make(body)).rejects.toMatchObject({ status: 400, field })
})
