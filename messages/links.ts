/** Pages served by the API without sign-in or JavaScript. */
export const CONFIRM_PATH = '/app/confirm'
export const UNSUBSCRIBE_PATH = '/app/unsubscribe'

/**
 * Addresses of links in messages. Most are pages of the web client (`web/core/paths.ts`).
 *
 * @param public_url without one, the paths alone
 */
export const linksTo = (public_url = '') => ({
  /** The map with the tracker at a time, ISO 8601. */
  map: (tracker_id: number, at: string) => {
    const query = new URLSearchParams({ tracker_id: String(tracker_id), at: new Date(at).toISOString() })
    return `${public_url}/app/map?${query}`
  },
  wholeMap: () => `${public_url}/app/map`,
  /** @param tab one of its tabs */
  tracker: (id: number, tab?: 'trips') => `${public_url}/app/tracker?id=${id}${tab ? `&tab=${tab}` : ''}`,
  /** @param from `message` where the link is in one: who follows it says so by acknowledging the drill */
  fireDrill: (id: number, from?: 'message') => `${public_url}/app/firedrill?id=${id}${from ? `&from=${from}` : ''}`,
  alerts: () => `${public_url}/app/alerts`,
  boundaries: () => `${public_url}/app/boundaries`,
  boundary: (id: number) => `${public_url}/app/boundary?id=${id}`,
  reports: (report: 'trips' | 'visits') => `${public_url}/app/reports?report=${report}`,
  progressOfOneself: () => `${public_url}/app/dashboard`,
  transactions: () => `${public_url}/app/transactions`,
  events: () => `${public_url}/app/trackerevents`,
  message: (id: number) => `${public_url}/app/message?id=${id}`,
  settings: () => `${public_url}/app/settings`,
  /** A quote for the person who has its link. The token is after the #, so in no log. */
  quote: (token: string) => `${public_url}/app/quote#${token}`,
  /** An invitation to share a membership. The token is after the #, so in no log. */
  sharedMembership: (token: string) => `${public_url}/app/membership/shared#${token}`,
  /** The form about a person, for a colleague who has its link. The token is after the #, so in no log. */
  assessment: (token: string) => `${public_url}/app/assessment#${token}`,
  feedback: (token: string) => `${public_url}/app/feedback#${token}`,
  quoteAdmin: (id: number) => `${public_url}/app/quote/admin?id=${id}`,
  invoice: (id: number) => `${public_url}/app/invoice?id=${id}`,
  membership: () => `${public_url}/app/membership`,
  /** Where an accounting provider sends a browser back to. */
  providerCallback: () => `${public_url}/app/invoicing/callback`,
  /** Where an identity provider sends a browser back to. */
  signInCallback: () => `${public_url}/app/signin/provider`,
  /** Where people let an assistant in. */
  consent: () => `${public_url}/app/assistant`,
  signedOut: () => `${public_url}/app/signin`,
  stripeWebhook: (connection_id: number) => `${public_url}/api/v1/invoicing/stripe?connection=${connection_id}`,
  webhooks: (organisation_id: number) => `${public_url}/app/organisation/admin?id=${organisation_id}&tab=webhooks`,
  outbox: () => `${public_url}/app/outbox/admin`,

  /** @param owner whether they register an organisation as well */
  register: (token: string, owner = false) =>
    `${public_url}/app/register/token?token=${token}${owner ? '&type=owner' : ''}`,
  invitation: (token: string) => `${public_url}/app/invitation?token=${token}`,
  changeEmail: (token: string) => `${public_url}/app/email/token?token=${token}`,
  /** Confirms or stops a change of address, from the old one. */
  answerEmail: (token: string) => `${public_url}/app/email/waiting?token=${token}`,
  resetPassword: () => `${public_url}/app/password/reset`,
  choosePassword: (token: string) => `${public_url}/app/password/token?token=${token}`,

  /** After the #, which browsers send to no server: the token is in no log of requests and in no Referer. */
  signIn: (token: string) => `${public_url}/app/signin/link#${token}`,

  confirm: (token: string) => `${public_url}${CONFIRM_PATH}?token=${token}`,
  unsubscribe: (token: string) => `${public_url}${UNSUBSCRIBE_PATH}?token=${token}`,
  /** Open tracking (a pixel) and click tracking (a redirect). */
  opened: (token: string) => `${public_url}/api/v1/message/opened?token=${token}`,
  followed: (token: string, to: string) =>
    `${public_url}/api/v1/message/followed?token=${token}&to=${encodeURIComponent(to)}`,
})
