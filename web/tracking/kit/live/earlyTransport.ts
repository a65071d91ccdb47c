import { WebSocket as Transport } from 'socket.io-client'

/** The transport of the live connection, which takes over the socket that `early.ts` has opened. */
export class EarlyTransport extends Transport {
  override createSocket(...[uri, ...rest]: Parameters<Transport['createSocket']>): WebSocket {
    const { socket, received } = take(uri) ?? {}
    if (!socket || !received) return super.createSocket(uri, ...rest)
    // Its listeners are set after this; one that is still connecting calls them itself.
    if (socket.readyState === WebSocket.OPEN) {
      queueMicrotask(() => {
        socket.onopen?.(new Event('open'))
        for (const message of received) socket.onmessage?.(message)
      })
    }
    return socket
  }
}

function take(uri: string): Window['ringfenceSocket'] {
  const begun = window.ringfenceSocket
  const isOpen = begun && begun.socket.readyState <= WebSocket.OPEN
  if (!isOpen || begun.socket.url !== uri) return undefined
  window.ringfenceSocket = undefined
  return begun
}
