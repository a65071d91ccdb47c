import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { SignedIn } from './sessions/signed_in.ts'

/** The viewer's organisations, the oldest membership first. */
export function addUserOrganisations(app: FastifyInstance, _context: ApiContext): void {
  const { memberships } = SignedIn.properties.user.properties
  app.get('/user/organisations', {
    schema: {
      tags: ['users'],
      summary: 'List my organisations',
      response: answers({ 200: memberships, 260: memberships }),
    },
    async handler(request, reply) {
      const data = viewerOf(request).memberships.map((m) => ({ ...m, role_is_admin: m.role_name === 'Administrator' }))
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })
}
