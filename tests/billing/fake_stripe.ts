import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  problemsOfStripeAnswer,
  problemsOfStripeEvent,
  problemsOfStripeRequest,
  wholeAnswer,
  wholeEvent,
} from './contract/stripe.ts'
import { FakeBalance } from './providers/fake_balance.ts'

/**
 * Stripe over node:http, by its documentation: checkout sessions, refunds, webhook endpoints, events, idempotency keys
 * and signed webhooks. The tests deliver the events themselves, as often and in the order they like. Requests, answers and
 * events are held to the contract: what it does not have fails the test, at the latest when it stops.
 */
export async function startStripe(): Promise<FakeStripe> {
  const stripe = new StripeState()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    // The balance is read in the background, at any time.
    const fault = isBalance(request.url!) ? undefined : stripe.faults.shift()
    const { pathname, searchParams } = new URL(request.url!, 'http://stripe')
    const [method, path] = [request.method!, pathname.replace('/v1/', '')]
    const send = (status: number, value: object) => {
      const answer = wholeAnswer(method, path, status, value)
      stripe.problems.push(...problemsOfStripeAnswer(method, path, status, answer))
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` })
        .end(JSON.stringify(answer))
    }
    const problems = problemsOfStripeRequest({ method, path, query: searchParams, headers: request.headers, body })
    stripe.problems.push(...problems)
    if (problems.length > 0) return send(400, refusal(400, problems.join('; ')).value)
    if (typeof fault === 'number')
      return send(fault, { error: { type: 'api_error', message: 'Something is wrong on our end.' } })
    const { status, value } = stripe.handle(request, body)
    if (fault === 'lost') return void response.destroy()
    if (fault === 'silent') return
    send(status, value)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(stripe, {
    url,
    settings: { STRIPE_API_URL: url },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (stripe.problems.length > 0) throw new Error(`Not as Stripe's contract: ${stripe.problems.join('; ')}`)
    },
  })
}

export const STRIPE_KEY = 'rk_test_key_of_the_college'

class StripeState {
  /** What was not as the contract says. */
  readonly problems: string[] = []
  readonly sessions = new Map<string, Thing>()
  readonly refunds = new Map<string, Thing>()
  readonly events: Thing[] = []
  readonly endpoints = new Map<string, Thing & { secret: string }>()
  readonly answers = new Map<string, { status: number; value: object; body: string }>()
  readonly balance = new FakeBalance()
  revoked = false
  faults: ('lost' | 'silent' | number | undefined)[] = []
  readonly setups = new Map<string, Thing>()
  readonly methods = new Map<string, Thing>()
  readonly intents = new Map<string, Thing>()
  readonly detached: string[] = []
  /** What the bank of a card says to its next attempts: `paid` (also when nothing is left), `processing`, `declined`,
   * `action`, `lost_card`. */
  readonly banks = new Map<string, string[]>()

  handle(request: IncomingMessage, body: string): { status: number; value: object } {
    if (this.revoked || request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return refusal(401, 'Invalid API Key provided')
    const key = request.headers['idempotency-key']
    const first = typeof key === 'string' ? this.answers.get(key) : undefined
    if (first && first.body !== body)
      return refusal(400, 'Keys for idempotent requests can only be used with the same parameters')
    if (first) return first
    const url = new URL(request.url!, 'http://stripe')
    const result = this.#route(request.method!, url, new URLSearchParams(body))
    if (typeof key === 'string' && request.method === 'POST') this.answers.set(key, { ...result, body })
    return result
  }

  /** The person pays at the session's page. @returns the event */
  pay(session_id: string, payment_intent = `pi_${id()}`): Thing {
    const session = this.sessions.get(session_id)!
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent })
    return this.event('checkout.session.completed', session)
  }

  /** The person stores a card at the page of a session. @param bank what is said to each payment. @returns the event */
  store(session_id: string, bank: string[] = [], card: Thing = {}): Thing {
    const method = { id: `pm_${id()}`, object: 'payment_method', type: 'card', customer: `cus_${id()}` }
    const numbers = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, ...card }
    this.methods.set(method.id, { ...method, card: numbers })
    this.banks.set(method.id, [...bank])
    const setup = { id: `seti_${id()}`, object: 'setup_intent', status: 'succeeded', customer: method.customer }
    this.setups.set(setup.id, { ...setup, payment_method: method.id })
    const session = this.sessions.get(session_id)!
    Object.assign(session, { status: 'complete', setup_intent: setup.id, customer: method.customer })
    return this.event('checkout.session.completed', session)
  }

  /** A payment that was being processed has succeeded. @returns the event */
  settle(intent_id: string): Thing {
    const intent = this.intents.get(intent_id)!
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    return this.event('payment_intent.succeeded', intent)
  }

  event(type: string, object: Thing): Thing {
    const event = wholeEvent({ id: `evt_${id()}`, object: 'event', type, created: seconds(), data: { object } })
    this.problems.push(...problemsOfStripeEvent(event))
    this.events.push(event)
    return event
  }

  /** Signs and posts an event to an address, as Stripe does. */
  deliver(address: string, event: Thing, { secret, age_s = 0, tamper = false }: Delivery): Promise<Response> {
    const body = JSON.stringify(event)
    const at = seconds() - age_s
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    return fetch(address, {
      method: 'POST',
      body: tamper ? body.replace('"type"', ' "type"') : body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${signature}` },
    })
  }

  #route(method: string, url: URL, form: URLSearchParams): { status: number; value: object } {
    const [, , kind, ...rest] = url.pathname.split('/')
    if (kind === 'account') {
      return done({
        id: 'acct_college',
        object: 'account',
        business_profile: { name: 'College' },
        charges_enabled: true,
      })
    }
    if (isBalance(url.pathname)) {
      if (this.balance.forbidden) return refusal(403, 'The provided key does not have the required permissions')
      const answer = this.balance.answer(kind!, rest[0], url.searchParams)
      return answer ? done(answer) : refusal(404, 'No such object')
    }
    if (kind === 'webhook_endpoints') return this.#endpoint(method, rest[0], form)
    if (kind === 'checkout') return this.#session(method, rest, form)
    if (kind === 'setup_intents') return this.#setup(rest[0]!)
    if (kind === 'payment_intents' && method === 'POST') return this.#intent(form)
    if (kind === 'payment_intents') {
      const data = [...this.intents.values()].filter(({ customer }) => customer === url.searchParams.get('customer'))
      return done({ object: 'list', has_more: false, data: data.reverse() })
    }
    if (kind === 'payment_methods' && rest[1] === 'detach') {
      if (this.detached.includes(rest[0]!)) return refusal(400, 'The payment method is not attached to a customer')
      this.detached.push(rest[0]!)
      return done(this.methods.get(rest[0]!)!)
    }
    if (kind === 'refunds' && method === 'POST') return this.#refund(form)
    if (kind === 'events' && rest[0]) {
      const event = this.events.find((one) => one.id === rest[0])
      return event ? done(event) : refusal(404, 'No such event')
    }
    if (kind === 'events') {
      const since = Number(url.searchParams.get('created[gte]') ?? 0)
      const data = this.events.filter((event) => Number(event.created) >= since).reverse()
      return done({ object: 'list', data, has_more: false, url: '/v1/events' })
    }
    return refusal(404, `Unrecognized request URL (${method}: ${url.pathname})`)
  }

  #endpoint(method: string, endpoint_id: string | undefined, form: URLSearchParams) {
    if (method === 'DELETE') {
      this.endpoints.delete(endpoint_id!)
      return done({ id: endpoint_id, deleted: true })
    }
    const api_version = form.get('api_version')
    const of = { object: 'webhook_endpoint', url: form.get('url'), api_version }
    const endpoint = { id: `we_${id()}`, ...of, secret: `whsec_${id()}` }
    this.endpoints.set(endpoint.id, endpoint)
    return done(endpoint)
  }

  #session(method: string, [, session_id, action]: string[], form: URLSearchParams) {
    if (session_id) {
      const session = this.sessions.get(session_id)
      if (!session) return refusal(404, 'No such checkout session')
      if (action === 'expire') {
        if (session.status !== 'open')
          return refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
        session.status = 'expired'
        this.event('checkout.session.expired', session)
      }
      return done(session)
    }
    if (method !== 'POST') return refusal(404, 'Only creating is served')
    const session = {
      id: `cs_test_${id()}`,
      object: 'checkout.session',
      mode: form.get('mode'),
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      currency: form.get('line_items[0][price_data][currency]'),
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      expires_at: Number(form.get('expires_at') ?? seconds() + 86_400),
      success_url: form.get('success_url'),
      url: `https://checkout.stripe.example/${id()}`,
      metadata: metadataOf(form),
      setup_intent: null,
      customer: null,
    }
    this.sessions.set(session.id, session)
    return done(session)
  }

  #setup(setup_id: string) {
    const setup = this.setups.get(setup_id)
    if (!setup) return refusal(404, 'No such setupintent')
    return done({ ...setup, payment_method: this.methods.get(String(setup.payment_method)) })
  }

  /** Confirmed at once, without the person. */
  #intent(form: URLSearchParams): { status: number; value: object } {
    const method = this.methods.get(form.get('payment_method') ?? '')
    if (!method || this.detached.includes(String(method.id))) return refusal(400, 'The payment method is not attached')
    if (
      method.customer !== form.get('customer') ||
      form.get('off_session') !== 'true' ||
      form.get('confirm') !== 'true'
    )
      return refusal(400, 'The payment method belongs to another customer')
    const said = this.banks.get(String(method.id))!.shift() ?? 'paid'
    const amount = Number(form.get('amount'))
    const intent: Thing = {
      id: `pi_${id()}`,
      object: 'payment_intent',
      created: seconds(),
      customer: method.customer,
      amount,
      currency: form.get('currency'),
      status: said === 'paid' ? 'succeeded' : said === 'processing' ? 'processing' : 'requires_payment_method',
      amount_received: said === 'paid' ? amount : 0,
      metadata: metadataOf(form),
      last_payment_error: null,
    }
    this.intents.set(String(intent.id), intent)
    if (said === 'processing') return done(intent)
    if (said === 'paid') {
      this.event('payment_intent.succeeded', intent)
      return done(intent)
    }
    const code = said === 'action' ? 'authentication_required' : said === 'lost_card' ? 'lost_card' : 'card_declined'
    const message = said === 'action' ? 'This payment requires authentication.' : 'Your card was declined.'
    const error = { type: 'card_error', code, decline_code: said === 'declined' ? 'generic_decline' : code, message }
    intent.last_payment_error = error
    this.event('payment_intent.payment_failed', intent)
    return { status: 402, value: { error: { ...error, payment_intent: intent } } }
  }

  #refund(form: URLSearchParams) {
    const payment_intent = form.get('payment_intent')
    const of = [...this.sessions.values()].find((one) => one.payment_intent === payment_intent)
    const paid = of ?? this.intents.get(String(payment_intent))
    if (!paid) return refusal(404, `No such payment_intent: '${payment_intent}'`)
    const before = [...this.refunds.values()].filter((one) => one.payment_intent === payment_intent)
    const left = Number(paid.amount_total ?? paid.amount) - before.reduce((sum, one) => sum + Number(one.amount), 0)
    const amount = Number(form.get('amount') ?? left)
    if (amount > left) return refusal(400, 'Refund amount is greater than unrefunded amount on charge')
    const refund = {
      id: `re_${id()}`,
      object: 'refund',
      created: seconds(),
      amount,
      payment_intent,
      status: 'succeeded',
      currency: paid.currency,
      metadata: metadataOf(form),
    }
    this.refunds.set(refund.id, refund)
    this.event('refund.created', refund)
    return done(refund)
  }
}

const isBalance = (path: string) => /^\/v1\/(balance_transactions|payouts)/.test(path)
const metadataOf = (form: URLSearchParams) =>
  Object.fromEntries(
    [...form].flatMap(([key, value]) => {
      const name = /^metadata\[(\w+)\]$/.exec(key)?.[1]
      return name ? [[name, value]] : []
    }),
  )
const done = (value: object) => ({ status: 200, value })
const refusal = (status: number, message: string) => ({
  status,
  value: { error: { type: 'invalid_request_error', message } },
})
const id = () => randomUUID().replaceAll('-', '')
const seconds = () => Math.floor(Date.now() / 1000)

type Thing = Record<string, unknown>
type Delivery = { secret: string; age_s?: number; tamper?: boolean }
export type FakeStripe = StripeState & { url: string; settings: Record<string, string>; stop(): Promise<void> }
