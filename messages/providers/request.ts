import { lookup } from 'node:dns'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublic } from '#db/networks.ts'
import { NotDelivered } from './provider.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER = 64 * 1024

/**
 * Sends a request to a URL from a user, protected against SSRF: host names are resolved once and the addresses checked
 * before connecting. Redirects are not followed.
 */
export function requestFrom(url: string, options: Request): Promise<Answer> {
  const { method, headers, body, allow_private, signal, timeout_ms = TIMEOUT_MS, most_bytes = MAX_ANSWER } = options
  const address = new URL(url)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (!allow_private && isIP(host) && !isPublic(host)) return Promise.reject(privateAddress(host))
  return new Promise((resolve, reject) => {
    const request = (address.protocol === 'https:' ? https : http)(
      address,
      { method, headers, ...(signal && { signal }), ...(!allow_private && { lookup: publicLookup }) },
      (response) => {
        // It is cut off when it is too large, or not whole in time: the status counts.
        response.on('error', () => {})
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size <= most_bytes) chunks.push(chunk)
          else response.destroy()
        })
        response.on('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            wait_s: waitOf(response.headers['retry-after'], Date.now()),
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    // In all, also for an answer that comes in drops.
    const late = new Error(`no answer within ${timeout_ms / 1000} s`)
    const timer = setTimeout(() => request.destroy(late), timeout_ms)
    request.on('close', () => clearTimeout(timer))
    request.on('error', reject)
    request.end(body)
  })
}

/** RFC 9110 §10.2.3: Retry-After is a number of seconds, or a date. @returns seconds; 0 if absent or invalid */
export function waitOf(retry_after: string | undefined, now_ms: number): number {
  if (!retry_after) return 0
  if (/^\s*\d+\s*$/.test(retry_after)) return Number(retry_after)
  const at = Date.parse(retry_after)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now_ms) / 1000))
}

/** Checks the addresses it returns, so no second lookup can return others (DNS rebinding). */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const open = addresses.filter(({ address }) => isPublic(address))
    if (open.length === 0) return done(privateAddress(host), '')
    if (options.all) return done(null, open)
    done(null, open[0]!.address, open[0]!.family)
  })
}

const privateAddress = (host: string) => new NotDelivered('never', `${host} is in a private network`)

type Request = {
  method: string
  headers: Record<string, string>
  body: string | Buffer
  allow_private: boolean
  signal?: AbortSignal
  /** For the whole answer: 10 s, and 64 kB. */
  timeout_ms?: number
  most_bytes?: number
}
/** `wait_s`: from Retry-After. */
type Answer = { status: number; wait_s: number; type: string; text: string }
