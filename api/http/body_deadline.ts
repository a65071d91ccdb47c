import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const DEADLINE_MS = 30_000

/**
 * Ends requests whose body has not arrived in time, as the server's own request timeout does, but not those of routes
 * that stream a body of any length: these are limited by progress.
 */
export function addBodyDeadline(app: FastifyInstance): void {
  app.server.headersTimeout = DEADLINE_MS
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    const has_body = encoding !== undefined || (length !== undefined && length !== '0')
    // Fastify's inject() has no connection.
    const is_over_network = raw.socket instanceof Socket
    if (!has_body || !is_over_network || routeOptions.config?.streams_body) return done()
    const timer = setTimeout(() => {
      if (raw.socket.writable) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
      raw.socket.destroy()
    }, DEADLINE_MS).unref()
    const clear = () => clearTimeout(timer)
    raw.once('end', clear)
    raw.once('close', clear)
    done()
  })
}
