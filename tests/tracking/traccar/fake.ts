import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const TOKEN = 'a token of traccar'

/** A Traccar over the wire, with answers as its public API reference describes them. */
export async function startFake(data: FakeData): Promise<Fake> {
  const hostile: Hostile[] = []
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    const path = url.pathname.replace('/api/', '')
    asked.push(`${path}${url.search}`)
    const at = hostile.findIndex((each) => each.path === path)
    const [odd] = at >= 0 ? hostile.splice(at, 1) : []
    if (odd) return odd.answer(response, request)
    if (path !== 'server' && request.headers.authorization !== `Bearer ${TOKEN}`)
      return answer(response, 401, 'HTTP 401')
    if (path === 'server') return answer(response, 200, { id: 1, version: '6.5' })
    if (path === 'positions') return answerPositions(response, url.searchParams, data)
    if (path in data.lists) return answer(response, 200, linked(data, path, url.searchParams))
    answer(response, 404, 'HTTP 404 Not Found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    asked,
    once: (path, of) => void hostile.push({ path, answer: of }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function answer(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function linked({ lists, links = {} }: FakeData, path: string, query: URLSearchParams): unknown[] {
  const entries = lists[path]!
  const subject = query.has('deviceId')
    ? `device ${query.get('deviceId')}`
    : query.has('groupId')
      ? `group ${query.get('groupId')}`
      : null
  if (subject === null) return entries
  const ids = links[path]?.[subject] ?? []
  return entries.filter((entry) => ids.includes(entry.id as number))
}

function answerPositions(
  response: ServerResponse,
  query: URLSearchParams,
  { positions, most = 50_000 }: FakeData,
): void {
  const id = Number(query.get('deviceId'))
  if (!id) {
    const latest = [...positions.values()].flatMap((all) => all.at(-1) ?? [])
    answer(response, 200, latest)
    return
  }
  const [from, to] = [Date.parse(query.get('from')!), Date.parse(query.get('to')!)]
  const within = (positions.get(id) ?? []).filter(({ fixTime }) => {
    const at = Date.parse(String(fixTime))
    return at >= from && at <= to
  })
  answer(response, 200, within.slice(0, most))
}

/** A position as the API reference has it; `more` replaces fields. */
export function position(deviceId: number, at: number, more: object = {}): Row {
  const time = new Date(at).toISOString().replace('Z', '+00:00')
  return {
    id: Math.floor(at / 1000),
    deviceId,
    protocol: 'gt06',
    serverTime: time,
    deviceTime: time,
    fixTime: time,
    outdated: false,
    valid: true,
    latitude: -36.5,
    longitude: 174.75,
    altitude: 12,
    speed: 0,
    course: 0,
    address: null,
    accuracy: 0,
    network: null,
    attributes: {},
    ...more,
  }
}

type Row = Record<string, unknown>
type Hostile = { path: string; answer: (response: ServerResponse, request: IncomingMessage) => void }
export type FakeData = {
  lists: Record<string, Row[]>
  /** Ids of entries by list and subject, such as `device 3`. */
  links?: Record<string, Record<string, number[]>>
  positions: Map<number, Row[]>
  /** Positions in an answer. */
  most?: number
}
export type Fake = {
  url: string
  data: FakeData
  asked: string[]
  /** The next request of a path is answered so. */
  once: (path: string, answer: Hostile['answer']) => void
  stop: () => Promise<void>
}
