import type { Static } from 'typebox'
import type { ExplainedRecipient } from '#db/alerts/explanation.ts'
import type { DrillLine } from '#db/tables/tracking/drills/fire_drill.ts'

/** What became of the messages of a fire drill: one line for each address, and for each person without one. Pure. */
export function linesOf({ recipients, deliveries, deferred, webhooks, raised_at, is_queued }: Outcome): Line[] {
  const lines = deliveries.map((delivery) => lineOfDelivery(delivery, raised_at))
  for (const { user_id, channel, address, because } of deferred) {
    lines.push({ ...blank, user_id, channel, address: masked(channel, address), state: 'not_reached', reason: because })
  }
  const first = lines.filter(({ escalation }) => !escalation)
  for (const { user_id, channels, notified, because } of recipients) {
    if (!notified) {
      const is_outside = because === 'not_seen' || because === 'not_asked' || because === 'no_settings'
      // A list without addresses is no person.
      if (user_id === null) continue
      lines.push({ ...blank, user_id, state: is_outside ? 'not_asked' : 'not_reached', reason: reasonOf(because) })
      continue
    }
    for (const channel of channels) {
      if (channel === 'webhook' || first.some((line) => line.user_id === user_id && line.channel === channel)) continue
      // Another list with the same address had the message, or the reader has declined.
      const is_shared = first.some((line) => line.channel === channel && line.state === 'reached')
      if (user_id === null && is_shared) continue
      const state = is_queued ? { state: 'waiting' as const } : { state: 'not_reached' as const, reason: declined }
      lines.push({ ...blank, user_id, channel, ...state })
    }
  }
  return [...lines, ...webhooks.map((call) => lineOfWebhook(call, raised_at))]
}

/** At the end of a drill: what is still on its way was not in time. */
export const settled = (lines: Line[]): Line[] =>
  lines.map((line) => (line.state === 'waiting' ? { ...line, state: 'not_reached', reason: 'not_in_time' } : line))

function lineOfDelivery(delivery: Delivery, raised_at: number | null): Line {
  const { user_id, channel, state, held_because, provider, reason, at } = delivery
  const line = {
    ...blank,
    user_id,
    channel,
    address: masked(channel, delivery.address),
    escalation: delivery.occasion?.startsWith('escalation ') ?? false,
    provider,
    answer: reason?.slice(0, 500) ?? null,
  }
  if (state === 'sent' || state === 'delivered') return { ...line, state: 'reached', seconds: since(raised_at, at) }
  if (state === 'unsent') return { ...line, state: 'not_reached', reason: 'no_provider' }
  if (state === 'held') return { ...line, state: 'not_reached', reason: held_because ?? 'unconfirmed' }
  if (state === 'failed') return { ...line, state: 'not_reached', reason: 'undeliverable' }
  return line
}

function lineOfWebhook({ name, state, status, error, at }: WebhookCall, raised_at: number | null): Line {
  const answer = error ?? (status === null ? null : `HTTP ${status}`)
  const line = { ...blank, channel: 'webhook' as const, address: name.slice(0, 100), answer }
  if (state === 'delivered') return { ...line, state: 'reached', seconds: since(raised_at, at) }
  return state === 'failed' ? { ...line, state: 'not_reached', reason: 'undeliverable' } : line
}

const since = (raised_at: number | null, at: number | null) =>
  raised_at === null || at === null ? null : Math.max(0, Math.round((at - raised_at) / 100) / 10)

/** Enough to know the address by, and not to write to it: `a…@example.com`, `…56`. */
function masked(channel: Line['channel'], address: string): string | null {
  if (channel === 'push') return null
  if (channel === 'sms') return `…${address.slice(-2)}`
  if (channel === 'webhook') return hostOf(address)
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}…${address.slice(at)}`.slice(0, 100)
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host.slice(0, 100) : '…')

const declined = 'declined' as const
const reasonOf = (because: ExplainedRecipient['because']) => because as Line['reason']

const blank: Line = {
  user_id: null,
  channel: null,
  address: null,
  escalation: false,
  state: 'waiting',
  reason: null,
  seconds: null,
  provider: null,
  answer: null,
}

export type Line = Static<typeof DrillLine>

export type Delivery = {
  user_id: number | null
  channel: 'email' | 'sms' | 'push' | 'webhook'
  address: string
  occasion: string | null
  state: 'queued' | 'held' | 'sent' | 'delivered' | 'unsent' | 'failed'
  held_because: 'unconfirmed' | 'quota' | null
  provider: string | null
  reason: string | null
  /** When it was sent; milliseconds since 1970. */
  at: number | null
}
type Deferred = {
  user_id: number | null
  channel: 'email' | 'sms' | 'push'
  address: string
  because: 'quiet' | 'limit' | 'repeats'
}
export type WebhookCall = {
  name: string
  state: 'waiting' | 'delivered' | 'failed'
  status: number | null
  error: string | null
  at: number | null
}
export type Outcome = {
  recipients: ExplainedRecipient[]
  deliveries: Delivery[]
  deferred: Deferred[]
  webhooks: WebhookCall[]
  /** Milliseconds since 1970; null before the alert. */
  raised_at: number | null
  /** Whether its messages are still to be written. */
  is_queued: boolean
}
