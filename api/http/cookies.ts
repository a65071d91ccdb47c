import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A cookie that scripts cannot read and that other sites cannot send. With https its name has the prefix that keeps
 * pages of other hosts from setting it (RFC 6265bis).
 *
 * @param public_url of the installation; with https the cookie is sent over https only
 */
export function strictCookie(name: string, public_url: string): StrictCookie {
  const secure = public_url.startsWith('https:')
  const full_name = `${secure ? '__Host-' : ''}${name}`
  const write = (reply: FastifyReply, value: string, max_age_s: number) => {
    const attributes = `Path=/; Max-Age=${max_age_s}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    reply.header('set-cookie', `${full_name}=${value}; ${attributes}`)
  }
  return {
    read(request) {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key, value = ''] = pair.trim().split('=')
        if (key === full_name && /^[\w-]{43}$/.test(value)) return value
      }
      return null
    },
    write,
    clear: (reply) => write(reply, '', 0),
  }
}

export type StrictCookie = {
  /** @returns 256 random bits in base64url, or null */
  read(request: FastifyRequest): string | null
  write(reply: FastifyReply, value: string, max_age_s: number): void
  clear(reply: FastifyReply): void
}
