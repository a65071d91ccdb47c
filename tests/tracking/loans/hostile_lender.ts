import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An installation that lends a tracker, as the borrower sees it, which answers as a test wants. */
export async function openLender(routes: Record<string, RequestListener>): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, reply) => {
    const route = routes[request.url!.replace('/api/v1/', '')] ?? json(null)
    route(request, reply)
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const json =
  (data: unknown): RequestListener =>
  (_request, reply) =>
    void reply.end(JSON.stringify({ data }))
