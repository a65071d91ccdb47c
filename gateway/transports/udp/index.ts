import { createSocket } from 'node:dgram'
import { plainAddress } from '#db/networks.ts'
import { udpOf } from '#db/transports.ts'
import { BadReport } from '../../protocols/report.ts'
import { decodeFrame } from '../../protocols/shared/decode_frame.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import type { Identity } from '../shared/identity.ts'
import { type UdpChannel, UdpLink } from './link.ts'

/**
 * A protocol over UDP, a transport of its own: each datagram is complete and contains the number. Datagrams over a limit
 * are dropped without an acknowledgement, so the device retries. Unknown senders get no answer: source addresses can be
 * forged.
 */
export async function startUdp(
  context: DeviceContext,
  protocol: Protocol,
  port: number,
  host: string,
): Promise<UdpTransport> {
  const { ingest, limits, refusals } = context
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1024 * 1024 })
  const transport = udpOf(protocol.name)
  const senders = new Map<string, Sender>()
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
    const sender = await senderOf(number, address, datagram)
    if (!sender) return
    // One forged datagram must not move a tracker whose connection is in use.
    if (context.isInUseElsewhere(sender.identity, sender.link)) {
      context.countElsewhere(transport)
      return refusals.note(transport, number, 'a datagram of another network than the connection in use')
    }
    const { reports, acknowledgement, answer: command_answer } = message
    if (context.rate_limits.of(sender.identity.tracker_id).take(Math.max(1, reports.length)) > MAX_DEBT_MS) {
      return refusals.note(transport, number, 'more datagrams than one device may send')
    }
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
        if (outcome === 'unknown_tracker') drop(`${number} ${address}`)
        else if (--open === 0 && acknowledgement) say(acknowledgement)
      })
    }
  }

  /** Identifies the sender, cached for a minute. */
  async function senderOf(number: string, address: string, datagram: Buffer): Promise<Sender | null> {
    const key = `${number} ${address}`
    const cached = senders.get(key)
    if (cached && Date.now() - cached.at < LOOKUP_TTL_MS) return cached
    const identity = await context.recognise(transport, number, address, () => paused)
    if (identity === null) return null
    if ('refused' in identity) {
      drop(key)
      context.refuse(transport, number, address, identity.refused, datagram)
      return null
    }
    if (cached && senders.get(key) === cached && cached.identity.tracker_id === identity.tracker_id) {
      cached.at = Date.now()
      return cached
    }
    drop(key)
    if (senders.size >= MAX_SENDERS) for (const key of senders.keys()) drop(key)
    const sender = { identity, at: Date.now(), link: new UdpLink(protocol, transport, address) }
    senders.set(key, sender)
    context.addReplyChannel(identity, sender.link)
    return sender
  }

  function drop(key: string): void {
    const sender = senders.get(key)
    senders.delete(key)
    if (sender) context.removeReplyChannel(sender.identity, sender.link)
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ port, address: host }, () => resolve(void socket.off('error', reject)))
  })
  return {
    forget(tracker_id) {
      for (const [key, { identity }] of senders) if (identity.tracker_id === tracker_id) drop(key)
    },
    pause() {
      paused = true
    },
    async stop() {
      // Lets the last acknowledgements leave.
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

const LINE_END = Buffer.from('\r\n')
const MAX_UNSETTLED = 10_000
const MAX_SENDERS = 20_000
const LOOKUP_TTL_MS = 60_000
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

export type UdpTransport = {
  /** Drops the cached lookups of a changed tracker. */
  forget(tracker_id: number): void
  pause(): void
  stop(): Promise<void>
}

/** The sender of a datagram, its protocol session and how to answer. */
type ReplyChannel = { address: string } & UdpChannel
type Sender = { identity: Identity; at: number; link: UdpLink }
