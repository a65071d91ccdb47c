// Every tracker with its place, a boundary of 500 m around the first, and the open alerts.
//   RINGFENCE_URL=https://tracking.example.com RINGFENCE_KEY=rf_… node fleet.ts
import { setTimeout as wait } from 'node:timers/promises'

const { RINGFENCE_URL, RINGFENCE_KEY } = process.env

/** Sends a request; waits and tries again where the server asks for it. */
async function call<T>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(`${RINGFENCE_URL}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${RINGFENCE_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  if (response.status === 429) {
    await wait(1000 * Number(response.headers.get('retry-after') ?? 1))
    return call(method, path, body, headers)
  }
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${answer.message}`)
  return answer
}

/** Every row of a list, page after page. */
async function* rows<T>(path: string, query: Record<string, string>): AsyncGenerator<T> {
  for (let after: string | null | undefined = ''; after !== null && after !== undefined; ) {
    const search = new URLSearchParams({ ...query, ...(after && { after }) })
    const page: { data: T[]; info: { next?: string | null } } = await call('GET', `${path}?${search}`)
    yield* page.data
    after = page.info.next
  }
}

type Tracker = { id: number; number: string; state: string; position: { coordinates: [number, number] } | null }
type Alert = { tracker_name: string; kind: string; started_at: string }

let first: Tracker | undefined
for await (const tracker of rows<Tracker>('trackers', { sort: 'number', limit: '2' })) {
  const { number, state, position } = tracker
  console.log(number, state, position?.coordinates ?? 'not yet known')
  if (position) first ??= tracker
}

if (first) {
  const circle = { center: first.position!.coordinates, radius_m: 500 }
  // A request that is sent again with the same key makes no second boundary.
  await call('PUT', 'boundary', { name: 'Depot', circle }, { 'idempotency-key': `depot-${first.id}` })
}

for await (const { tracker_name, kind, started_at } of rows<Alert>('alerts', { open: 'true' })) {
  console.log(tracker_name, kind, 'since', started_at)
}
