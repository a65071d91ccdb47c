import { ADMIN, type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../../seeds/people.ts'
import { Cookies } from './cookies.ts'
import { CLIENT, type IdentityServer, startIdentityServer } from './identity_server.ts'

export const PUBLIC_URL = 'http://ringfence.test'
// biome-ignore lint/suspicious/noExplicitAny: each route answers other data
export type Answer = { status: number; code?: string; message?: string; field?: string; data: any }

/** A server, a real identity provider, and an organisation whose domain is verified. */
export async function startProviders(): Promise<Setting> {
  const server = await startIdentityServer(PUBLIC_URL)
  const network = await startNetwork({ WEBHOOK_PRIVATE: 'on', PUBLIC_URL, HTTP_RATE: '100000' })
  const acme = await makeOrganisation(network, 'acme')
  const setting = {
    network,
    server,
    acme,
    browser: (token?: string) => new Browser(network.url, server, token),
    stop: async () => {
      await network.stop()
      await server.stop()
    },
  }
  await verify(setting, acme.id, 'example.com')
  return setting
}

/** A platform administrator confirms it: the record of a name server is another test. */
export async function verify({ network }: Pick<Setting, 'network'>, organisation_id: number, domain: string) {
  const { data } = await network.admin.create('emaildomain', { organisation_id, domain })
  await network.admin.act('POST emaildomain/verify', { id: data.id, without_record: true })
  return data.id
}

export async function addProvider({ server }: Setting, { client }: Person, more: object = {}): Promise<number> {
  const body = { name: 'Acme login', issuer: server.issuer, ...CLIENT, ...more }
  return (await client.create('identityprovider', body as never)).data.id
}

/** A browser that keeps cookies, and a person's token. */
export class Browser {
  #cookies = new Cookies()
  #base: string
  #server: IdentityServer
  token: string | undefined

  constructor(base: string, server: IdentityServer, token?: string) {
    this.#base = base
    this.#server = server
    this.token = token
  }

  async post(path: string, body: object): Promise<Answer> {
    const response = await fetch(`${this.#base}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...this.#cookies.header(),
      },
      body: JSON.stringify(body),
    })
    this.#cookies.take(response)
    const answer = (await response.json()) as Omit<Answer, 'status'> & { error?: object }
    return { status: response.status, ...answer, ...answer.error }
  }

  /** To the provider and back. @returns what it sends to the page */
  async begin(body: object, path = 'user/signin/provider'): Promise<Record<string, string>> {
    const { data, ...refused } = await this.post(path, body)
    if (!data) throw new Error(JSON.stringify(refused))
    return this.#server.visit(data.url)
  }

  finish = (answer: object) => this.post('user/signin/provider/finish', answer)

  async signIn(who: string, body: object = { email: 'x@example.com' }): Promise<Answer> {
    this.#server.who = who
    const answer = await this.finish(await this.begin(body))
    if (answer.status === 200) this.token = answer.data.token
    return answer
  }

  get = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${this.token}` }
    return (await fetch(`${this.#base}/api/v1/${path}`, { headers })).status
  }
}

export const OPERATOR = ADMIN
export type Setting = {
  network: Network
  server: IdentityServer
  acme: Organisation
  browser(token?: string): Browser
  stop(): Promise<void>
}
