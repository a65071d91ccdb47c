import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { MessagesConfig } from '../config.ts'
import { escapeHtml } from '../html.ts'
import { tokenFor } from '../link_tokens.ts'
import { linksTo } from '../links.ts'
import type { Letter } from '../providers/provider.ts'
import { languageOf } from '../templates/built_in.ts'
import { readTemplates } from '../templates/find.ts'
import type { Attachments } from './attachments.ts'
import type { LeasedDelivery } from './queue.ts'

/** Composes a delivery for its provider: mails of alerts and newsletters get an unsubscribe link. */
export function letterOf(
  taken: LeasedDelivery,
  { public_url, secret, keys }: LetterConfig,
  { files: attachments, left_out }: Attachments,
): Letter {
  const { id, organisation_id, channel, address, subject, sealed, tracker_id } = taken
  const language = languageOf(taken.locale)
  const written = sealed === null ? taken.text : keys.unseal(sealed, purposes.account_mail)
  const text = left_out.length > 0 ? `${written}\n\n${language.left_out(left_out.join(', '))}` : written
  const plain = {
    id,
    organisation_id,
    channel,
    address,
    subject,
    text,
    html: null,
    tracker_id,
    headers: {},
    attachments,
  }
  if (channel !== 'email') return plain
  const unsubscribe = unsubscribeLink(taken, { public_url, secret })
  const no_more = taken.kind === 'newsletter' ? language.no_more_newsletters : language.no_more
  const footer = unsubscribe ? `\n\n--\n${no_more}: ${unsubscribe}` : ''
  return {
    ...plain,
    text: text + footer,
    html: htmlOf(
      text,
      unsubscribe ? { link: unsubscribe, no_more } : null,
      taken.track_opens ? trackerOf(id, { public_url, secret }) : null,
    ),
    headers: {
      // The same for every attempt, so duplicates can be recognised.
      'message-id': `<delivery-${id}@${new URL(public_url).hostname}>`,
      'auto-submitted': taken.kind === 'person' ? 'no' : 'auto-generated',
      ...(unsubscribe && {
        'list-unsubscribe': `<${unsubscribe}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Wraps personal messages in their template: sender, and where to answer. */
export async function wrapPersonal(db: Kysely<Database>, all: LeasedDelivery[], public_url: string): Promise<void> {
  const personal = all.filter(({ kind }) => kind === 'person')
  if (personal.length === 0) return
  const templates = await readTemplates(
    db,
    personal.map((taken) => taken.organisation_id),
  )
  for (const taken of personal) {
    const { message_id, subject, text, sender, organisation } = taken
    const link = linksTo(public_url).message(message_id)
    const values = { subject, text, sender: sender ?? organisation, organisation, link }
    Object.assign(taken, templates.write('message', taken.channel === 'sms' ? 'sms' : 'email', taken, values))
  }
}

/** Alerts end for the address, newsletters for the account. */
function unsubscribeLink({ id, kind, user_id }: LeasedDelivery, { public_url, secret }: Linked): string | null {
  const link = linksTo(public_url).unsubscribe
  if (kind === 'alert' || kind === 'digest') return link(tokenFor('unsubscribe', id, secret))
  if (kind === 'newsletter' && user_id !== null) return link(tokenFor('newsletter', user_id, secret))
  return null
}

/** Tracking pixel and tracked links. */
function trackerOf(id: number, { public_url, secret }: Linked): Tracking {
  return {
    pixel: linksTo(public_url).opened(tokenFor('open', id, secret)),
    link: (url) =>
      // Only own pages are redirected to (no open redirect).
      url.startsWith(`${public_url}/`)
        ? linksTo(public_url).followed(tokenFor('follow', id, secret), url.slice(public_url.length))
        : url,
  }
}

function htmlOf(
  text: string,
  unsubscribe: { link: string; no_more: string } | null,
  tracking: Tracking | null,
): string {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => `<p>${linked(paragraph, tracking).replaceAll('\n', '<br>')}</p>`)
  const footer = unsubscribe
    ? `<p><small><a href="${escapeHtml(unsubscribe.link)}">${escapeHtml(unsubscribe.no_more)}</a></small></p>`
    : ''
  const pixel = tracking ? `<img src="${escapeHtml(tracking.pixel)}" width="1" height="1" alt="">` : ''
  return `<!doctype html><html><body>${paragraphs.join('')}${footer}${pixel}</body></html>`
}

function linked(text: string, tracking: Tracking | null): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => {
      if (i % 2 === 0) return escapeHtml(part)
      return `<a href="${escapeHtml(tracking ? tracking.link(part) : part)}">${escapeHtml(part)}</a>`
    })
    .join('')
}

type LetterConfig = Pick<MessagesConfig, 'public_url' | 'secret' | 'keys'>
type Linked = Pick<MessagesConfig, 'public_url' | 'secret'>
type Tracking = { pixel: string; link(url: string): string }
