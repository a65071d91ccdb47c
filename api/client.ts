import type { Static, TSchema } from 'typebox'
import type { ColumnsOf } from '#db/tables/define_table.ts'
import type { AnyAction } from './crud/action.ts'
import type { Filter } from './crud/resource.ts'
import type { domains, Resources } from './domains.ts'

export { type TrackerStatus, trackerStatus, trackerStatuses } from '#db/tracker_status.ts'

/**
 * The typed client: fields and filters of every resource are checked at compile time.
 *
 * @example
 * const client = createClient({ token: () => token })
 * const { data } = await client.list('tracker', { search: 'truck', sort: '-created_at' })
 */
export function createClient(options: ClientOptions = {}): Client {
  const call: Client['call'] = (method, path, input, key) => {
    const attempt = () => send(options, method, path, input, key)
    // A create without a key is not idempotent, so it is not retried.
    return method === 'GET' || method === 'DELETE' || key ? withRetries(attempt, options) : attempt()
  }
  return {
    call,
    act(action, ...request) {
      const [input, key] = request
      const [method, path] = action.split(' ') as [Method, string]
      const { filled, rest } = fill(path, input)
      return call(method, filled, rest, key)
    },
    list: (name, query) => call('GET', pluralOf(name), query),
    read: (name, id) => call('GET', name, { id }),
    create: (name, body, key) => call('PUT', name, body, key),
    update: (name, body) => call('POST', name, body),
    remove: (name, id) => call('DELETE', name, { id }),
  }
}

/** An error answer: the server's message, its code, and the invalid field. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly field: string | undefined

  constructor(status: number, body: { message?: string; code?: string; field?: string }) {
    super(body.message ?? `The server answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.field = body.field
  }
}

/** Plurals that are not the name with an s; the client does not import the declarations, which are the server's. */
const irregular: Partial<Record<Name, string>> = {
  boundary: 'boundaries',
  devactivity: 'devactivities',
  devcategory: 'devcategories',
  devgoalprogress: 'devgoalprogresses',
  enquiry: 'enquiries',
  identity: 'identities',
  trackerprivacy: 'trackerprivacies',
  webhookdelivery: 'webhookdeliveries',
  providerpush: 'providerpushes',
}

/** Puts fields of the input into a path like `file/:id/view`. */
function fill(path: string, input?: object): { filled: string; rest: object } {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { filled, rest }
}

export const pluralOf = (name: Name) => irregular[name] ?? `${name}s`

async function send(options: ClientOptions, method: string, path: string, input?: object, key?: string) {
  const signal = method === 'GET' ? options.signal?.() : undefined
  const query = method === 'GET' && input ? `?${toQuery(input)}` : ''
  const token = options.token?.()
  const base = typeof options.base === 'function' ? options.base() : (options.base ?? '')
  const response = await (options.fetch ?? fetch)(`${base}/api/v1/${path}${query}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(input ?? {}) }),
    ...(signal && { signal }),
  })
  options.on_answer?.(response)
  const body = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(response.status, body)
  return { status: response.status, ...body }
}

/** Retries three times, after one, two and four seconds, unless the error is final. */
async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries = 3, retry_base_ms = 1000 }: ClientOptions,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      if (retry >= retries || isEnded(error) || (error instanceof ApiError && isFinal(error.status))) throw error
      await new Promise((resolve) => setTimeout(resolve, retry_base_ms * 2 ** retry))
    }
  }
}

const isEnded = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Client errors, and the statuses that the specification declares final: a retry would get the same answer. */
const isFinal = (status: number) => [400, 401, 403, 404, 413, 500].includes(status) || (status > 404 && status < 500)

function toQuery(input: object): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) query.append(key, String(each))
  }
  return query.toString()
}

export type Name = keyof Resources
// Mapped types over all resources: by a type parameter the compiler exceeds its depth limit.
type Rows = { [N in Name]: ColumnsOf<Resources[N]['row']['properties']> }
type Bodies<Verb extends 'create' | 'update'> = {
  [N in Name]: NonNullable<Resources[N][Verb]> extends { body: infer B extends TSchema } ? Static<B> : never
}
type FiltersOf<N extends Name> = {
  [K in keyof Resources[N]['filters']]?: Resources[N]['filters'][K] extends Filter<infer S> ? Static<S> : never
}
type SortOf<N extends Name> = Extract<keyof Resources[N]['sort'], string>
export type Query<N extends Name> = FiltersOf<N> & {
  search?: string
  sort?: SortOf<N> | `-${SortOf<N>}`
  limit?: number
  offset?: number
  /** The `info.next` of the page before. */
  after?: string
}

/** Bodies of create and update; an update also has the id. */
export type CreateBody<N extends Name> = Bodies<'create'>[N]
export type UpdateBody<N extends Name> = Bodies<'update'>[N]

/** A row of a resource, as the server sends it. */
export type Row<N extends Name> = Rows[N]
export type Answer<T> = {
  status: number
  data: T
  message?: string
  /** A remark on what was done, which the message has, too. */
  info?: { warning?: string }
}
export type ListAnswer<T> = Answer<T[]> & {
  info: {
    total: number
    total_is_estimated?: true
    is_cut?: true
    limit: number
    offset: number
    next?: string
    /** Sums over all rows that match, by column, where the resource has them. */
    sums?: Record<string, number | null>
  }
}

export type Client = {
  list<N extends Name>(name: N, query?: Query<N>): Promise<ListAnswer<Rows[N]>>
  read<N extends Name>(name: N, id: number): Promise<Answer<Rows[N]>>
  /** @param key makes the create idempotent, so that it is retried like a read */
  create<N extends Name>(name: N, body: CreateBody<N>, key?: string): Promise<Answer<Rows[N] & Record<string, unknown>>>
  update<N extends Name>(name: N, body: UpdateBody<N> & { id: number; modified_at?: string }): Promise<Answer<Rows[N]>>
  remove<N extends Name>(name: N, id: number): Promise<Answer<null>>
  /**
   * Calls an action, as `POST alert/acknowledge`; parts of the path like `:id` are fields of the input.
   *
   * @param input the action's body, query and parts of its path; then a key that makes it idempotent, so that it is
   *   retried like a read
   */
  act<K extends ActionKey>(key: K, ...input: InputOf<K>): Promise<Answer<Datas[K]>>
  /** Calls any route, without types. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller states the type
  call<T = any>(method: Method, path: string, input?: object, key?: string): Promise<T>
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
type Entries = (typeof domains)[number]
type Declared = Extract<Entries['actions'][number] | NonNullable<Entries['always']>[number], AnyAction>
/** Actions by method and path, one evaluated at a time. */
type Actions = { [A in Declared as `${A['method']} ${A['path']}`]: A }
// Mapped like the rows: one action is evaluated at a time.
type Inputs = {
  [K in keyof Actions]: Part<Actions[K]['body']> & Part<Actions[K]['query']> & Part<Actions[K]['params']>
}
type Datas = { [K in keyof Actions]: Actions[K] extends { answer?: infer S extends TSchema } ? Static<S> : null }
type Part<S> = Static<NonNullable<S> & TSchema>
export type ActionKey = keyof Actions
export type InputOf<K extends ActionKey> =
  Record<never, never> extends Inputs[K] ? [input?: Inputs[K], key?: string] : [input: Inputs[K], key?: string]
/** The `data` that an action answers. */
export type DataOf<K extends ActionKey> = Datas[K]

export type ClientOptions = {
  /** The server's address; '' is the page's own. */
  base?: string | (() => string)
  token?: () => string | null
  fetch?: typeof fetch
  /** Called with each answer, before its body is read. */
  on_answer?: (response: Response) => void
  /** Ends reads that are under way. They are not retried. */
  signal?: () => AbortSignal
  retries?: number
  retry_base_ms?: number
}
