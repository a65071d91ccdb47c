import { expect, it } from 'vitest'
import { readLinkToken } from '../link_tokens.ts'
import { letterOf } from './compose.ts'
import type { LeasedDelivery } from './queue.ts'

const secret = 'a secret of this test, long enough to sign links with'
const config = { public_url: 'https://track.example.com', secret, keys: null as never }
const nothing = { files: [], left_out: [] }
const taken: LeasedDelivery = {
  id: 12,
  organisation_id: 3,
  message_id: 5,
  channel: 'email',
  role: 'to',
  user_id: 7,
  address: 'a@example.com',
  occasion: null,
  sealed: null,
  attempts: 1,
  kind: 'newsletter',
  subject: 'Autumn',
  text: 'Kia ora',
  tracker_id: null,
  alert_id: null,
  organisation: 'Harbour',
  sender: null,
  locale: 'en',
  track_opens: false,
  has_files: false,
}

it.each([
  ['newsletter', 'newsletter', 7],
  ['alert', 'unsubscribe', 12],
  ['digest', 'unsubscribe', 12],
] as const)(
  'a mail of kind %s can be unsubscribed from by one click (RFC 8058), by its own link',
  (kind, purpose, id) => {
    const { headers, text, html } = letterOf({ ...taken, kind }, config, nothing)
    const [, link] = /^<(https:\/\/track\.example\.com\/app\/unsubscribe\?token=.+)>$/.exec(
      headers['list-unsubscribe']!,
    )!
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect([text.endsWith(`: ${link}`), html!.includes(link!)]).toEqual([true, true])
    const token = new URL(link!).searchParams.get('token')!
    expect(readLinkToken(purpose, token, secret)).toBe(id)
    // No link does what another one is for.
    expect(readLinkToken(purpose === 'newsletter' ? 'unsubscribe' : 'newsletter', token, secret)).toBe(null)
  },
)

it.each(['person', 'account', 'enquiry', 'reminder', 'notice'] as const)(
  'a mail of kind %s has no such link',
  (kind) => {
    const { headers, text } = letterOf({ ...taken, kind }, config, nothing)
    expect(Object.keys(headers).filter((name) => name.startsWith('list-'))).toEqual([])
    expect(text).toBe('Kia ora')
  },
)
