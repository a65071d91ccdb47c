import { decodeOwntracks } from '../../protocols/owntracks/index.ts'
import { encodeForOwntracks } from '../shared/app_commands.ts'
import { credentialsOf } from '../shared/credentials.ts'
import { owntracksCommand } from '../shared/device_settings.ts'
import { isTemporary } from '../shared/identity.ts'
import { identifyPhone, type Phone } from '../shared/phone_identity.ts'
import type { Phones } from '../shared/phones.ts'
import type { Friends } from './friends.ts'
import type { Answered, Message } from './message.ts'

/**
 * A message of OwnTracks over HTTP. The password is the device token, to which a person may add `+` and an API key, so
 * that the app shows the trackers which that reads: the token alone reads nothing. The number is the user name, or the app's device
 * or user id (`X-Limit-D`, `X-Limit-U`). The answer is a list of messages to the app.
 */
export async function answerOwntracks(
  phones: Phones,
  { headers, query, body, address }: Message,
  friends?: Friends,
): Promise<Answered> {
  const { number, token: password } = credentialsOf(headers)
  const [token = null, key] = password?.split('+') ?? []
  const named = new URLSearchParams(query)
  const others = [headers['x-limit-d'], headers['x-limit-u'], named.get('d'), named.get('u')]
  const numbers = [number, ...others].filter((name) => typeof name === 'string' && name !== '') as string[]
  if (token === null || numbers.length === 0) {
    return { status: 401, reason: 'Sign in with the tracker’s number and its device token.' }
  }
  const phone = await identifyPhone(phones.context, { numbers, token, with_token: ['owntracks'] })
  if ('refused' in phone) {
    if (isTemporary(phone.refused)) return { status: 503 }
    phones.refuse('owntracks', numbers[0]!, address, phone.refused)
    return {
      status: 401,
      reason: 'There is no such tracker with this token, or it is switched off.',
      number: numbers[0],
    }
  }

  phones.context.connected.recordRequest(phone.tracker_id, address)
  const message = decodeOwntracks(body)
  const outcome = await phones.deliver(phone, message.reports)
  if (outcome === 'waiting') return { status: 503 }
  if (outcome === 'unknown_tracker') return { status: 401, reason: 'The tracker is deleted.', number: phone.number }
  const { commands } = phones.context
  const settings_changed = message.kind === 'location' && phones.sent_settings.recordIfChanged(phone)
  if (settings_changed) commands.settingsSent(phone)
  const takes_commands = message.kind === 'location' && phone.commands_wait
  const encoded = takes_commands ? await commands.collect(phone, encodeForOwntracks) : []
  const settings = settings_changed ? [owntracksCommand(phone, message.monitoring)] : []
  const shown = key && message.kind === 'location' ? await friendsOf(phones, phone, { friends, key, address }) : []
  return { status: 200, body: [...settings, ...encoded, ...shown] }
}

/** None where the key is refused, which is listed: the phone's own report is stored all the same. */
async function friendsOf({ context }: Phones, { tracker_id, number }: Phone, { friends, key, address }: By) {
  try {
    const found = (await friends?.of(tracker_id, key, address)) ?? []
    if (!('refused' in found)) return found
    context.refusals.note('http', number, `friends: ${found.refused}`)
  } catch (error) {
    context.log.warn({ err: error }, 'positions of friends could not be read')
  }
  return []
}

type By = { friends: Friends | undefined; key: string; address: string }
