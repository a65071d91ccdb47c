import { Type } from 'typebox'
import { pushKeys } from '#messages/providers/push.ts'
import { defineAction } from '../crud/action.ts'

/** The installation's public key (VAPID), with which browsers subscribe. */
export const readPushKey = defineAction({
  method: 'GET',
  path: 'pushsubscription/key',
  tags: ['pushsubscriptions'],
  summary: 'Read the public key for push subscriptions',
  answer: Type.Object({ key: Type.String() }),
  run: ({ context: { config } }) => ({ key: pushKeys(config.jwt_secret).publicKey }),
})
