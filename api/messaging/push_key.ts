import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { pushKeys } from '#messages/providers/push.ts'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'

/** What a browser needs to subscribe: the installation's public key (VAPID). */
export function addPushKey(app: FastifyInstance, { config }: ApiContext): void {
  const { publicKey } = pushKeys(config.jwt_secret)
  app.get('/pushsubscription/key', {
    schema: {
      tags: ['pushsubscriptions'],
      summary: 'The key that a browser subscribes with',
      response: answers({ 200: Type.Object({ key: Type.String() }) }),
    },
    async handler(request) {
      viewerOf(request)
      return { data: { key: publicKey } }
    },
  })
}
