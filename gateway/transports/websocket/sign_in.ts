import type { FastifyRequest } from 'fastify'
import type { GatewayContext } from '../context.ts'
import { credentialsOf } from '../shared/credentials.ts'
import { isTemporary } from '../shared/identity.ts'
import { findByToken, identifyPhone, type Phone, type PhoneRefusal, selectPhone } from '../shared/phone_identity.ts'

/**
 * Reads credentials from headers or query. Browsers cannot set headers, so a device token may be in the address; a
 * person's session token may not, since proxies log addresses.
 */
export function handshakeOf({ headers, url }: FastifyRequest): Handshake | null {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'))
  const credentials = credentialsOf(headers)
  const token = credentials.token ?? query.get('token')
  const organisation = query.get('organisation_id')
  if (!token) return null
  return {
    token,
    ...(credentials.token === null && { in_address: true }),
    ...((credentials.number ?? query.get('number')) && { number: credentials.number ?? query.get('number') ?? '' }),
    ...(organisation && { organisation_id: Number(organisation) }),
    ...(query.get('commands') === 'true' && { commands: true }),
  }
}

/**
 * Signs in a phone with its tracker's device token, or with the session token of a person who shares their location
 * with their own tracker of type phone.
 */
export async function signInPhone(context: GatewayContext, handshake: unknown): Promise<SignedIn | SignInRefused> {
  const { token, number, organisation_id, commands, in_address } = (handshake ?? {}) as Partial<
    Record<keyof Handshake, unknown>
  >
  if (typeof token !== 'string' || token === '') return refuse('token: is missing', 'no token')
  if (number !== undefined && typeof number !== 'string') return refuse('number: is not a text', 'no token')
  const takes_commands = commands === true
  try {
    // A session token is a JWT, which has two dots; a device token has none.
    if (!token.includes('.')) return await signInTracker(context, token, number, takes_commands)
    if (in_address)
      return refuse('token: a session token goes into the first message, not into the address', 'not allowed')
    const person = await context.authorizePhone({
      token,
      number,
      organisation_id: Number(organisation_id) || undefined,
    })
    if (!person) return refuse('token: the session has ended', 'wrong token')
    if ('refused' in person) return refuse(person.refused, 'not allowed')
    const phone = await selectPhone(context.db)
      .where('organisation_id', '=', person.organisation_id)
      .where('id', '=', person.tracker_id)
      .executeTakeFirst()
    if (!phone?.active) return refuse('number: the tracker is deleted or switched off', 'switched off')
    if (!phone.served) return refuse('on hold', 'on hold')
    if (!phone.transports.includes('websocket')) {
      const reason = 'number: the tracker does not report over WebSocket; it can be allowed on its page'
      return refuse(reason, 'transport not allowed', phone.number)
    }
    return { phone, session: { user_id: person.user_id, session_id: person.session_id }, takes_commands }
  } catch (error) {
    context.log.debug({ err: error }, 'no sign-in while the database is away')
    return refuse('database away', 'database away')
  }
}

async function signInTracker(
  context: GatewayContext,
  token: string,
  number: string | undefined,
  takes_commands: boolean,
) {
  const phone =
    number === undefined
      ? await findByToken(context.db, token, 'websocket')
      : await identifyPhone(context, { numbers: [number], token, with_token: ['websocket'] })
  if (!('refused' in phone)) return { phone, session: null, takes_commands }
  if (isTemporary(phone.refused)) return refuse(phone.refused, phone.refused)
  return phone.refused === 'switched off'
    ? refuse('token: the tracker is switched off', phone.refused)
    : refuse('token: belongs to no tracker, or not to this one', phone.refused, phone.number)
}

const refuse = (refused: string, reason: SignInRefused['reason'], number?: string): SignInRefused =>
  number === undefined ? { refused, reason } : { refused, reason, number }

/** `commands`: whether the phone takes commands. */
type Handshake = { token: string; in_address?: boolean; number?: string; organisation_id?: number; commands?: boolean }

export type SignedIn = {
  phone: Phone
  session: { user_id: number; session_id: number | null } | null
  /** Whether the phone takes commands. */
  takes_commands: boolean
}
/** `refused` is sent to the phone; `reason` is one of few, for metrics; `number` is the tracker's, if identified. */
export type SignInRefused = { refused: string; reason: PhoneRefusal | 'no token' | 'not allowed'; number?: string }
