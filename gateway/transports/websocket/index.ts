import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { Phones } from '../shared/phones.ts'
import { PhoneSocket } from './phone.ts'

/**
 * Phones over WebSocket, at `/gateway/ws`.
 *
 * @param others paths that other layers answer
 */
export async function addWebSocket(
  app: FastifyInstance,
  phones: () => Phones | null,
  others: readonly string[] = [],
): Promise<void> {
  // The plugin would answer every upgrade of the server, including socket.io's.
  const upgrades = new EventEmitter()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0]
    if (path === PATH) upgrades.emit('upgrade', request, socket, head)
    else if (!path?.startsWith('/socket.io/') && !others.includes(path ?? ''))
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        server: upgrades as never,
        maxPayload: MAX_MESSAGE,
        perMessageDeflate: false,
        // @ts-expect-error the types do not know it yet
        closeTimeout: CLOSE_TIMEOUT_MS,
      },
      errorHandler: (_error, socket) => socket.terminate(),
    })
    scope.get(PATH, { websocket: true }, (socket, request) => {
      const running = phones()
      if (!running) socket.close(1013, 'no reports are taken now')
      else new PhoneSocket(running, socket, request).start()
    })
  })
}

/** Time for the close handshake before the socket is destroyed, so refused clients do not linger. */
const CLOSE_TIMEOUT_MS = 2_000
const PATH = '/gateway/ws'
/** A thousand reports. */
const MAX_MESSAGE = 1024 * 1024
