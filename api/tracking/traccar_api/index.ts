import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { AppError } from '../../http/errors.ts'
import { addForms } from '../../http/forms.ts'
import { rates } from '../../http/limits/rates.ts'
import type { Caller } from '../by_key/caller.ts'
import { Rest } from '../by_key/rest.ts'
import { aboutServer, userOf } from './account.ts'
import { Callers } from './caller.ts'
import { textsOf } from './parameters.ts'
import { reads } from './reads.ts'
import { TraccarSocket } from './socket.ts'

export const TRACCAR_SOCKET = '/api/socket'
/** Bytes of a request: a form with a name and a key. */
const MOST_BYTES = 16 * 1024
/** Open sockets of a key, and of all in this process. */
const MOST_SOCKETS_OF_KEY = 5
const MOST_SOCKETS = 1000
/** What else Traccar has there. */
const absent =
  'attributes calendars commands events maintenance notifications orders password permissions share statistics users'

/**
 * Adds a part of Traccar's API, to read only, so that programs that speak it find trackers, positions and events here. All
 * that it answers is asked of the REST API with the same key, or is what the live map shows its person.
 */
export async function addTraccarApi(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (instance) => {
    await instance.register(rateLimit, rates(context.config.http_rate))
    instance.removeAllContentTypeParsers()
    addForms(instance)
    // Some programs say that they send JSON, and send nothing.
    instance.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, _body, done) =>
      done(null, null),
    )
    instance.addHook('onError', async (_request, reply, error) => {
      if (error instanceof AppError && error.code === 'unauthorized') reply.header('www-authenticate', 'Basic')
    })
    const callers = new Callers(app, context)
    addSession(instance, callers)
    for (const [path, read] of Object.entries(reads)) {
      instance.get(`/api/${path}`, { schema: { hide: true } }, async (request) => {
        const caller = await identify(callers, request)
        return read({ app, context, caller, rest: new Rest(app, request, caller), query: request.query })
      })
    }
    refuseOthers(instance)
    await addSocket(instance, app, context, callers)
  })
}

function addSession(instance: FastifyInstance, callers: Callers): void {
  const schema = { hide: true }
  instance.get('/api/server', { schema }, async (request) => {
    await callers.find(request)
    return aboutServer
  })
  instance.get('/api/session', { schema }, async (request, reply) => {
    const [token] = textsOf(request.query, 'token')
    if (token === undefined) return userOf(await identify(callers, request))
    const caller = checked(await callers.ofKey(request, { key: token }))
    callers.begin(request, reply, caller)
    return userOf(caller)
  })
  instance.post('/api/session', { schema, bodyLimit: MOST_BYTES }, async (request, reply) => {
    const { email = '', password, token = password } = (request.body ?? {}) as Record<string, string | undefined>
    if (token === undefined) throw new AppError('bad_request', 'password: please give an API key.', 'password')
    const caller = checked(await callers.ofKey(request, { key: token, name: email }))
    callers.begin(request, reply, caller)
    return userOf(caller)
  })
  instance.delete('/api/session', { schema }, async (request, reply) => {
    callers.end(request, reply)
    return reply.code(204).send()
  })
}

async function identify(callers: Callers, request: FastifyRequest): Promise<Caller> {
  const caller = await callers.require(request)
  // The log names its organisation.
  request.viewer = caller.viewer
  return caller
}

/** A session in which nothing could be read is refused at its beginning. */
function checked(caller: Caller): Caller {
  if (caller.viewer.api_key.scopes.includes('read')) return caller
  throw new AppError('forbidden', 'This API key has not the scope read.')
}

/** @throws 405 where reading is possible, 404 elsewhere */
function refuseOthers(instance: FastifyInstance): void {
  const about = `Traccar's API can only be read here: GET ${['server', 'session', ...Object.keys(reads)].join(', ')}.`
  for (const path of ['server', ...Object.keys(reads)]) {
    instance.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: `/api/${path}`,
      schema: { hide: true },
      handler: (_request, reply) => reply.code(405).header('allow', 'GET, HEAD').send({ message: about }),
    })
  }
  const inner = ['server', 'session', 'reports', ...Object.keys(reads).filter((path) => !path.includes('/'))]
  for (const url of [
    ...absent.split(' ').flatMap((path) => [path, `${path}/*`]),
    ...inner.map((path) => `${path}/*`),
  ]) {
    instance.all(`/api/${url}`, { schema: { hide: true } }, (_request, reply) =>
      reply.code(404).send({ message: about }),
    )
  }
}

async function addSocket(
  instance: FastifyInstance,
  app: FastifyInstance,
  context: ApiContext,
  callers: Callers,
): Promise<void> {
  // The plugin would answer every upgrade of the server, including socket.io's and those of phones.
  const upgrades = new EventEmitter()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] === TRACCAR_SOCKET) upgrades.emit('upgrade', request, socket, head)
  })
  await instance.register(websocket, {
    options: { server: upgrades as never, maxPayload: 1024, perMessageDeflate: false },
    errorHandler: (_error, socket) => socket.terminate(),
  })
  const open = new Map<number, number>()
  const asking = new WeakMap<FastifyRequest, Caller>()
  async function preValidation(request: FastifyRequest) {
    const caller = await identify(callers, request)
    const all = [...open.values()].reduce((sum, count) => sum + count, 0)
    const is_full = all >= MOST_SOCKETS || (open.get(caller.viewer.api_key.id) ?? 0) >= MOST_SOCKETS_OF_KEY
    if (is_full) throw new AppError('too_many_requests', 'Too many sockets of this key are open.')
    asking.set(request, caller)
  }
  instance.get(TRACCAR_SOCKET, { schema: { hide: true }, websocket: true, preValidation }, (socket, request) => {
    const caller = asking.get(request)!
    const { id } = caller.viewer.api_key
    open.set(id, (open.get(id) ?? 0) + 1)
    socket.on('close', () => {
      const left = open.get(id)! - 1
      if (left > 0) open.set(id, left)
      else open.delete(id)
    })
    const by = { app, context, caller, request }
    new TraccarSocket(by, socket).start().catch((error) => {
      request.log.warn({ err: error }, 'a socket of the Traccar API has failed')
      socket.terminate()
    })
  })
}
