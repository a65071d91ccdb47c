import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { verifyPassword } from '../passwords.ts'
import type { Db } from '../resource.ts'
import { answers } from '../schemas.ts'
import { TOKEN_LIFETIME_S, userOfToken } from '../tokens.ts'
import { loadViewer } from '../viewer.ts'

const Body = Type.Union([
  Type.Object({ username: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 1000 }) }, strict()),
  Type.Object({ token: Type.String({ maxLength: 4000 }) }, strict()),
])

const SignedIn = Type.Object({
  token: Type.String(),
  user: Type.Object({
    id: Id,
    username: Type.String(),
    email: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    display_name: Type.String(),
    platform_admin: Type.Boolean(),
    timezone: Type.String(),
    locale: Type.String(),
    memberships: Type.Array(
      Type.Object({
        organisation_id: Id,
        organisation_name: Type.String(),
        role_name: Type.String(),
        role_is_admin: Type.Boolean(),
      }),
    ),
  }),
})

/** Signs in by username or e-mail and password, or once more by a token that is still good. */
export function addSignin(app: FastifyInstance, { db }: ApiContext): void {
  app.post('/user/signin', {
    config: { rateLimit: { max: 30, timeWindow: '1 minute' } },
    schema: { tags: ['session'], summary: 'Sign in', body: Body, response: answers({ 200: SignedIn }), security: [] },
    async handler(request) {
      const body = request.body as { token: string } | { username: string; password: string }
      const id = 'token' in body ? await userOfToken(app, db, body.token) : await userOfPassword(db, body)
      const user = await signedInUser(db, id)
      if ('password' in body) await countLogin(db, id)
      return { data: { user, token: app.jwt.sign({ sub: String(id) }, { expiresIn: TOKEN_LIFETIME_S }) } }
    },
  })
}

async function userOfPassword(db: Db, { username, password }: { username: string; password: string }): Promise<number> {
  const name = username.trim().toLowerCase()
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'password_hash', 'active', 'confirmed_at'])
    .where((eb) => eb.or([eb(sql`lower(username)`, '=', name), eb(sql`lower(email)`, '=', name)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const matches = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || !matches) throw new AppError('wrong_credentials')
  if (!user.active) throw new AppError('inactive')
  if (!user.confirmed_at) throw new AppError('unconfirmed')
  return user.id
}

async function signedInUser(db: Db, id: number) {
  const viewer = await loadViewer(db, id)
  if (!viewer) throw new AppError('unauthorized')
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'username', 'email', 'name', 'firstname', 'lastname', 'platform_admin', 'timezone', 'locale'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { firstname, lastname, ...shown } = user
  return {
    ...shown,
    display_name: user.name || [firstname, lastname].filter(Boolean).join(' ') || user.username || user.email,
    memberships: viewer.memberships.map((m) => ({ ...m, role_is_admin: m.role_name === 'Administrator' })),
  }
}

async function countLogin(db: Db, id: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({
      login_count: sql`login_count + 1`,
      last_login_at: sql`current_login_at`,
      current_login_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

function strict() {
  return { additionalProperties: false }
}
