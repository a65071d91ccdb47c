import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { KEY_PREFIX, readToken, tokenOf } from '../../crud/session/tokens.ts'
import { loadViewer, type Viewer, type ViewersKey } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

/**
 * Who asks, by an API key: as the password of HTTP Basic, as a bearer token, or by the cookie of a session that was begun
 * with one. Passwords of people are refused, whose guesses would have to be counted and whose second factor asked for.
 */
export class Callers {
  #app: FastifyInstance
  #context: ApiContext

  constructor(app: FastifyInstance, context: ApiContext) {
    this.#app = app
    this.#context = context
  }

  /**
   * @returns null where nothing is given
   * @throws {AppError} unauthorized for what is given and not valid
   */
  async find(request: FastifyRequest): Promise<Caller | null> {
    const { authorization } = request.headers
    if (authorization) return this.ofKey(request, keyIn(authorization))
    const session_id = this.#sessionIn(request)
    return session_id === null ? null : this.#caller(await loadViewer(this.#context.db, { session_id }, request.ip))
  }

  /** @throws {AppError} unauthorized without valid credentials */
  async require(request: FastifyRequest): Promise<Caller> {
    const caller = await this.find(request)
    if (!caller) throw new AppError('unauthorized', `Please give an API key. ${HOW}`)
    return caller
  }

  /** @throws {AppError} unauthorized */
  async ofKey({ ip }: FastifyRequest, { key, name }: Credentials): Promise<Caller> {
    if (!key.startsWith(KEY_PREFIX)) throw new AppError('unauthorized', `A password is not taken here. ${HOW}`)
    return this.#caller(await loadViewer(this.#context.db, readToken(this.#app, key), ip), name)
  }

  /** Begins a session. Its cookie is worth nothing to the REST API, and ends with the key. */
  begin(request: FastifyRequest, reply: FastifyReply, { viewer }: Caller): void {
    const value = this.#app.jwt.sign({ [CLAIM]: viewer.session_id }, { expiresIn: SESSION_S })
    reply.header('set-cookie', this.#cookie(request, value, SESSION_S))
  }

  end(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', this.#cookie(request, '', 0))
  }

  #caller(viewer: Viewer | null, name = ''): Caller {
    if (!viewer?.api_key) throw new AppError('unauthorized', `This API key is not valid, or has ended. ${HOW}`)
    return { viewer: viewer as Caller['viewer'], name }
  }

  /** Pages of other sites are not answered by what the browser adds by itself. */
  #sessionIn({ headers, host }: FastifyRequest): number | null {
    const { origin, cookie = '' } = headers
    if (origin !== undefined && hostOf(origin) !== host) return null
    const pair = cookie.split(';').find((each) => each.trim().startsWith(`${COOKIE}=`))
    if (!pair) return null
    try {
      const session_id = this.#app.jwt.verify<Record<string, unknown>>(pair.trim().slice(COOKIE.length + 1))[CLAIM]
      if (Number.isSafeInteger(session_id)) return session_id as number
    } catch {
      // Below.
    }
    throw new AppError('unauthorized', `This session has ended. ${HOW}`)
  }

  /** In a private network a program may use http although people use https. */
  #cookie({ protocol, host }: FastifyRequest, value: string, max_age_s: number): string {
    const secure = protocol === 'https' || this.#context.config.public_url === `https://${host}`
    return `${COOKIE}=${value}; Path=/api; Max-Age=${max_age_s}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  }
}

/** Of HTTP Basic the password, whatever the name. */
function keyIn(authorization: string): Credentials {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (!/^basic$/i.test(scheme)) return { key: tokenOf(authorization) ?? '' }
  const text = Buffer.from(value, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? { key: '' } : { name: text.slice(0, colon), key: text.slice(colon + 1) }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

const COOKIE = 'ringfence_traccar'
/** No token of the REST API has it, nor has the cookie what those have. */
const CLAIM = 'traccar_session'
const SESSION_S = 7 * 24 * 3600
const HOW = 'Make one under Settings, API keys, with the scope Read, and use it as the password, with any name.'

type Credentials = { key: string; name?: string }
export type Caller = {
  viewer: Viewer & { api_key: ViewersKey }
  /** As the program has given it. */
  name: string
}
