import { type Fields, findOperation, isObject, problemsOf, problemsOfFields, readContract } from './read.ts'

const contract = readContract('./stripe.txt')

/** What of a request Stripe's contract does not have. @param path such as `checkout/sessions` */
export function problemsOfStripeRequest({ method, path, query, headers, body }: StripeRequest): string[] {
  const operation = findOperation(contract, method, path)
  const at = `${method} ${path}`
  if (!operation) return [`${at}: there is no such operation`]
  const problems = [
    ...problemsOfFields(contract, operation.query, nest(query), `${at} query`, 'form'),
    ...problemsOfFields(contract, operation.form, nest(new URLSearchParams(body)), `${at} form`, 'form'),
  ]
  const expect = (name: string, pattern: RegExp) => {
    const value = String(headers[name] ?? '')
    if (!pattern.test(value)) problems.push(`${at} header.${name}: ${JSON.stringify(value)} is not ${pattern}`)
  }
  expect('authorization', /^Bearer \S+$/)
  expect('stripe-version', /^\d{4}-\d\d-\d\d\.[a-z]+$/)
  if (body !== '') expect('content-type', /^application\/x-www-form-urlencoded$/)
  if (method === 'POST' && 'idempotency-key' in headers) expect('idempotency-key', /^.{1,255}$/)
  return problems
}

/** What of an answer Stripe would not give. */
export function problemsOfStripeAnswer(method: string, path: string, status: number, value: unknown): string[] {
  const kinds = kindsOfAnswer(method, path, status)
  return kinds ? problemsOf(contract, kinds, value, `${method} ${path} answer`, 'answer') : []
}

/** What of an event Stripe would not send: its object is the one that its type is about. */
export function problemsOfStripeEvent(event: { type?: unknown; data?: unknown }): string[] {
  const at = `event ${event.type}`
  const about = objects.find(([prefix]) => String(event.type).startsWith(prefix))?.[1]
  const { object } = (event.data ?? {}) as { object?: unknown }
  const inner = about ? problemsOf(contract, [`@${about}`], object, `${at} data.object`, 'answer') : []
  return [...problemsOf(contract, ['@event'], event, at, 'answer'), ...inner]
}

/** Stripe's answers have all fields: those that a stand-in does not give are null, else empty. */
export function wholeAnswer(method: string, path: string, status: number, value: unknown): unknown {
  const kinds = kindsOfAnswer(method, path, status)
  return kinds ? whole(kinds, value) : value
}

export function wholeEvent(event: Record<string, unknown>): Record<string, unknown> {
  const about = objects.find(([prefix]) => String(event.type).startsWith(prefix))?.[1]
  const { object } = event.data as { object: unknown }
  const data = about ? { object: whole([`@${about}`], object) } : event.data
  return filled(contract.models.get('event')!, { ...event, data })
}

function kindsOfAnswer(method: string, path: string, status: number): string[] | null {
  return status < 300 ? (findOperation(contract, method, path)?.answer ?? null) : ['@refusal']
}

function whole(kinds: string[], value: unknown): unknown {
  const list = kinds.find((kind) => kind.startsWith('@') && kind.endsWith('[]'))
  if (Array.isArray(value)) return list ? value.map((one) => whole([list.slice(0, -2)], one)) : value
  if (!isObject(value)) return value
  if (kinds.includes('@event')) return wholeEvent(value)
  const models = kinds.filter((kind) => kind.startsWith('@') && !kind.endsWith('[]')).map((kind) => kind.slice(1))
  const name = models.find((one) => one === value.object) ?? (models.length === 1 ? models[0] : undefined)
  const fields: Fields | undefined = name === undefined ? undefined : contract.models.get(name)
  return fields ? filled(fields, value) : value
}

function filled(fields: Fields, value: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(value).map(([key, one]) => [key, whole(fields.get(key)?.kinds ?? [], one)])
  const others = [...fields].filter(([key, { optional }]) => !optional && !(key in value))
  return Object.fromEntries([...others.map(([key, field]) => [key, emptyOf(field.kinds)]), ...given])
}

function emptyOf(kinds: string[]): unknown {
  const [kind = ''] = kinds
  if (kinds.includes('null')) return null
  if (kind.endsWith('[]')) return []
  if (kind === 'object' || kind === 'strings') return {}
  const simple: Record<string, unknown> = { string: '', number: 0, boolean: false }
  return kind in simple ? simple[kind] : kind
}

/** `a[b][0]` of a form as objects and lists. */
function nest(form: URLSearchParams): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '')
    let at = root
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
    }
    at[keys.at(-1)!] = value
  }
  return listed(root) as Record<string, unknown>
}

function listed(value: unknown): unknown {
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  const values = Object.values(value).map(listed)
  const is_list = keys.length > 0 && keys.every((key, index) => key === String(index))
  return is_list ? values : Object.fromEntries(keys.map((key, index) => [key, values[index]]))
}

const objects = [
  ['checkout.session.', 'checkout.session'],
  ['payment_intent.', 'payment_intent'],
  ['refund.', 'refund'],
  ['charge.dispute.', 'dispute'],
  ['payout.', 'payout'],
] as const

type StripeRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
}
