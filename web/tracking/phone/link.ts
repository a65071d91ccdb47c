import { backendOrigin } from '../../core/backend/backend.ts'

/**
 * WebSocket connection to the gateway (`gateway/transports/websocket/phone.ts`). Reconnects with exponential backoff
 * from one second to half a minute, and immediately when the network is back.
 */
export function openLink({ greeting, on }: LinkOptions): Link {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let closed = false
  let reason = ''

  const connect = () => {
    clearTimeout(timer)
    const greet = closed || socket || !navigator.onLine ? null : greeting()
    if (!greet) return
    const opened = new WebSocket(`${backendOrigin().replace('http', 'ws')}/gateway/ws`)
    socket = opened
    opened.onopen = () => opened.send(JSON.stringify(greet))
    opened.onmessage = ({ data }) => socket === opened && receive(JSON.parse(data))
    opened.onclose = ({ code }) => socket === opened && disconnected(code)
  }
  const receive = (message: Message) => {
    if ('config' in message) {
      attempts = 0
      on.config(message.config)
    } else if ('ack' in message) {
      if (message.ack !== null) on.settled(message.ack)
    } else if (message.seq !== null) on.settled(message.seq)
    else reason = message.error
  }
  const disconnected = (code: number) => {
    socket = null
    on.lost()
    const refused = code === refusal && reason !== ''
    if (refused) on.refused(reason)
    reason = ''
    timer = setTimeout(connect, wait_ms(attempts++))
  }
  // A broken connection may look open for minutes.
  const drop = () => {
    const dropped = socket
    if (!dropped) return
    disconnected(0)
    dropped.close()
  }
  const online = () => {
    attempts = 0
    connect()
  }
  addEventListener('online', online)
  addEventListener('offline', drop)
  connect()

  return {
    send: (reports) => socket?.send(JSON.stringify(reports)),
    drop,
    close() {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', online)
      removeEventListener('offline', drop)
      const open = socket
      socket = null
      open?.close()
    },
  }
}

/** Policy violation: the gateway rejects this phone. */
const refusal = 1008
const wait_ms = (attempts: number) => Math.min(30_000, 1000 * 2 ** attempts) * (0.75 + Math.random() / 2)

type Message = { config: Config } | { ack: number | null } | { error: string; seq: number | null }
export type Config = { number: string; interval_s: number; interval_charging_s: number; pause_after_still_s: number }

export type Link = {
  send(reports: object[]): void
  /** Closes a connection that does not answer, and reconnects. */
  drop(): void
  close(): void
}
type LinkOptions = {
  /** Credentials; null while there are none. */
  greeting: () => { token: string; organisation_id: number; number?: string } | null
  on: {
    /** The gateway has accepted the phone, or its settings have changed. */
    config(config: Config): void
    /** Stored, or rejected for good. */
    settled(seq: number): void
    lost(): void
    /** The gateway's error message. */
    refused(reason: string): void
  }
}
