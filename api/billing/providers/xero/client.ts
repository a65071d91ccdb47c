import type { XeroSettings } from '../../../http/provider_settings.ts'
import { ProviderError } from '../errors.ts'

/**
 * Calls the accounting API once. Redirects are refused: the bearer token goes to no other host.
 *
 * @throws {ProviderError}
 */
export async function callXero<T>(settings: XeroSettings, call: XeroCall): Promise<T> {
  const url = new URL(`${settings.api_url}/${call.path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const response = await fetch(url, {
    method: call.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${call.access_token}`,
      'user-agent': 'Ringfence',
      ...(call.tenant_id && { 'xero-tenant-id': call.tenant_id }),
      ...(call.idempotency_key && { 'idempotency-key': call.idempotency_key }),
      ...(call.modified_since && { 'if-modified-since': call.modified_since }),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(settings.timeout_s * 1000), ...(call.signal ? [call.signal] : [])]),
  }).catch((error) => {
    throw new ProviderError('away', `Xero does not answer (${reasonOf(error)}).`)
  })
  const text = await readText(response)
  if (response.ok) return (text === '' ? null : parse(text)) as T
  throw refusalOf(response, text)
}

/** What an answer lists: the last part of a path that is no id names it. Answers have other lists too, such as warnings. */
export function entriesOf(answer: Answer | null, path: string): Record<string, unknown>[] {
  const kind = path.split('/').findLast((part) => /^[A-Z][A-Za-z]+$/.test(part))!
  const entries = answer?.[kind === 'Organisation' ? 'Organisations' : kind]
  return Array.isArray(entries) ? entries : []
}

/** An answer that ends in the middle may be that of a call that was done. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > MAX_ANSWER) throw new Error('too large')
      chunks.push(chunk)
    }
  } catch (error) {
    throw new ProviderError('away', `Xero's answer could not be read (${reasonOf(error as Error)}).`)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError('away', "Xero's answer is not JSON.")
  }
}

function refusalOf({ status, headers }: Response, text: string): ProviderError {
  if (status === 429) {
    const problem = headers.get('x-rate-limit-problem') ?? 'rate'
    const retry_after_s = Math.min(Math.max(Number(headers.get('retry-after')) || 5, 1), DAY_S)
    return new ProviderError('limited', `Xero's ${problem} limit is reached.`, retry_after_s)
  }
  if (status === 401) return new ProviderError('unauthorized', 'The connection to Xero has ended.')
  if (status === 403) return new ProviderError('disconnected', `Xero refuses the connection: ${messageOf(text)}`)
  // 408, 409 and 425: the same call is under way, or came too early.
  if (status >= 500 || [408, 409, 425].includes(status)) return new ProviderError('away', `Xero answered ${status}.`)
  return new ProviderError('refused', `Xero: ${messageOf(text)}`)
}

/** The sentences of all validation errors, else the general one. */
function messageOf(text: string): string {
  let body: Refusal
  try {
    body = JSON.parse(text)
  } catch {
    return 'no reason given.'
  }
  const found = (body.Elements ?? []).flatMap(({ ValidationErrors = [] }) =>
    ValidationErrors.map(({ Message }) => Message),
  )
  return found.length > 0 ? found.join(' ') : (body.Message ?? body.Detail ?? 'no reason given.')
}

const reasonOf = (error: Error) =>
  (error.cause as { code?: string } | undefined)?.code ?? (error.name === 'TimeoutError' ? 'timeout' : error.message)
const MAX_ANSWER = 16 * 1024 * 1024
const DAY_S = 86_400

export type Answer = Record<string, unknown>
type Refusal = { Message?: string; Detail?: string; Elements?: { ValidationErrors?: { Message: string }[] }[] }
export type XeroCall = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Such as `api.xro/2.0/Invoices`. */
  path: string
  query?: Record<string, string>
  body?: unknown
  access_token: string
  tenant_id?: string
  idempotency_key?: string
  /** Only what has changed since, in UTC: `2026-12-31T23:59:59`. */
  modified_since?: string
  signal?: AbortSignal
}
