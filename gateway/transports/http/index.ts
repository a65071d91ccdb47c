import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadReport } from '../../protocols/report.ts'
import type { FindByKey } from '../context.ts'
import type { Phones } from '../shared/phones.ts'
import { Friends, type ReadFriends } from './friends.ts'
import { Lorawan } from './lorawan/index.ts'
import type { Answered, Message } from './message.ts'
import { answerOsmand } from './osmand.ts'
import { answerOwntracks } from './owntracks.ts'

/**
 * Reports of phones over HTTP. Each request is answered after its commit: 200, or 503 to retry.
 *
 * @param phones null while the gateway is not there yet
 * @param readFriends for OwnTracks; without it nothing of others is in its answers
 * @param findByKey for webhooks of LoRaWAN; without it they are not taken
 * @param paths where OsmAnd's and OwnTracks' apps may send to, and the webhooks of LoRaWAN network servers
 */
export async function addPhoneRoutes(
  app: FastifyInstance,
  phones: () => Phones | null,
  paths: { osmand?: string; owntracks?: string; lorawan?: string },
  { readFriends, findByKey }: { readFriends?: ReadFriends; findByKey?: FindByKey } = {},
): Promise<void> {
  const friends = readFriends && new Friends(readFriends)
  await app.register(async (scope) => {
    // Bodies are not parsed by type: apps send no content type or a wrong one.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
      if (status === 500) request.log.error({ err: error }, 'request failed')
      return reply
        .code(status)
        .type('text/plain')
        .send(status === 500 ? 'The request failed.' : error.message)
    })
    const route = (method: string[], url: string, answer: Answer) =>
      scope.route({
        method,
        url,
        bodyLimit: MAX_BODY,
        exposeHeadRoute: false,
        schema: { hide: true },
        handler: (request, reply) => handle(phones(), answer, request, reply),
      })
    if (paths.osmand) route(['GET', 'POST'], paths.osmand, answerOsmand)
    if (paths.owntracks) {
      route(['POST'], paths.owntracks, (on, message) => answerOwntracks(on, message, friends))
    }
    if (paths.lorawan && findByKey) {
      const lorawan = new Lorawan(findByKey)
      route(['POST'], paths.lorawan, (on, message) => lorawan.answer(on, message))
    }
  })
}

/** A thousand reports of Transistorsoft's JSON. */
const MAX_BODY = 1024 * 1024

async function handle(phones: Phones | null, answer: Answer, request: FastifyRequest, reply: FastifyReply) {
  if (!phones || phones.closed) return unavailable(reply)
  const message: Message = {
    method: request.method,
    query: request.raw.url?.split('?').slice(1).join('?') ?? '',
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    address: request.ip,
  }
  const answered = await phones.answer(request.ip, () =>
    answer(phones, message).catch((error) => {
      if (!(error instanceof BadReport)) throw error
      return { status: 400, reason: error.message } as Answered
    }),
  )
  if (!answered) return reply.code(429).header('retry-after', '1').type('text/plain').send('Too many requests at once.')
  if (answered.status === 503) return unavailable(reply)
  if ('reason' in answered) {
    phones.context.refusals.note('http', answered.number ?? request.ip, answered.reason)
    if (answered.status === 401) reply.header('www-authenticate', 'Basic realm="Ringfence", charset="UTF-8"')
    return reply.code(answered.status).type('text/plain').send(answered.reason)
  }
  reply.code(200)
  return answered.body === undefined ? reply.send() : reply.send(answered.body)
}

function unavailable(reply: FastifyReply) {
  return reply.code(503).header('retry-after', '10').type('text/plain').send('No reports are taken now. Come again.')
}

type Answer = (phones: Phones, message: Message) => Promise<Answered>
