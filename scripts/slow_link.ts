import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A reverse proxy that records every request and optionally slows them down: each waits for `latency_ms`, and all
 * responses share `bytes_per_second`. Unlike the emulation in DevTools it includes workers and the service worker.
 */
export async function startSlowLink(to: string, speed: Speed | null = null): Promise<SlowLink> {
  const origin = new URL(to)
  const log: Transfer[] = []
  const share = speed ? shareOf(speed.bytes_per_second) : async () => {}

  const server = createServer(async (near, answer) => {
    const transfer: Transfer = { method: near.method!, path: near.url!, bytes: 0 }
    log.push(transfer)
    if (speed) await wait(speed.latency_ms)
    const far = request({ host: origin.hostname, port: origin.port, path: near.url, ...passed(near) })
    far.on('response', (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      deliver(response, answer, transfer, share)
    })
    far.on('error', () => answer.destroy())
    near.pipe(far)
  })
  // WebSockets: not counted as pages' requests, and small.
  server.on('upgrade', async (near, socket, head) => {
    if (speed) await wait(speed.latency_ms)
    const far = createConnection(Number(origin.port), origin.hostname)
    for (const end of [far, socket]) end.on('error', () => {})
    const headers = near.rawHeaders.flatMap((name, i) => (i % 2 ? [] : `${name}: ${near.rawHeaders[i + 1]}`))
    far.write([`${near.method} ${near.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
    far.write(head)
    far.pipe(socket).pipe(far)
    far.on('close', () => socket.destroy())
    socket.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const passed = ({ method, headers }: IncomingMessage) => ({ method, headers })

async function deliver(
  from: IncomingMessage,
  to: ServerResponse,
  transfer: Transfer,
  share: (bytes: number) => Promise<unknown>,
): Promise<void> {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let i = 0; i < chunk.length; i += PIECE) {
        const piece = chunk.subarray(i, i + PIECE)
        transfer.bytes += piece.length
        await share(piece.length)
        to.write(piece)
      }
    }
    to.end()
  } catch {
    to.destroy()
  }
}

/** Bytes that are sent at once: small, so that responses share the link fairly. */
const PIECE = 4096

/** A queue of all responses: each piece waits until the ones before it have passed. */
function shareOf(bytes_per_second: number): (bytes: number) => Promise<unknown> {
  let free_at = 0
  return (bytes) => {
    free_at = Math.max(free_at, performance.now()) + (bytes / bytes_per_second) * 1000
    return wait(free_at - performance.now())
  }
}

/** 150 ms and 1.6 Mbit/s: a weak mobile network. */
export const weakNetwork: Speed = { latency_ms: 150, bytes_per_second: 200_000 }

export type Speed = { latency_ms: number; bytes_per_second: number }
/** @param bytes of the body, compressed as sent */
export type Transfer = { method: string; path: string; bytes: number }
export type SlowLink = { url: string; log: Transfer[]; stop(): void }
