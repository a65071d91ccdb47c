import type { ChannelPreset } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'

/**
 * What is needed of a chat or push service, and the request by which each takes a text. Sources are the services' own
 * pages: docs.ntfy.sh/publish, gotify.net/api-docs, core.telegram.org/bots/api#sendmessage, pushover.net/api,
 * api.slack.com/messaging/webhooks, learn.microsoft.com (Adaptive Cards in workflows), discord.com/developers (Execute
 * Webhook), and the Matrix client-server API, v3 send.
 */
export const presets = {
  ntfy: {
    needs: ['topic'],
    may: ['server', 'token'],
    server: 'https://ntfy.sh',
    request: ({ topic, token }, { title, text, link, urgent }) => ({
      path: '',
      headers: bearer(token),
      body: { topic, title, message: text, click: link, priority: urgent ? 4 : 3 },
    }),
  },
  gotify: {
    needs: ['server', 'token'],
    may: [],
    request: ({ token }, { title, text, link, urgent }) => ({
      path: '/message',
      headers: { 'x-gotify-key': token },
      body: {
        title,
        message: text,
        priority: urgent ? 8 : 4,
        extras: { 'client::notification': { click: { url: link } } },
      },
    }),
  },
  telegram: {
    needs: ['token', 'chat'],
    may: ['server'],
    server: 'https://api.telegram.org',
    request: ({ token, chat }, { title, text, link }) => ({
      path: `/bot${encodeURIComponent(token).replace('%3A', ':')}/sendMessage`,
      headers: {},
      body: { chat_id: chat, text: `${title}\n${text}\n${link}`, link_preview_options: { is_disabled: true } },
    }),
  },
  pushover: {
    needs: ['token', 'user'],
    may: ['server'],
    server: 'https://api.pushover.net',
    request: ({ token, user }, { title, text, link, urgent }) => ({
      path: '/1/messages.json',
      headers: {},
      body: { token, user, title, message: text, url: link, priority: urgent ? 1 : 0 },
    }),
  },
  slack: {
    needs: ['url'],
    may: [],
    request: (_values, { title, text, link }) => ({
      path: '',
      headers: {},
      // Angle brackets begin links and mentions there, such as <!channel>.
      body: { text: `*${escaped(title)}*\n${escaped(text)}\n<${link}>` },
    }),
  },
  teams: {
    needs: ['url'],
    may: [],
    request: (_values, { title, text, link }) => ({ path: '', headers: {}, body: cardOf(title, text, link) }),
  },
  discord: {
    needs: ['url'],
    may: [],
    request: (_values, { title, text, link }) => ({
      path: '',
      headers: {},
      // A tracker named @everyone must not notify the whole server.
      body: { content: `**${title}**\n${text}\n<${link}>`, allowed_mentions: { parse: [] } },
    }),
  },
  matrix: {
    needs: ['server', 'room', 'token'],
    may: [],
    request: ({ room, token }, { title, text, link, id }) => ({
      method: 'PUT',
      // The same id in all attempts: the server takes it once.
      path: `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(id)}`,
      headers: bearer(token),
      body: { msgtype: 'm.text', body: `${title}\n${text}\n${link}` },
    }),
  },
  http: {
    needs: ['url'],
    may: ['method', 'headers', 'body'],
    request: ({ method = 'POST', headers = '', body = '' }, note) => ({
      method,
      path: '',
      headers: headersOf(headers),
      text: filled(body || '{"title": "{title}", "text": "{text}", "link": "{link}"}', note, isJson(headers)),
    }),
  },
} as const satisfies Record<ChannelPreset, Preset>

/** The request for one event. `url` is where it goes; what is secret stands in it, or in headers and body. */
export function requestOf(preset: ChannelPreset, values: ChannelValues, note: Note): Request {
  const { request } = presets[preset] as Preset
  const made = request(values as Required<ChannelValues>, note)
  return {
    method: made.method ?? 'POST',
    url: `${addressOf(preset, values)}${made.path}`,
    headers: { 'content-type': 'application/json', 'user-agent': 'Ringfence', ...made.headers },
    body: made.text ?? JSON.stringify(made.body),
  }
}

/** Where requests go, without what follows for each. */
export function addressOf(preset: ChannelPreset, { server, url }: ChannelValues): string {
  const { server: usual } = presets[preset] as Preset
  return (url ?? server ?? usual ?? '').replace(url === undefined ? /\/+$/ : /$^/, '')
}

const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function cardOf(title: string, text: string, link: string) {
  const block = (words: string, more: object = {}) => ({ type: 'TextBlock', text: words, wrap: true, ...more })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block(title, { weight: 'Bolder' }), block(text)],
          actions: [{ type: 'Action.OpenUrl', title: 'Ringfence', url: link }],
        },
      },
    ],
  }
}

/** Lines of `name: value`. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split('\n').filter((line) => line.includes(':'))
  return Object.fromEntries(
    pairs.map((line) => [
      line.slice(0, line.indexOf(':')).trim().toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
}

const isJson = (headers: string) => (headersOf(headers)['content-type'] ?? 'application/json').includes('json')

/** Values are written so that they cannot end the text of JSON that they stand in. */
function filled(template: string, note: Note, as_json: boolean): string {
  return template.replace(/\{(title|text|link|type|tracker|id)\}/g, (_, name: keyof typeof note) => {
    const value = String(note[name])
    return as_json ? JSON.stringify(value).slice(1, -1) : value
  })
}

export const channelFields = [
  'server',
  'url',
  'topic',
  'token',
  'user',
  'chat',
  'room',
  'method',
  'headers',
  'body',
] as const
export type ChannelField = (typeof channelFields)[number]
export type ChannelValues = { [F in ChannelField]?: string | undefined }
/** What happened, in words. `urgent`: an alert is raised. */
export type Note = {
  title: string
  text: string
  link: string
  type: string
  tracker: string
  id: string
  urgent: boolean
}
export type Request = { method: string; url: string; headers: Record<string, string>; body: string }
type Preset = {
  needs: readonly ChannelField[]
  may: readonly ChannelField[]
  /** The public one, where no other is given. */
  server?: string
  request(values: Required<ChannelValues>, note: Note): Made
}
type Made = { method?: string; path: string; headers: Record<string, string>; body?: object; text?: string }
