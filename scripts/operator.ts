import { createHmac } from 'node:crypto'
import { ApiError, type Client, createClient } from '#api/client.ts'
import { type Config, readConfig, readSecret } from './server/config.ts'

/**
 * Opens a signed-in client for commands. On the server's own machine the installation's secret is sufficient; a remote
 * server needs a user and a password.
 *
 * @throws {OperatorError} with one sentence, if the server does not answer or refuses the sign-in
 */
export async function openOperator(options: OperatorOptions = {}): Promise<Operator> {
  const config = options.config ?? readConfig()
  const url = addressOf(options.url ?? (process.env.RINGFENCE_URL || localUrl(config)))
  const credentials = credentialsOf(options, config, url)
  let session: { token: string; user: OperatorUser } | null = null
  let signed_in_at = 0

  const anonymous = createClient({ base: url })
  async function signIn(): Promise<{ token: string; user: OperatorUser }> {
    const { data } = await anonymous.call('POST', 'user/signin', credentials())
    signed_in_at = Date.now()
    session = data
    return data
  }

  const { user } = await signIn().catch((error) => {
    throw explain(error, url, options.url === undefined && !process.env.RINGFENCE_URL)
  })
  const client = createClient({
    base: url,
    async fetch(input, init) {
      if (Date.now() - signed_in_at > RENEW_AFTER_MS) await signIn()
      return fetch(input, { ...init, headers: { ...init?.headers, authorization: `Bearer ${session!.token}` } })
    },
  })
  return { url, config, client, user }
}

/** A failure of an operator's command. The message is one sentence. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** The MQTT address of a server, by its web address. */
export function mqttUrlOf({ url, config }: Pick<Operator, 'url' | 'config'>): string {
  return `mqtt://${new URL(url).hostname}:${config.gateway.mqtt.port}`
}

/** The server's address on its own machine. */
export function localUrl({ host, http_port }: Pick<Config, 'host' | 'http_port'>): string {
  const listens_everywhere = ['0.0.0.0', '::'].includes(host)
  return `http://${listens_everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${http_port}`
}

/** Common options of operator commands, for `parseArgs` and the help. */
export const operatorOptions = {
  url: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
} as const

export const operatorHelp = `  --url URL            the server (RINGFENCE_URL, else http://localhost:HTTP_PORT)
  --user USER          sign in so (ADMIN_EMAIL); on the server's own machine nothing is needed
  --password PASSWORD  (ADMIN_PASSWORD)`

const RENEW_AFTER_MS = 30 * 60_000
const OPERATOR_TOKEN_S = 60

/** Signs an operator token with the secret; such a token is sent to this machine only. */
function credentialsOf({ user, password }: OperatorOptions, config: Config, url: string): () => object {
  const elsewhere = !isLocal(url, config)
  const effective_password = password ?? (user || elsewhere ? config.admin_password : null)
  if (effective_password) return () => ({ username: user ?? config.admin_email, password: effective_password })
  if (user) throw new OperatorError('--user needs --password, or ADMIN_PASSWORD in the environment.')
  if (elsewhere) {
    throw new OperatorError(
      `${url} is not this machine: give --user and --password, or ADMIN_EMAIL and ADMIN_PASSWORD.`,
    )
  }
  const secret = readSecret(config, false)
  return () => ({ token: operatorToken(secret) })
}

/** RFC 7515 §3.1: header, claims and signature, each in base64url. */
export function operatorToken(secret: string): string {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { operator: true, iat: now, exp: now + OPERATOR_TOKEN_S }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function isLocal(url: string, config: Config): boolean {
  return ['localhost', '127.0.0.1', '[::1]', new URL(localUrl(config)).hostname].includes(new URL(url).hostname)
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new OperatorError(`--url is "${text}": give an address that begins with http:// or https://.`)
  }
  return text.replace(/\/+$/, '')
}

function explain(error: Error, url: string, is_default: boolean): Error {
  const hint = is_default ? 'start it with npm start, or set HTTP_PORT' : 'is --url right?'
  if (error instanceof TypeError) return new OperatorError(`No Ringfence answers at ${url}: ${hint}.`)
  if (!(error instanceof ApiError)) return error
  // Another program uses the port.
  if (error.code === 'unknown') return new OperatorError(`What answers at ${url} is not Ringfence: ${hint}.`)
  if (error.code === 'unauthorized') {
    return new OperatorError(`${url} does not know this secret: is DATA_DIR, or JWT_SECRET, the server's?`)
  }
  return new OperatorError(`${url} refuses the sign-in: ${error.message}`)
}

export type Operator = { url: string; config: Config; client: Client; user: OperatorUser }

export type OperatorUser = { id: number; memberships: { organisation_id: number; organisation_name: string }[] }

export type OperatorOptions = { config?: Config; url?: string; user?: string; password?: string }
