import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The way to an installation, which can be shut, and can lose answers: its address is known before the server starts. */
export async function openDoorway(): Promise<Doorway> {
  let target: string | null = null
  let is_shut = false
  let loses: string | null = null
  const server = createServer((incoming, answer) => {
    if (is_shut || !target) return void incoming.socket.destroy()
    pass(incoming, answer, target, () => {
      const is_lost = loses !== null && incoming.url?.endsWith(loses)
      if (is_lost) loses = null
      return is_lost === true
    })
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = url
    },
    shut() {
      is_shut = true
      server.closeAllConnections()
    },
    open() {
      is_shut = false
    },
    loseAnswerOf(path) {
      loses = path
    },
    stop: () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()),
  }
}

function pass(incoming: IncomingMessage, answer: ServerResponse, target: string, isLost: () => boolean): void {
  const { method = 'GET', headers, url = '/' } = incoming
  const passed = request(new URL(url, target), { method, headers }, (said) => {
    if (isLost()) return void incoming.socket.destroy()
    answer.writeHead(said.statusCode ?? 500, said.headers)
    said.pipe(answer)
  })
  passed.on('error', () => incoming.socket.destroy())
  answer.on('close', () => passed.destroy())
  incoming.pipe(passed)
}

export type Doorway = {
  url: string
  leadTo(url: string): void
  shut(): void
  open(): void
  /** Once: what is asked is done, and its answer does not arrive. */
  loseAnswerOf(path: string): void
  stop(): Promise<void>
}
