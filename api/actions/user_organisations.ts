import type { FastifyInstance } from 'fastify'
import { SignedIn } from '../accounts/signed_in.ts'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../routes.ts'
import { answers } from '../schemas.ts'

/** The organisations that the viewer belongs to, the first one first. */
export function addUserOrganisations(app: FastifyInstance, _context: ApiContext): void {
  const { memberships } = SignedIn.properties.user.properties
  app.get('/user/organisations', {
    schema: { tags: ['users'], summary: 'My organisations', response: answers({ 200: memberships, 260: memberships }) },
    async handler(request, reply) {
      const data = viewerOf(request).memberships.map((m) => ({ ...m, role_is_admin: m.role_name === 'Administrator' }))
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })
}
