import { createSocket } from 'node:dgram'
import { plainAddress } from '#db/networks.ts'
import { BadReport } from '../../protocols/report.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { Identity } from '../shared/identity.ts'
import type { TcpContext } from '../tcp/needs.ts'
import { UdpLink } from './link.ts'

/**
 * A protocol's messages as datagrams: each is whole, and says whose it is. What cannot be taken now is dropped and not
 * acknowledged, so the device sends it again. Nobody who is not known gets an answer: a sender's address can be forged.
 */
export async function startUdp(
  context: TcpContext,
  protocol: Protocol,
  port: number,
  host: string,
): Promise<UdpTransport> {
  const { ingest, limits, refusals } = context
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1024 * 1024 })
  const senders = new Map<string, Sender>()
  let unsettled = 0
  let paused = false

  socket.on('message', (datagram, from) => {
    if (!paused && datagram.length > 0 && datagram.length <= limits.frame_bytes) take(datagram, from)
  })
  socket.on('error', (error) => context.log.warn({ transport: protocol.name, reason: error.message }, 'udp'))

  async function take(datagram: Buffer, from: { address: string; port: number }): Promise<void> {
    const address = plainAddress(from.address)
    if (ingest.full || unsettled >= MOST_UNSETTLED)
      return refusals.note(protocol.name, address, 'no room for datagrams')
    unsettled++ // also while the number is looked up
    try {
      let number: string | null = null
      const session = protocol.open()
      const way: Way = { address, session, say: (bytes) => socket.send(bytes, from.port, from.address, () => {}) }
      for (const message of messagesOf(context, protocol, datagram, way)) {
        number = message.number ?? number
        if (number === null) refusals.note(protocol.name, address, 'a datagram without a number')
        else await accept(number, message, way)
      }
    } finally {
      unsettled--
    }
  }

  async function accept(number: string, message: Message, { address, session, say }: Way): Promise<void> {
    const sender = await senderOf(number, address)
    if (!sender) return
    const { reports, acknowledgement, answer: said } = message
    if (context.paces.of(sender.identity.tracker_id).take(Math.max(1, reports.length)) > MOST_DEBT_MS) {
      return refusals.note(protocol.name, number, 'more datagrams than one device may send')
    }
    // Anybody can send a datagram, and a carrier may change an address: such reports are taken, but hear no commands.
    if (context.isHeldElsewhere(sender.identity, sender.link)) context.countElsewhere(protocol)
    else {
      if (sender.link.opened(session, say)) context.commands.wake(sender.identity)
      if (said !== undefined) void context.commands.answered(sender.identity, said)
    }
    if (reports.length === 0) context.heard(sender.identity)
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

  /** Looked up once a minute: a connection's sign-in has no like here. */
  async function senderOf(number: string, address: string): Promise<Sender | null> {
    const key = `${number} ${address}`
    const known = senders.get(key)
    if (known && Date.now() - known.at < KNOWN_MS) return known
    const found = await context.recognise(protocol, number, address, () => paused)
    if (found === null) return null
    if ('refused' in found) {
      drop(key)
      context.refuse(protocol, number, address, found.refused)
      return null
    }
    if (known && senders.get(key) === known && known.identity.tracker_id === found.tracker_id) {
      known.at = Date.now()
      return known
    }
    drop(key)
    if (senders.size >= MOST_SENDERS) for (const key of senders.keys()) drop(key)
    const sender = { identity: found, at: Date.now(), link: new UdpLink(protocol, address) }
    senders.set(key, sender)
    context.openWay(found, sender.link)
    return sender
  }

  function drop(key: string): void {
    const sender = senders.get(key)
    senders.delete(key)
    if (sender) context.closeWay(sender.identity, sender.link)
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
      // The last acknowledgements are on their way out.
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

const LINE_END = Buffer.from('\r\n')
const MOST_UNSETTLED = 10_000
const MOST_SENDERS = 20_000
const KNOWN_MS = 60_000
/** A datagram cannot be held back: what is this far above the rate is dropped. */
const MOST_DEBT_MS = 1_000

function* messagesOf(
  context: TcpContext,
  protocol: Protocol,
  datagram: Buffer,
  { address, session }: Way,
): Generator<Message> {
  const options = { forgive: context.forgive.has(protocol.name), now: Date.now() }
  try {
    for (let rest = datagram; rest.length > 0; ) {
      // Many leave out the line's end where the datagram's end says as much.
      const framed = protocol.frame(rest, session) ?? protocol.frame(Buffer.concat([rest, LINE_END]), session)
      if (!framed || !(framed.consumed > 0)) throw new BadReport('datagram: is not whole')
      rest = rest.subarray(framed.consumed)
      if (framed.frame) yield protocol.decode(framed.frame, session, options)
    }
  } catch (error) {
    const { message } = error as Error
    const reason = error instanceof BadReport ? message : `the decoder failed: ${message}`
    context.refusals.note(protocol.name, address, reason)
  }
}

export type UdpTransport = {
  /** The tracker is not what it was: it is looked up again. */
  forget(tracker_id: number): void
  pause(): void
  stop(): Promise<void>
}

/** Where a datagram came from, and what it left in its session. */
type Way = { address: string; session: unknown; say(bytes: Buffer): void }
type Sender = { identity: Identity; at: number; link: UdpLink }
