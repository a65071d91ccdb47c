import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { loadViewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { type Caller, type Credentials, callerOf, callerOfKey, HOW, keyIn } from '../by_key/caller.ts'

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
    return session_id === null ? null : callerOf(await loadViewer(this.#context.db, { session_id }, request.ip))
  }

  /** @throws {AppError} unauthorized without valid credentials */
  async require(request: FastifyRequest): Promise<Caller> {
    const caller = await this.find(request)
    if (!caller) throw new AppError('unauthorized', `Please give an API key. ${HOW}`)
    return caller
  }

  /** @throws {AppError} unauthorized */
  ofKey(request: FastifyRequest, credentials: Credentials): Promise<Caller> {
    return callerOfKey({ app: this.#app, context: this.#context }, request, credentials)
  }

  /** Begins a session. Its cookie is worth nothing to the REST API, and ends with the key. */
  begin(request: FastifyRequest, reply: FastifyReply, { viewer }: Caller): void {
    const value = this.#app.jwt.sign({ [CLAIM]: viewer.session_id }, { expiresIn: SESSION_S })
    reply.header('set-cookie', this.#cookie(request, value, SESSION_S))
  }

  end(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', this.#cookie(request, '', 0))
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

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

const COOKIE = 'ringfence_traccar'
/** No token of the REST API has it, nor has the cookie what those have. */
const CLAIM = 'traccar_session'
const SESSION_S = 7 * 24 * 3600
