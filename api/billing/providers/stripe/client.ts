import Stripe from 'stripe'
import type { StripeSettings } from '../../../http/provider_settings.ts'
import { ProviderError } from '../errors.ts'

/** Stripe with an organisation's key, at the host of the installation's settings. Repeats are the outbox's. */
export function stripeOf({ api_url, timeout_s }: StripeSettings, secret_key: string): Stripe {
  const { hostname, port, protocol } = new URL(api_url)
  return new Stripe(secret_key, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: timeout_s * 1000,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** @throws {ProviderError} for every failure of a call */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw refusalOf(error)
  }
}

function refusalOf(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderError {
  const status = error.statusCode ?? 0
  if (status === 429) {
    const wait = Number((error.headers as Record<string, string> | undefined)?.['retry-after']) || 5
    return new ProviderError('limited', "Stripe's rate limit is reached.", wait)
  }
  // Stripe's own sentence names the key, though masked.
  if (status === 401) return new ProviderError('disconnected', 'Stripe refuses the key.')
  if (status === 403) return new ProviderError('refused', `Stripe: the key lacks a permission. ${error.message}`)
  if (status === 0 || status === 409 || status >= 500) return new ProviderError('away', 'Stripe does not answer.')
  return new ProviderError('refused', `Stripe: ${error.message}`)
}
