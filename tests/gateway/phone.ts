/** A phone on the platform's WebSocket, and all messages it has received. */
export function openPhone(
  base: string,
  { query = '', headers = {} }: { query?: string; headers?: object } = {},
): Phone {
  // Node takes headers, which browsers do not.
  const Socket = WebSocket as unknown as new (url: string, options: object) => WebSocket
  const socket = new Socket(`${base.replace('http', 'ws')}/gateway/ws${query}`, { headers })
  const received: Phone['received'] = []
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(data)))
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('no connection')))
  })
  opened.catch(() => {})
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  return {
    socket,
    received,
    opened,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    acks: () => received.flatMap((message) => ('ack' in message ? [message.ack] : [])),
    errors: () => received.flatMap((message) => ('error' in message ? [[message.error, message.seq]] : [])),
    commands: () => received.flatMap((message) => ('command' in message ? [message.command] : [])),
    configs: () => received.flatMap((message) => ('config' in message ? [message.config] : [])),
  }
}

export type Phone = {
  socket: WebSocket
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever was said
  received: any[]
  opened: Promise<void>
  /** The code with which it was closed. */
  closed: Promise<number>
  send(message: unknown): void
  acks(): unknown[]
  errors(): unknown[]
  commands(): unknown[]
  configs(): unknown[]
}
