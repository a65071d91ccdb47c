import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signToken } from '../../crud/session/tokens.ts'
import { AppError, type ErrorCode } from '../../http/errors.ts'
import type { Caller } from './caller.ts'

/** Rows that one answer may be made of. */
const MOST_ROWS = 10_000
const PAGE = 1000

/**
 * Asks the REST API with the caller's key, so that its scopes and rates, the features of the organisation and the rights
 * of the person hold as they do there.
 */
export class Rest {
  #app: FastifyInstance
  #request: Request
  #caller: Caller

  constructor(app: FastifyInstance, request: Request, caller: Caller) {
    this.#app = app
    this.#request = request
    this.#caller = caller
  }

  /** @throws {AppError} that of the REST API, and bad_request where there are too many rows */
  async list<Row>(path: string, query: Query = {}): Promise<Row[]> {
    const rows: Row[] = []
    let after: string | undefined
    do {
      const { data, info } = await this.#get<Row[]>(path, { ...query, limit: PAGE, after })
      rows.push(...data)
      after = info?.next
      if (after !== undefined && rows.length >= MOST_ROWS) {
        throw new AppError('bad_request', `from: there are more than ${MOST_ROWS} rows; please ask for a shorter time.`)
      }
    } while (after !== undefined)
    return rows
  }

  /** One page. */
  async page<Row>(path: string, query: Query): Promise<Page<Row>> {
    const { data, info } = await this.#get<Row[]>(path, query)
    return { rows: data, next: info?.next, total: info?.total_is_estimated ? undefined : info?.total }
  }

  /** The same of what is shown beside something else: nothing where the caller's role in the organisation closes it. */
  async listOpen<Row>(path: string, query: Query = {}): Promise<Row[]> {
    try {
      return await this.list<Row>(path, query)
    } catch (error) {
      if (error instanceof AppError && error.code === 'forbidden') return []
      throw error
    }
  }

  /** @returns null if it does not exist, or the caller may not see it */
  async one<Row>(path: string, id: number): Promise<Row | null> {
    try {
      return (await this.#get<Row>(path, { id })).data
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    }
  }

  async #get<Data>(path: string, query: Query): Promise<{ data: Data; info?: Info }> {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      for (const each of [value].flat()) if (each !== undefined) parameters.append(name, String(each))
    }
    const { headers, ip } = this.#request
    const response = await this.#app.inject({
      method: 'GET',
      url: `/api/v1/${path}?${parameters}`,
      headers: {
        // Of the key's session; it never leaves the server.
        authorization: `Bearer ${signToken(this.#app, this.#caller.viewer)}`,
        'user-agent': headers['user-agent'] ?? 'program',
      },
      remoteAddress: ip,
    })
    const body = response.json()
    if (response.statusCode < 300) return body
    const { code, message, field } = body as { code: ErrorCode; message: string; field?: string }
    throw new AppError(code, message, field, Number(response.headers['retry-after']) || undefined)
  }
}

type Request = Pick<FastifyRequest, 'headers' | 'ip'>
type Info = { next?: string; total?: number; total_is_estimated?: true }
type Value = string | number | boolean | undefined
export type Query = Record<string, Value | readonly Value[]>
export type Page<Row> = {
  rows: Row[]
  /** The `after` of the next page; undefined on the last one. */
  next: string | undefined
  /** Undefined where it is estimated. */
  total: number | undefined
}
