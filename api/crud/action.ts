import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ApiContext } from '../context.ts'
import { type limits, takeAttempt } from '../http/attempts.ts'
import type { TypedApp } from '../http/typed_app.ts'
import type { Resource } from './resource.ts'
import { viewerOf } from './routes.ts'
import { answers } from './schemas.ts'
import type { Viewer } from './viewer.ts'

/**
 * Declares a route that is not CRUD. Validation, OpenAPI, statuses, the check of the session and the typed client
 * derive from it; `run` returns the data, or `answerWith` what else there is to say.
 *
 * @example
 * export const snooze = defineAction({
 *   method: 'POST',
 *   path: 'alert/snooze',
 *   tags: ['alerts'],
 *   summary: 'Snooze an alert',
 *   body: SnoozeBody,
 *   answer: alert.row,
 *   message: 'The alert is snoozed.',
 *   run: ({ context, viewer, body }) => snoozeAlert(context, viewer, body),
 * })
 */
export function defineAction<
  const Method extends Verb,
  const Path extends string,
  Body extends TSchema = None,
  Query extends TSchema = None,
  Params extends TSchema = None,
  Answer extends TSchema = typeof Nothing,
  Info extends TSchema = TSchema,
  const Public extends boolean = false,
>(
  action: Action<Method, Path, Body, Query, Params, Answer, Info, Public>,
): Action<Method, Path, Body, Query, Params, Answer, Info, Public> {
  return action
}

export interface Action<
  Method extends Verb,
  Path extends string,
  Body extends TSchema,
  Query extends TSchema,
  Params extends TSchema,
  Answer extends TSchema,
  Info extends TSchema,
  Public extends boolean,
> {
  method: Method
  /** Below `/api/v1/`; parts like `:id` are in `params`. */
  path: Path
  tags: string[]
  summary: string
  description?: string
  body?: Body
  query?: Query
  params?: Params
  /** The `data` of the answer; null without it. */
  answer?: Answer
  /** The `info` of the answer, such as `ListInfo`. */
  info?: Info
  /** Where it is not the method's: the first, unless `answerWith` names another. */
  status?: number | readonly number[]
  /** Answers without `data`, by status, such as 304. */
  plain?: Record<number, TSchema>
  /** Whether each status answers another kind: `answer` is their union, in the order of `status`. */
  by_status?: boolean
  /** A sentence for people. */
  message?: string
  /** Whether it needs no session. */
  public?: Public
  /** Counted before it is run: those of an address by the client's, others by the person. */
  attempts?: readonly (keyof typeof limits)[]
  /** For Fastify and our hooks: `idempotent`, `open_to`, `lasting`, `rateLimit`. */
  config?: FastifyContextConfig
  /** Rejects where the viewer may not have the `data` of a kept answer any more. */
  checkReplay?(context: ApiContext, viewer: Viewer, data: Static<Answer>): Promise<unknown>
  run(
    call: Call<Static<Body>, Static<Query>, Static<Params>, Public>,
  ): Promise<Result<Static<Answer>>> | Result<Static<Answer>>
}

/** What a route's function gets. */
export type Call<Body = object, Query = object, Params = object, Public extends boolean = false> = {
  context: ApiContext
  viewer: Public extends true ? Viewer | null : Viewer
  body: Body
  query: Query
  params: Params
  /** Every resource, for what is about all of them. */
  resources: Resource[]
  request: FastifyRequest
  reply: FastifyReply
}

/** Any action, for lists of them. */
// biome-ignore lint/suspicious/noExplicitAny: each has types of its own
export type AnyAction = Action<Verb, string, any, any, any, any, any, any>

/** An answer that has more than the declared message and status. */
export const answerWith = <T>(data: T, more: More): Answered<T> => new Answered(data, more)

/** Registers an action. */
export function addAction(app: TypedApp, context: ApiContext, action: AnyAction, resources: Resource[]): void {
  const { method, path, tags, summary, description, body, query, params, info, message, attempts = [] } = action
  const statuses = statusesOf(action)
  const { answer = Nothing, by_status, checkReplay } = action
  const answerOf = (n: number): TSchema => (by_status ? answer.anyOf[n] : answer)
  app.route({
    method,
    url: `/${path}`,
    schema: {
      tags,
      summary,
      ...(description && { description }),
      ...(body && { body }),
      ...(query && { querystring: query }),
      ...(params && { params }),
      ...(action.public && { security: [] }),
      response: {
        ...answers(Object.fromEntries(statuses.map((status, n) => [status, answerOf(n)])), info),
        ...action.plain,
      },
    },
    config: {
      ...action.config,
      ...(checkReplay && { checkReplay: (viewer: Viewer, data: unknown) => checkReplay(context, viewer, data) }),
    },
    async handler(request, reply) {
      const viewer = action.public ? request.viewer : viewerOf(request)
      for (const kind of attempts) {
        await takeAttempt(context.db, kind, kind.endsWith('_address') ? request.ip : viewer!.user_id)
      }
      const { body, query, params } = request
      const result = await action.run({ context, viewer: viewer!, body, query, params, resources, request, reply })
      // Who awaits a reply that was sent gets nothing, since Fastify's replies are thenable.
      if (result === reply || reply.sent) return reply
      const { data = null, more } = result instanceof Answered ? result : new Answered(result, {})
      const status = more.status ?? (isEmpty(data) && statuses.includes(EMPTY) ? EMPTY : statuses[0]!)
      const { message: said = message, info } = more
      return reply.code(status).send({ data, ...(info && { info }), ...(said && { message: said }) } as never)
    },
  })
}

/** Statuses that an action answers, the usual one first. */
function statusesOf({ method, status, answer }: AnyAction): readonly number[] {
  if (status !== undefined) return [status].flat()
  if (method === 'GET') return answer?.type === 'array' ? [200, EMPTY] : [200]
  return [{ PUT: 201, POST: 261, DELETE: 262 }[method]]
}

const isEmpty = (data: unknown) => data === null || (Array.isArray(data) && data.length === 0)

/** The status of a list without entries. */
const EMPTY = 260
const Nothing = Type.Null()

class Answered<T> {
  readonly data: T
  readonly more: More

  constructor(data: T, more: More) {
    this.data = data
    this.more = more
  }
}

type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE'
type None = TObject<Record<never, never>>
type More = { message?: string | undefined; info?: object | undefined; status?: number }
// biome-ignore lint/suspicious/noConfusingVoidType: an action without data returns nothing
type Result<T> = T | Answered<T> | FastifyReply | (null extends T ? void : never)
