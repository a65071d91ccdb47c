import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const HEADERS_MS = 10_000
const BODY_MS = 30_000

/** Options of the server: connections whose headers have not arrived in time are closed within a second. */
export const boundHeaders = (ms = HEADERS_MS) => ({
  http: { headersTimeout: ms, connectionsCheckingInterval: Math.min(1000, ms) },
})

/**
 * Ends requests whose body has not arrived in time, as the server's own request timeout does, but not those of routes
 * that stream a body of any length: these are limited by progress.
 */
export function addBodyDeadline(app: FastifyInstance, ms = BODY_MS): void {
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
    }, ms).unref()
    const clear = () => clearTimeout(timer)
    raw.once('end', clear)
    raw.once('close', clear)
    done()
  })
}
