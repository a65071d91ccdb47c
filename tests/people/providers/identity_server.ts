import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Context } from 'oidc-provider'
import { vi } from 'vitest'
import { Cookies } from './cookies.ts'

export const CLIENT = { client_id: 'ringfence', secret: 'a secret of the client, long enough' }

/** A real provider (npm `oidc-provider`), at which everyone signs in as `who`; `tamper` changes its answers. */
export async function startIdentityServer(public_url: string): Promise<IdentityServer> {
  // It recommends settings of its own, which tests do not need.
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: State = { people: {}, who: '', tamper: null }
  const provider = new Provider(issuer, configurationOf(state, public_url))
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/login/')) {
      ctx.respond = false
      return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: state.who } })
    }
    await next()
    state.tamper?.(ctx)
  })
  server.on('request', provider.callback())
  return Object.assign(state, {
    issuer,
    visit: (url: string) => follow(url, public_url),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** Follows redirects as a browser without cookies of before does, until one leads back. @returns its query */
async function follow(url: string, public_url: string): Promise<Record<string, string>> {
  const cookies = new Cookies()
  for (let at = url, hops = 0; hops < 10; hops++) {
    const response = await fetch(at, { redirect: 'manual', headers: cookies.header() })
    cookies.take(response)
    const to = response.headers.get('location')
    if (!to) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
    at = new URL(to, at).href
    if (at.startsWith(public_url)) return Object.fromEntries(new URL(at).searchParams)
  }
  throw new Error('too many redirects')
}

const configurationOf = (state: State, public_url: string) => ({
  clients: [
    {
      client_id: CLIENT.client_id,
      client_secret: CLIENT.secret,
      redirect_uris: [`${public_url}/app/signin/provider`],
      post_logout_redirect_uris: [`${public_url}/app/signin`],
    },
  ],
  cookies: { keys: ['a key for tests'] },
  features: { devInteractions: { enabled: false } },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  interactions: { url: (_ctx: Context, { uid }: { uid: string }) => `/login/${uid}` },
  findAccount: (_ctx: Context, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...state.people[id] }) }),
  async loadExistingGrant({ oidc }: Context) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

type State = {
  people: Record<string, { email?: string; email_verified?: boolean; name?: string; groups?: string[] }>
  who: string
  tamper: ((ctx: Context) => void) | null
}
export type IdentityServer = State & {
  issuer: string
  visit(url: string): Promise<Record<string, string>>
  stop(): Promise<void>
}
