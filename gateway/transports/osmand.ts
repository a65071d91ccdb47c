import { decodeOsmandJson } from '../protocols/osmand/json.ts'
import { type Addressed, decodeOsmandQuery } from '../protocols/osmand.ts'
import { joinCalls, sayToGeolocation, sayToOsmand } from './app_commands.ts'
import { credentialsOf } from './credentials.ts'
import { geolocationCommand } from './device_settings.ts'
import type { Answered, Message } from './http.ts'
import { identifyPhone, type Phone } from './phone_identity.ts'
import type { Phones } from './phones.ts'

/**
 * A report in the way of OsmAnd: in the address, in a form, or as JSON. The apps cannot send a secret, so the number of a
 * registered tracker is enough; a token that comes along must be its own.
 */
export async function answerOsmand(phones: Phones, message: Message): Promise<Answered> {
  const { json, number, token, reports } = decode(message)
  if (!number) return { status: 400, reason: 'id: is missing' }
  const given = token ?? credentialsOf(message.headers).token
  const phone = await identifyPhone(phones.context, {
    numbers: [number],
    token: given,
    secretless_from: message.address,
  })
  if ('refused' in phone) {
    const { refused } = phone
    if (refused === 'database away') return { status: 503 }
    phones.context.metrics.refusals.inc({ transport: 'osmand', reason: refused })
    if (refused === 'unknown number' && isNumber(number)) phones.unknown.note('osmand', number, message.address)
    if (refused === 'wrong token') return { status: 401, reason: 'token: is not that of the tracker', number }
    return { status: json ? 404 : 400, reason: `id: there is no such tracker, or it is switched off`, number }
  }
  const outcome = await phones.deliver(phone, reports)
  if (outcome === 'waiting') return { status: 503 }
  if (outcome === 'gone') return { status: json ? 404 : 400, reason: 'id: the tracker is deleted', number }
  const settings = json ? commandFor(phones, phone) : null
  const say = json ? sayToGeolocation : sayToOsmand
  const said = phone.commands_wait ? await phones.context.commands.collect(phone, (command) => say(command, phone)) : []
  const all = settings ? [settings, ...said] : said
  return { status: 200, ...(all.length > 0 && { body: joinCalls(all) }) }
}

function decode({ query, headers, body }: Message): Addressed & { json: boolean } {
  const type = headers['content-type'] ?? ''
  const json = /^application\/json\b/i.test(type) || (query === '' && body[0] === OPENING_BRACE)
  if (!json) return { ...decodeOsmandQuery(query === '' ? body.toString() : query), json }
  const decoded = decodeOsmandJson(body)
  const named = new URLSearchParams(query)
  return {
    ...decoded,
    number: decoded.number ?? named.get('id') ?? named.get('deviceid'),
    token: decoded.token ?? named.get('token') ?? named.get('secret'),
    json,
  }
}

/** What an administrator can give a tracker as its number. */
const isNumber = (text: string) => /^[^/+#\s\p{Cc}]{1,64}$/u.test(text)

const OPENING_BRACE = 0x7b

/** Settings that nobody has touched are not forced on the app, which has some of its own. */
function commandFor(phones: Phones, phone: Phone): object | null {
  if (phone.modified_at === phone.created_at || !phones.told.isNews(phone)) return null
  const command = geolocationCommand(phone)
  if (command) phones.context.commands.settingsReached(phone)
  return command
}
