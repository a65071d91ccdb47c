import type { Browser } from 'playwright-core'
import type { Network } from '../../network.ts'
import { openPage, phone } from '../browser.ts'
import { guest, member, PASSWORD } from '../people.ts'

export const inside = { latitude: -36.85, longitude: 174.75, accuracy: 8 }
export const outside = { latitude: -36.85, longitude: 174.95, accuracy: 8 }

/** A member with an organisation of their own. */
export async function person(network: Network, username: string) {
  await member(network, username, 'User')
  const { data } = await guest(network).client.call('POST', 'user/signin', { username, password: PASSWORD })
  const organisation_id: number = data.user.memberships[0].organisation_id
  const ids: { user_id: number; session_id: number } = { user_id: data.user.id, session_id: data.session_id }
  return { ...ids, of: { organisation_id }, client: guest(network, data.token).client }
}

/**
 * A phone's page with a position; null: permission denied.
 *
 * @param options.offline whether its service worker keeps the whole client, to load without a network
 */
export async function openPhone(browser: Browser, at: typeof inside | null, { offline = false } = {}) {
  const page = await openPage(browser, phone, { serviceWorkers: offline ? 'allow' : 'block' })
  if (at) {
    await page.context().grantPermissions(['geolocation', 'screen-wake-lock'])
    await page.context().setGeolocation(at)
  }
  return page
}
