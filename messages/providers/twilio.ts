import { NotDelivered, type Provider } from './provider.ts'

/** @param url `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=+6421…`; `messaging_service=MG…` instead of `from` */
export function twilioProvider(url: string, public_url: string): Provider {
  const { account, auth_token, sender, endpoint } = readTwilioUrl(url)
  const authorization = `Basic ${Buffer.from(`${account}:${auth_token}`).toString('base64')}`
  return {
    name: 'twilio',
    shared: true,
    async send({ id, address, text }) {
      const body = new URLSearchParams({
        To: address,
        Body: text,
        ...sender,
        StatusCallback: callbackUrl(public_url, id),
      })
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization },
        body,
        signal: AbortSignal.timeout(20_000),
      }).catch((error) => {
        throw new NotDelivered('away', `Twilio: ${reasonOf(error)}`)
      })
      const answer = (await response.json().catch(() => ({}))) as { sid?: string; code?: number; message?: string }
      if (response.ok) return { id: answer.sid ?? null }
      throw refusalOf(response.status, answer)
    },
    close() {},
  }
}

/** Twilio's status callback for a delivery. */
export const callbackUrl = (public_url: string, delivery_id: number) =>
  `${public_url}/api/v1/sms/twilio?delivery_id=${delivery_id}`

export function readTwilioUrl(url: string) {
  const address = new URL(url.replace(/^twilio:/, 'https:'))
  const account = decodeURIComponent(address.username)
  const from = address.searchParams.get('from')
  const service = address.searchParams.get('messaging_service')
  // For tests against a local server.
  const scheme = address.searchParams.get('tls') === 'off' ? 'http' : 'https'
  // An unescaped plus in a query is a space.
  const sender: Record<string, string> = service
    ? { MessagingServiceSid: service }
    : { From: (from ?? '').replace(/^ /, '+') }
  return {
    account,
    auth_token: decodeURIComponent(address.password),
    sender,
    complete: Boolean(account && address.password && (from || service)),
    endpoint: `${scheme}://${address.host}/2010-04-01/Accounts/${account}/Messages.json`,
  }
}

/** Errors 21211, 21214 and 21614: the number cannot receive SMS; 21610: its owner has unsubscribed. */
function refusalOf(status: number, { code, message }: { code?: number; message?: string }): NotDelivered {
  const reason = `Twilio ${code ?? status}: ${message ?? 'no reason given'}`.slice(0, 500)
  if (status === 401 || status === 403 || status === 404 || status === 429 || status >= 500) {
    return new NotDelivered('away', reason)
  }
  return new NotDelivered('never', reason, { bounced: [21211, 21214, 21610, 21614].includes(code ?? 0) })
}

const reasonOf = (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message
