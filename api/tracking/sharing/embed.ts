import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../../context.ts'

const shared_page = /^\/app\/share\/([\w-]{43})(?:[?#]|$)/
const nobody = "frame-ancestors 'none'"

/**
 * The page of a link may stand in pages of the websites that the link names, and no other page of ours in any: a browser
 * refuses by this header. It is asked for at each request and not kept, so what has been taken back is refused.
 */
export async function addEmbedding(app: FastifyInstance, { db }: ApiContext): Promise<void> {
  app.addHook('onSend', async (request, reply) => {
    const token = shared_page.exec(request.url)?.[1]
    if (!token) return
    reply.header('cache-control', 'no-store')
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy !== 'string' || !policy.includes(nobody)) return
    const link = await db
      .selectFrom('share_link')
      .select('origins')
      .where('token_sha256', '=', hash('sha256', token))
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirst()
    if (!link || link.origins.length === 0) return
    reply.header('content-security-policy', policy.replace(nobody, `frame-ancestors ${link.origins.join(' ')}`))
    // It knows no websites, and browsers that know the policy leave it unread.
    reply.removeHeader('x-frame-options')
  })
}
