import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyTemplate } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'

// A separate process, and on PostgreSQL only: a statement that never ends needs it.
const onServer = it.runIf(process.env.DATABASE === 'server')

let database: Awaited<ReturnType<typeof copyTemplate>>
let server: ServerProcess
const open: Socket[] = []
beforeEach(async () => {
  if (process.env.DATABASE !== 'server') return
  database = await copyTemplate()
  server = await makeProcess({ DATABASE_URL: database.url })
  await server.start()
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await server?.end('SIGKILL')
  server?.remove()
  await database?.drop()
})

async function send(...lines: string[]): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  socket.write(lines.join('\r\n'))
  return socket
}

onServer('a stop does not wait for open connections', async () => {
  const admin = await server.admin()
  await send() // idle
  await send('GET /api/v1/options HTTP/1.1', 'Host: x', 'X-Slow: ') // a header that never ends
  await send(
    'PUT /api/v1/user HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    '{"u',
  )
  const kept = await send('GET /healthz HTTP/1.1', 'Host: x', 'Connection: keep-alive', '', '')
  await once(kept, 'data')
  const download = await send('GET /api/openapi.json HTTP/1.1', 'Host: x', '', '')
  download.pause()
  await send(
    'GET /gateway/ws HTTP/1.1',
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  )
  await admin.call('GET', 'options', {})
  expect(await server.end('SIGTERM')).toBe(0)
})

onServer('a stop ends even where a statement does not', async () => {
  const admin = await server.admin()
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin; lock table location in access exclusive mode')
  const request = admin
    .create('location', { name: 'Held', position: { type: 'Point', coordinates: [174, -41] } })
    .catch(() => null)
  await expect
    // pg_stat_activity shows a transaction what it has shown it once; locks are those of now.
    .poll(
      async () =>
        (await holder.query("select from pg_locks where relation = 'location'::regclass and not granted")).rowCount,
    )
    .toBe(1)
  expect(await server.end('SIGTERM')).not.toBe(null)
  await request
  await holder.end()
})
