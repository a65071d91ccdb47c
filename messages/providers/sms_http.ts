import { NotDelivered, type Provider } from './provider.ts'

/**
 * Any SMS gateway with an HTTP API. With `{to}` and `{text}` in the URL, they are filled in and it is a GET; otherwise
 * a POST of JSON: `{"id", "to", "text", "from"}`. A user and password in the URL are sent as basic authentication, a
 * user alone as a bearer token.
 */
export function smsHttpProvider(url: string): Provider {
  return {
    name: 'sms',
    shared: true,
    async send({ id, address, text }) {
      const { target, init } = requestOf(url, { id, to: address, text })
      const response = await fetch(target, { ...init, signal: AbortSignal.timeout(20_000) }).catch((error) => {
        throw new NotDelivered('away', `SMS gateway: ${error.cause?.code ?? error.message}`)
      })
      const answer = (await response.text().catch(() => '')).slice(0, 300)
      if (response.ok) return { id: idIn(answer) }
      const { status } = response
      const is_away = [401, 403, 404, 429].includes(status) || status >= 500
      throw new NotDelivered(is_away ? 'away' : 'never', `SMS gateway ${status}: ${answer}`)
    },
    close() {},
  }
}

export function requestOf(url: string, { id, to, text }: { id: number; to: string; text: string }) {
  const by_get = url.includes('{to}')
  const filled = url.replaceAll('{to}', encodeURIComponent(to)).replaceAll('{text}', encodeURIComponent(text))
  const address = new URL(by_get ? filled : url)
  const { username, password } = address
  const from = address.searchParams.get('from')
  address.username = ''
  address.password = ''
  const authorization = password
    ? `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
    : username && `Bearer ${decodeURIComponent(username)}`
  const headers = { ...(authorization && { authorization }) }
  if (by_get) return { target: address.href, init: { method: 'GET', headers } }
  const body = JSON.stringify({ id: String(id), to, text, ...(from && { from }) })
  return {
    target: address.href,
    init: { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body },
  }
}

function idIn(answer: string): string | null {
  try {
    const { id } = JSON.parse(answer) as { id?: unknown }
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null
  } catch {
    return null
  }
}
