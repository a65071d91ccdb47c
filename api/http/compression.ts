import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const zip = promisify(gzip)
/** Bytes: a shorter answer is one packet or two anyway. */
const least = 2048

/**
 * Sends what is read as JSON compressed where the reader takes it: lists are a tenth of their size. The length of a
 * compressed answer reveals nothing to another website (BREACH): it cannot send the session, which is in a header.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || typeof payload !== 'string' || payload.length < least) return payload
    if (reply.hasHeader('content-encoding') || !isJson(reply.getHeader('content-type'))) return payload
    const vary = [reply.getHeader('vary') ?? []].flat()
    reply.header('vary', [...vary, 'accept-encoding'].join(', '))
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return zip(payload, { level: 4 })
  })
}

const isJson = (type: unknown) => /^application\/(\w+\+)?json\b/.test(String(type))
