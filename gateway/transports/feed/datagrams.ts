import { plainAddress } from '#db/networks.ts'
import { udpOf } from '#db/transports.ts'
import { BadReport } from '../../protocols/report.ts'
import { decodeFrame } from '../../protocols/shared/decode_frame.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import { type Address, bind, type UdpTransport, unbind } from '../udp/bind.ts'
import { Known } from './known.ts'

/**
 * A feed over UDP: lines in datagrams, of which a message may take several, so each sender keeps its session. What is
 * over a limit is dropped.
 */
export async function startFeedDatagrams(
  context: DeviceContext,
  protocol: Protocol,
  at: Address,
): Promise<UdpTransport> {
  const { ingest, limits, refusals, rate_limits } = context
  const socket = await bind(at)
  const transport = udpOf(protocol.name)
  const known = new Known(context, transport)
  const sessions = new Sessions(protocol)
  let unsettled = 0
  let paused = false

  socket.on('message', (datagram, from) => {
    if (paused || datagram.length === 0 || datagram.length > limits.frame_bytes) return
    const address = plainAddress(from.address)
    const session = sessions.of(`${address} ${from.port}`)
    for (const { number, reports } of messagesIn(context, protocol, datagram, { session, address })) {
      if (number !== null && reports.length > 0) void take(number, address, reports)
    }
  })
  socket.on('error', (error) => context.log.warn({ transport, reason: error.message }, 'udp'))

  async function take(number: string, address: string, reports: Message['reports']): Promise<void> {
    const cached = known.get(number, address)
    if (cached === null) return
    if (ingest.full || unsettled >= MAX_UNSETTLED || known.open >= MAX_LOOKUPS) {
      return refusals.note(transport, address, 'no room for datagrams')
    }
    const identity = cached ?? (await known.find(number, address, () => paused))
    if (!identity) return
    if (rate_limits.of(identity.tracker_id).take(reports.length) > MAX_DEBT_MS) {
      return refusals.note(transport, number, 'more datagrams than one device may send')
    }
    unsettled += reports.length
    for (const report of reports) {
      ingest.add(identity, report, false, (outcome) => {
        unsettled--
        if (outcome === 'unknown_tracker') known.forget(identity.tracker_id)
      })
    }
  }

  return {
    forget: (tracker_id) => known.forget(tracker_id),
    pause() {
      paused = true
    },
    stop: () => unbind(socket),
  }
}

function* messagesIn(
  context: DeviceContext,
  protocol: Protocol,
  datagram: Buffer,
  { session, address }: { session: unknown; address: string },
): Generator<Message> {
  const options = {
    forgive: context.forgive.has(protocol.name),
    week_rollover: context.week_rollover.has(protocol.name),
    now: Date.now(),
  }
  for (let rest = datagram; rest.length > 0; ) {
    // The line ending at the end of a datagram may be missing.
    const framed = protocol.frame(rest, session) ?? protocol.frame(Buffer.concat([rest, LINE_END]), session)
    if (!framed || !(framed.consumed > 0)) return
    rest = rest.subarray(framed.consumed)
    try {
      if (framed.frame) yield decodeFrame(protocol, framed.frame, session, options)
    } catch (error) {
      const { message } = error as Error
      const reason = error instanceof BadReport ? message : `the decoder failed: ${message}`
      context.refusals.note(udpOf(protocol.name), address, reason)
    }
  }
}

/** Sessions by sender, since a message may take several datagrams; of those that sent last. */
class Sessions {
  #protocol: Protocol
  #sessions = new Map<string, unknown>()

  constructor(protocol: Protocol) {
    this.#protocol = protocol
  }

  of(sender: string): unknown {
    const session = this.#sessions.get(sender) ?? this.#protocol.open()
    this.#sessions.delete(sender)
    this.#sessions.set(sender, session)
    if (this.#sessions.size > MAX_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value!)
    return session
  }
}

const LINE_END = Buffer.from('\r\n')
const MAX_UNSETTLED = 10_000
const MAX_LOOKUPS = 200
const MAX_SESSIONS = 1_000
/** Datagrams cannot be delayed: those this far over the rate limit are dropped. */
const MAX_DEBT_MS = 1_000
