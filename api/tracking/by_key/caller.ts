import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { KEY_PREFIX, readToken, tokenOf } from '../../crud/session/tokens.ts'
import { loadViewer, type Viewer, type ViewersKey } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

/**
 * Who asks at an address of another convention, by an API key. Passwords of people are refused, whose guesses would have
 * to be counted and whose second factor asked for.
 *
 * @throws {AppError} unauthorized
 */
export async function callerOfKey(
  { app, context }: By,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { key, name }: Credentials,
): Promise<Caller> {
  if (!key.startsWith(KEY_PREFIX)) throw new AppError('unauthorized', `A password is not taken here. ${HOW}`)
  return callerOf(await loadViewer(context.db, readToken(app, key), ip), name)
}

/** @throws {AppError} unauthorized unless it is the viewer of a key */
export function callerOf(viewer: Viewer | null, name = ''): Caller {
  if (!viewer?.api_key) throw new AppError('unauthorized', `This API key is not valid, or has ended. ${HOW}`)
  return { viewer: viewer as Caller['viewer'], name }
}

/** The key of a header: a bearer token, or the password of HTTP Basic, whatever the name. */
export function keyIn(authorization: string): Credentials {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (!/^basic$/i.test(scheme)) return { key: tokenOf(authorization) ?? '' }
  const text = Buffer.from(value, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? { key: '' } : { name: text.slice(0, colon), key: text.slice(colon + 1) }
}

export const HOW = 'Make one under Settings, API keys, with the scope Read, and use it as the password, with any name.'

type By = { app: FastifyInstance; context: Pick<ApiContext, 'db'> }
export type Credentials = { key: string; name?: string }
export type Caller = {
  viewer: Viewer & { api_key: ViewersKey }
  /** As the program has given it. */
  name: string
}
