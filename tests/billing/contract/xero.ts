import { findOperation, problemsOf, problemsOfFields, readContract } from './read.ts'

const contract = readContract('./xero.txt')

/** What of a request Xero's contract does not have. @param path such as `Invoices` or `connections` */
export function problemsOfXeroRequest({ method, path, query, headers, body }: XeroRequest): string[] {
  const operation = findOperation(contract, method, path)
  const at = `${method} ${path}`
  if (!operation) return [`${at}: there is no such operation`]
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => changing.includes(name)))
  const problems = [
    ...problemsOfFields(contract, operation.query, Object.fromEntries(query), `${at} query`, 'form'),
    ...problemsOfFields(contract, operation.headers, own, `${at} header`, 'form'),
  ]
  const expect = (name: string, pattern: RegExp) => {
    const value = String(headers[name] ?? '')
    if (!pattern.test(value)) problems.push(`${at} header.${name}: ${JSON.stringify(value)} is not ${pattern}`)
  }
  expect('authorization', /^Bearer \S+$/)
  expect('accept', /^application\/json$/)
  if (!path.startsWith('connections')) expect('xero-tenant-id', UUID)
  if ('if-modified-since' in headers) expect('if-modified-since', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  // What changes something is sent again: it has a key, of at most 128 characters.
  if (operation.headers.has('idempotency-key')) expect('idempotency-key', /^.{1,128}$/)
  if (!operation.body) return body === '' ? problems : [...problems, `${at} body: there is none`]
  expect('content-type', /^application\/json$/)
  return [...problems, ...problemsOf(contract, operation.body, JSON.parse(body || 'null'), `${at} body`, 'json')]
}

/** What of an answer Xero would not give. */
export function problemsOfXeroAnswer(method: string, path: string, status: number, value: unknown): string[] {
  const kinds = status === 200 ? findOperation(contract, method, path)?.answer : status === 400 ? ['@Error'] : null
  return kinds ? problemsOf(contract, kinds, value, `${method} ${path} answer`, 'answer') : []
}

/** Of something that is no operation of the accounting API: its tokens and notifications. */
export const problemsOfXero = (model: 'token' | 'notification', value: unknown) =>
  problemsOf(contract, [`@${model}`], value, model, 'answer')

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const changing = ['idempotency-key', 'if-modified-since']

type XeroRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
}
