import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { isOnHold } from '#db/moving/hold.ts'
import { BadReport } from '../../protocols/report.ts'
import { parseJson } from '../../protocols/shared/parse_json.ts'
import { settingsOf } from '../shared/device_settings.ts'
import { isTemporary } from '../shared/identity.ts'
import type { Phone } from '../shared/phone_identity.ts'
import type { Phones } from '../shared/phones.ts'
import type { Watched } from '../shared/watch.ts'
import { isCommandAnswer, takeCommandAnswer, WebSocketLink } from './commands.ts'
import { WebSocketReports } from './reports.ts'
import { handshakeOf, type SignedIn, signInPhone } from './sign_in.ts'

/**
 * One phone's WebSocket.
 *
 * Up: `{"token", "number"?}` where the handshake holds no token; then positions as `protocols/json/index.ts` has them, one or an
 * array. Down: `{"config": {"number", "interval_s", …}}` after the sign-in and with each change; `{"ack": seq}` for each
 * report when it is committed, in which `seq` is null where the phone gave none; `{"error", "seq"}` for what is not taken.
 *
 * With `"commands": true` beside the token, or `commands=true` in the address, it also gets `{"command": {"id", "type",
 * "text" | "interval_s"}}`, and answers `{"answer": {"id", "text"}}`.
 */
export class PhoneSocket {
  #phones: Phones
  #socket: WebSocket
  #request: FastifyRequest
  #watched: Watched | null = null
  #reports: WebSocketReports | null = null
  #signing_in = false
  /** Messages received before the sign-in was answered. */
  #buffered: string[] = []
  #buffered_length = 0
  #faults = 0
  #alive = true
  #timer: NodeJS.Timeout | undefined
  #ended = false
  #link: WebSocketLink

  constructor(phones: Phones, socket: WebSocket, request: FastifyRequest) {
    this.#phones = phones
    this.#socket = socket
    this.#request = request
    this.#link = new WebSocketLink(request.ip, {
      send: (message) => this.#send(message),
      end: (reason) => this.#end(1008, reason),
      isOpen: () => !this.#ended && socket.readyState === socket.OPEN,
    })
  }

  start(): void {
    const { closed, connections, sockets, context } = this.#phones
    if (closed || !connections.enter(this.#request.ip)) {
      this.#end(1013, closed ? 'no reports are taken now' : 'too many connections')
      return
    }
    sockets.add(this)
    this.#socket.on('close', () => this.#onClose())
    this.#socket.on('pong', () => {
      this.#alive = true
    })
    this.#socket.on('message', (data) => this.#receive(data.toString()))
    this.#timer = setTimeout(() => this.#end(1008, 'no token came'), context.config.phones.limits.sign_in_ms)
    const handshake = handshakeOf(this.#request)
    if (handshake) void this.#signIn(handshake)
  }

  /** Called periodically; terminates the socket if the last ping was not answered. */
  ping(): void {
    if (!this.#alive) this.#socket.terminate()
    this.#alive = false
    this.#socket.ping()
  }

  /** Stops reading. What has been read is acknowledged before `leave`. */
  pause(): void {
    this.#ended = true
    this.#reports?.end()
    this.#socket.pause()
  }

  leave(): void {
    this.#socket.resume()
    this.#socket.close(1001, 'the server stops')
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #receive(text: string): void {
    this.#alive = true
    this.#link.last_contact_at = Date.now()
    if (this.#ended) return
    if (this.#signing_in) {
      this.#buffer(text)
      return
    }
    try {
      const value = parseJson(text)
      if (this.#watched && isCommandAnswer(value)) void this.#takeAnswer(this.#watched.phone, value)
      else if (this.#reports) this.#reports.take(value)
      else void this.#signIn(value)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #takeAnswer(phone: Phone, value: { answer: unknown }): Promise<void> {
    this.#reports?.throttle(this.#phones.rate_limits.of(phone.tracker_id).take(1))
    await takeCommandAnswer(this.#phones.context, phone, value).catch((error) => this.#fail(error))
  }

  #fail(error: unknown): void {
    if (error instanceof BadReport) {
      this.#refuse(error.message, null)
      return
    }
    this.#phones.context.log.error({ err: error }, 'handling a message of a phone failed')
    this.#end(1011, 'the message failed')
  }

  #buffer(text: string): void {
    this.#buffered.push(text)
    this.#buffered_length += text.length
    if (this.#buffered_length > MAX_BUFFERED) this.#end(1008, 'too much before the answer to the token')
  }

  async #signIn(handshake: unknown): Promise<void> {
    this.#signing_in = true
    this.#socket.pause()
    const answer = await signInPhone(this.#phones.context, handshake)
    this.#signing_in = false
    if (this.#socket.readyState !== this.#socket.OPEN || this.#ended) return
    if ('refused' in answer) {
      const away = isTemporary(answer.reason)
      if (!away) this.#phones.refuse('websocket', answer.number ?? '', this.#request.ip, answer.reason)
      this.#end(away ? 1013 : 1008, away ? 'no reports are taken now' : answer.refused)
      return
    }
    clearTimeout(this.#timer)
    this.#welcome(answer)
    this.#socket.resume()
    for (const text of this.#buffered.splice(0)) this.#receive(text)
  }

  /** Its tracker is deleted, or its organisation on hold: then the phone keeps its reports and tries again. */
  async #endUnknown(organisation_id: number): Promise<void> {
    const held = await isOnHold(this.#phones.context.db, organisation_id).catch(() => true)
    this.#end(held ? 1013 : 1008, held ? 'on hold' : 'the tracker is deleted or switched off')
  }

  #welcome({ phone, session, takes_commands }: SignedIn): void {
    const { presence, connected, watch, commands } = this.#phones.context
    this.#watched = {
      phone,
      transport: 'websocket',
      session,
      on_settings: (now) => this.#configure({ ...phone, ...now }),
      on_end: (reason) => this.#end(1008, reason),
    }
    this.#reports = new WebSocketReports(this.#phones, phone, this.#socket, {
      acknowledge: (seq) => this.#send({ ack: seq }),
      refuse: (reason, seq) => this.#refuse(reason, seq),
      unknownTracker: () => void this.#endUnknown(phone.organisation_id),
    })
    watch.add(this.#watched)
    connected.add(phone.tracker_id, this.#link)
    presence.connected(phone.organisation_id, phone.tracker_id)
    this.#configure(phone)
    if (!takes_commands) return
    this.#link.enable()
    commands.notify(phone)
  }

  #configure(phone: Phone): void {
    this.#send({ config: { number: phone.number, ...settingsOf(phone) } })
    this.#phones.context.commands.settingsSent(phone)
  }

  #refuse(reason: string, seq: number | null): void {
    this.#phones.context.refusals.note('websocket', this.#watched?.phone.number ?? this.#request.ip, reason)
    this.#send({ error: reason, seq })
    if (++this.#faults >= MAX_FAULTS) this.#end(1008, 'too much that cannot be read')
  }

  #send(message: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_UNREAD) this.#socket.terminate()
    else this.#socket.send(JSON.stringify(message))
  }

  #end(code: number, reason: string): void {
    if (this.#ended) return
    this.#send({ error: reason, seq: null })
    this.#ended = true
    this.#reports?.end()
    this.#socket.resume() // receives the other side's close frame
    this.#socket.close(code, reason.slice(0, 100))
  }

  #onClose(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#phones.connections.leave(this.#request.ip)
    this.#phones.sockets.delete(this)
    if (!this.#watched) return
    const { context } = this.#phones
    const { organisation_id, tracker_id } = this.#watched.phone
    context.watch.remove(this.#watched)
    context.connected.remove(tracker_id, this.#link)
    context.presence.disconnected(organisation_id, tracker_id)
  }
}

const MAX_FAULTS = 100
/** Characters. */
const MAX_BUFFERED = 256 * 1024
/** Bytes of unread acknowledgements. */
const MAX_UNREAD = 1024 * 1024
