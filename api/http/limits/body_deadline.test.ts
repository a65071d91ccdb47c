import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { addBodyDeadline, boundHeaders } from './body_deadline.ts'

it('closes connections whose headers or body do not arrive', async () => {
  const app = fastify({ requestTimeout: 0, ...boundHeaders(100) })
  addBodyDeadline(app, 100)
  app.post('/', async () => 'whole')
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const beginnings = ['', 'POST / HTTP/1.1\r\nHost: x\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{']
  const sockets = beginnings.map((beginning) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
    return socket.on('error', () => {}).resume()
  })
  await expect.poll(() => sockets.map(({ closed }) => closed), { timeout: 5000 }).toEqual([true, true, true])
  await app.close()
})
