import { createSocket } from 'node:dgram'
import { plainAddress } from '#db/networks.ts'
import type { Message, Protocol } from '../protocols/protocol.ts'
import { BadReport } from '../protocols/report.ts'
import type { Identity } from './identity.ts'
import type { TcpContext } from './tcp_context.ts'

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
      for (const message of messagesOf(context, protocol, datagram, address)) {
        number = message.number ?? number
        if (number === null) refusals.note(protocol.name, address, 'a datagram without a number')
        else await accept(number, address, message, (bytes) => socket.send(bytes, from.port, from.address, () => {}))
      }
    } finally {
      unsettled--
    }
  }

  async function accept(number: string, address: string, message: Message, answer: (bytes: Buffer) => void) {
    const sender = await senderOf(number, address)
    if (!sender) return
    const { reports, acknowledgement, answer: said } = message
    if (context.paces.of(sender.identity.tracker_id).take(Math.max(1, reports.length)) > MOST_DEBT_MS) {
      return refusals.note(protocol.name, number, 'more datagrams than one device may send')
    }
    if (said !== undefined) void context.commands.answered(sender.identity, said)
    let open = reports.length
    if (open === 0 && acknowledgement) answer(acknowledgement)
    unsettled += open
    for (const report of reports) {
      ingest.add(sender.identity, report, false, (outcome) => {
        unsettled--
        if (outcome === 'unknown_tracker') senders.delete(`${number} ${address}`)
        else if (--open === 0 && acknowledgement) answer(acknowledgement)
      })
    }
  }

  /** Looked up once a minute: a connection's sign-in has no like here. */
  async function senderOf(number: string, address: string): Promise<Sender | null> {
    const key = `${number} ${address}`
    const known = senders.get(key)
    if (known && Date.now() - known.at < KNOWN_MS) return known
    const found = await context.recognise(number, address, () => paused)
    if (found === null) return null
    if ('refused' in found) {
      senders.delete(key)
      context.refuse(protocol, number, address, found.refused)
      return null
    }
    if (senders.size >= MOST_SENDERS) senders.clear()
    const sender = { identity: found, at: Date.now() }
    senders.set(key, sender)
    return sender
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ port, address: host }, () => resolve(void socket.off('error', reject)))
  })
  return {
    forget(tracker_id) {
      for (const [key, { identity }] of senders) if (identity.tracker_id === tracker_id) senders.delete(key)
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

const MOST_UNSETTLED = 10_000
const MOST_SENDERS = 20_000
const KNOWN_MS = 60_000
/** A datagram cannot be held back: what is this far above the rate is dropped. */
const MOST_DEBT_MS = 1_000

function* messagesOf(context: TcpContext, protocol: Protocol, datagram: Buffer, address: string): Generator<Message> {
  const session = protocol.open()
  const options = { forgive: context.forgive.has(protocol.name), now: Date.now() }
  try {
    for (let rest = datagram; rest.length > 0; ) {
      const framed = protocol.frame(rest, session)
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

type Sender = { identity: Identity; at: number }
