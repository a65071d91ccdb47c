import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { pushKeys } from '#messages/providers/push.ts'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'

/** The installation's public key (VAPID), with which browsers subscribe. */
export function addPushKey(app: FastifyInstance, { config }: ApiContext): void {
  const { publicKey } = pushKeys(config.jwt_secret)
  app.get('/pushsubscription/key', {
    schema: {
      tags: ['pushsubscriptions'],
      summary: 'Read the public key for push subscriptions',
      response: answers({ 200: Type.Object({ key: Type.String() }) }),
    },
    async handler(request) {
      viewerOf(request)
      return { data: { key: publicKey } }
    },
  })
}
