import { type Addressed, decodeOsmandQuery } from '../../protocols/osmand/index.ts'
import { decodeOsmandJson } from '../../protocols/osmand/json.ts'
import { encodeForGeolocation, encodeForOsmand, joinCalls } from '../shared/app_commands.ts'
import { credentialsOf } from '../shared/credentials.ts'
import { geolocationCommand } from '../shared/device_settings.ts'
import { isTemporary } from '../shared/identity.ts'
import { identifyPhone, type Phone } from '../shared/phone_identity.ts'
import type { Phones } from '../shared/phones.ts'
import type { Answered, Message } from './message.ts'

/**
 * A report in OsmAnd's format: in the query, as a form, or as JSON. Many apps cannot send a token, so the number is
 * enough for a tracker with transport `osmand`; a token, if sent, must be its own. Answers do not reveal whether a
 * number is registered.
 */
export async function answerOsmand(phones: Phones, message: Message): Promise<Answered> {
  const { json, number, token, reports } = decode(message)
  if (!number) return { status: 400, reason: 'id: is missing' }
  const request_token = token ?? credentialsOf(message.headers).token
  const phone = await identifyPhone(phones.context, {
    numbers: [number],
    token: request_token,
    with_token: ['osmand_token', 'osmand'],
    by_number: { transport: 'osmand', address: message.address },
  })
  if ('refused' in phone) {
    const { refused } = phone
    if (isTemporary(refused)) return { status: 503 }
    phones.refuse('osmand', number, message.address, refused)
    if (request_token !== null) {
      return { status: 401, reason: 'token: there is no such tracker with this token, or it is switched off', number }
    }
    return { status: json ? 404 : 400, reason: `id: there is no such tracker, or it is switched off`, number }
  }
  // Without a token the sender is not authenticated: commands are only sent to the network in use.
  const { connected, commands, metrics } = phones.context
  const elsewhere = request_token === null && connected.isInUseElsewhere(phone.tracker_id, message.address)
  if (elsewhere) metrics.refusals.inc({ transport: 'osmand', reason: 'another network' })
  else connected.recordRequest(phone.tracker_id, message.address)
  const outcome = await phones.deliver(phone, reports)
  if (outcome === 'waiting') return { status: 503 }
  if (outcome === 'unknown_tracker') return { status: json ? 404 : 400, reason: 'id: the tracker is deleted', number }
  if (elsewhere) return { status: 200 }
  const settings = json ? commandFor(phones, phone) : null
  const encode = json ? encodeForGeolocation : encodeForOsmand
  const encoded = phone.commands_wait ? await commands.collect(phone, (command) => encode(command, phone)) : []
  const all = settings ? [settings, ...encoded] : encoded
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

const OPENING_BRACE = 0x7b

/** Default settings are not forced on the app, which has its own. */
function commandFor(phones: Phones, phone: Phone): object | null {
  if (phone.modified_at === phone.created_at || !phones.sent_settings.recordIfChanged(phone)) return null
  const command = geolocationCommand(phone)
  if (command) phones.context.commands.settingsSent(phone)
  return command
}
