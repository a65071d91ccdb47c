import { isIP } from 'node:net'
import { inGroup, integer, type Setting, secret, text } from './setting.ts'
import { url as checkUrl, SettingError } from './values.ts'

/** The host of a provider: https, or http on this machine for tests. Its bearer tokens go there. */
const host = (about: string, initial: string): Omit<Setting<string>, 'group'> => ({
  about,
  default: initial,
  type: 'https://',
  parse(value, name) {
    const { protocol, hostname, pathname, search } = new URL(checkUrl(name, value, ['https:', 'http:'])!)
    const is_local = hostname === 'localhost' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
    if (protocol === 'http:' && !is_local) {
      throw new SettingError(`${name} is not encrypted: give an address that begins with https://.`)
    }
    if (pathname !== '/' || search) throw new SettingError(`${name} has a path: give the host alone.`)
    return new URL(value).origin
  },
})

/** Accounting and payment providers. */
export const billingSettings = inGroup('Billing', {
  XERO_CLIENT_ID: text({
    default: '',
    about: 'the app of this installation at Xero (developer.xero.com); without one no organisation can connect',
  }),
  XERO_CLIENT_SECRET: secret({ min: 8, about: 'the secret of that app' }),
  XERO_WEBHOOK_KEY: secret({ min: 8, about: 'the key of that app’s webhook, which signs what Xero sends' }),
  XERO_SCOPES: text({
    default: 'offline_access accounting.invoices accounting.payments accounting.contacts accounting.settings.read',
    about:
      'what an organisation allows; apps from before March 2026 have accounting.transactions for invoices and payments',
  }),
  XERO_LOGIN_URL: host('where people allow the connection', 'https://login.xero.com'),
  XERO_IDENTITY_URL: host('where Xero gives tokens', 'https://identity.xero.com'),
  XERO_API_URL: host("Xero's accounting API", 'https://api.xero.com'),
  STRIPE_API_URL: host("Stripe's API", 'https://api.stripe.com'),
  PROVIDER_RETRY_S: integer({
    default: 15,
    min: 1,
    max: 3_600,
    unit: 's',
    about: 'time until a failed call to Xero or Stripe is retried, doubled each time',
  }),
  PROVIDER_TIMEOUT_S: integer({
    default: 20,
    min: 1,
    max: 120,
    unit: 's',
    about: 'time after which a call to Xero or Stripe counts as unanswered',
  }),
})
