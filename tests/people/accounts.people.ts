import { type ApiError, createClient } from '#api/client.ts'
import type { Network } from '../network.ts'

export const PASSWORD = 'correct horse battery'

/** Calls without a session, or with a token; errors are returned. */
export function guest(network: Network, token: string | null = null) {
  const client = createClient({ base: network.url, retries: 0, token: () => token })
  return {
    client,
    post: (path: string, body: object = {}) => client.call('POST', path, body),
    refused: (path: string, body: object = {}, method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'POST') =>
      client.call(method, path, body).then(
        (answer) => Promise.reject(new Error(`${path} was not refused but answered ${answer.status}`)),
        ({ status, code, field, message }: ApiError) => ({ status, code, field, message }),
      ),
  }
}

/** The newest mail to an address, and the token in its link. */
export async function lastMail(network: Network, to: string) {
  await network.server.delivery.drain()
  const { data } = await network.admin.list('outboxmail', { limit: 1000 })
  const mail = data.find(({ recipient }) => recipient === to)
  return { ...mail, count: data.filter((m) => m.recipient === to).length, token: tokenIn(mail?.text ?? '') }
}

export const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

/**
 * Registers a new user by the mailed link.
 *
 * @returns their token, signed in
 */
export async function register(network: Network, username: string): Promise<string> {
  const { post } = guest(network)
  const email = `${username}@example.com`
  await post('user/register', { email, terms: true })
  const { token } = await lastMail(network, email)
  await post('user/register/complete', { token, username, password: PASSWORD, password_confirm: PASSWORD, terms: true })
  const { data } = await post('user/signin', { username, password: PASSWORD })
  return data.token
}
