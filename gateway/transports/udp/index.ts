import { plainAddress } from '#db/networks.ts'
import { udpOf } from '#db/transports.ts'
import { BadReport } from '../../protocols/report.ts'
import { decodeFrame } from '../../protocols/shared/decode_frame.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import { type Address, bind, type UdpTransport, unbind } from './bind.ts'
import type { UdpChannel } from './link.ts'
import { type Sender, Senders } from './senders.ts'

/**
 * A protocol over UDP, a transport of its own: each datagram is complete and contains the number. Datagrams over a limit
 * are dropped without an acknowledgement, so the device retries. Unknown senders get no answer: source addresses can be
 * forged.
 */
export async function startUdp(context: DeviceContext, protocol: Protocol, at: Address): Promise<UdpTransport> {
  const { ingest, limits, refusals } = context
  const socket = await bind(at)
  const transport = udpOf(protocol.name)
  const senders = new Senders(context, protocol, () => paused)
  let unsettled = 0
  let paused = false

  socket.on('message', (datagram, from) => {
    if (!paused && datagram.length > 0 && datagram.length <= limits.frame_bytes) take(datagram, from)
  })
  socket.on('error', (error) => context.log.warn({ transport, reason: error.message }, 'udp'))

  async function take(datagram: Buffer, from: { address: string; port: number }): Promise<void> {
    const address = plainAddress(from.address)
    if (ingest.full || unsettled >= MAX_UNSETTLED) return refusals.note(transport, address, 'no room for datagrams')
    unsettled++ // counts while the number is looked up, too
    try {
      let number: string | null = null
      const session = protocol.open()
      const channel: ReplyChannel = {
        address,
        session,
        port: from.port,
        send: (bytes) => socket.send(bytes, from.port, from.address, () => {}),
      }
      for (const message of messagesOf(context, protocol, datagram, channel)) {
        number = message.number ?? number
        if (number === null) refusals.note(transport, address, 'a datagram without a number')
        else await accept(number, message, channel, datagram)
      }
    } finally {
      unsettled--
    }
  }

  async function accept(number: string, message: Message, channel: ReplyChannel, datagram: Buffer): Promise<void> {
    const { address, send: say } = channel
    const sender = await senders.of(number, address, datagram)
    if (!sender) return
    const { reports, acknowledgement, answer: command_answer } = message
    const refused = refusalOf(context, transport, sender, reports.length)
    if (refused) return refusals.note(transport, number, refused)
    // Carriers change addresses between two datagrams: such reports are stored, but get no commands.
    if (context.hasDatagramsElsewhere(sender.identity, sender.link)) context.countElsewhere(transport)
    else {
      if (sender.link.open(channel)) context.commands.notify(sender.identity)
      if (command_answer !== undefined) void context.commands.answered(sender.identity, command_answer)
    }
    if (reports.length === 0) context.recordContact(sender.identity)
    let open = reports.length
    if (open === 0 && acknowledgement) say(acknowledgement)
    unsettled += open
    for (const report of reports) {
      ingest.add(sender.identity, report, false, (outcome) => {
        unsettled--
        if (outcome === 'unknown_tracker') senders.drop(`${number} ${address}`)
        else if (--open === 0 && acknowledgement) say(acknowledgement)
      })
    }
  }

  return {
    forget(tracker_id) {
      senders.forget(tracker_id)
    },
    pause() {
      paused = true
    },
    async stop() {
      // Lets the last acknowledgements leave.
      await new Promise((resolve) => setImmediate(resolve))
      await unbind(socket)
    },
  }
}

function refusalOf(context: DeviceContext, transport: string, { identity, link }: Sender, reports: number) {
  // One forged datagram must not move a tracker whose connection is in use.
  if (context.isInUseElsewhere(identity, link)) {
    context.countElsewhere(transport)
    return 'a datagram of another network than the connection in use'
  }
  const debt_ms = context.rate_limits.of(identity.tracker_id).take(Math.max(1, reports))
  return debt_ms > MAX_DEBT_MS ? 'more datagrams than one device may send' : null
}

const LINE_END = Buffer.from('\r\n')
const MAX_UNSETTLED = 10_000
/** Datagrams cannot be delayed: those this far over the rate limit are dropped. */
const MAX_DEBT_MS = 1_000

function* messagesOf(
  context: DeviceContext,
  protocol: Protocol,
  datagram: Buffer,
  { address, session }: ReplyChannel,
): Generator<Message> {
  const options = {
    forgive: context.forgive.has(protocol.name),
    week_rollover: context.week_rollover.has(protocol.name),
    now: Date.now(),
  }
  try {
    for (let rest = datagram; rest.length > 0; ) {
      // Many devices omit the line ending at the end of a datagram.
      const framed = protocol.frame(rest, session) ?? protocol.frame(Buffer.concat([rest, LINE_END]), session)
      if (!framed || !(framed.consumed > 0)) throw new BadReport('datagram: is not whole')
      rest = rest.subarray(framed.consumed)
      if (framed.frame) yield decodeFrame(protocol, framed.frame, session, options)
    }
  } catch (error) {
    const { message } = error as Error
    const reason = error instanceof BadReport ? message : `the decoder failed: ${message}`
    context.refusals.note(udpOf(protocol.name), address, reason)
  }
}

/** The sender of a datagram, its protocol session and how to answer. */
type ReplyChannel = { address: string } & UdpChannel
