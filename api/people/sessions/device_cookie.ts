import type { FastifyReply, FastifyRequest } from 'fastify'
import { KEEP_DAYS, type Origin } from './origins.ts'

/**
 * The device cookie: a random number by which an account recognises a browser that has signed in before. It grants no
 * access; it only selects a separate counter of guesses.
 *
 * @param public_url with https the cookie's name has the prefix that keeps pages of other hosts from setting it (RFC
 *   6265bis)
 */
export function originOf(request: FastifyRequest, public_url: string): Origin {
  const cookie_name = nameAt(public_url)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === cookie_name && /^[\w-]{43}$/.test(value)) return { ip: request.ip, device: value }
  }
  return { ip: request.ip, device: null }
}

export function keepDevice(reply: FastifyReply, device: string, public_url: string): void {
  const secure = public_url.startsWith('https:')
  const attributes = `Path=/; Max-Age=${KEEP_DAYS * 24 * 3600}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  reply.header('set-cookie', `${nameAt(public_url)}=${device}; ${attributes}`)
}

const nameAt = (public_url: string) => `${public_url.startsWith('https:') ? '__Host-' : ''}ringfence-device`
