import { bboxPolygon } from '@turf/turf'
import { createClient } from '#api/client.ts'
import { ADMIN } from '../bench/stage.ts'
import type { Answers, Box, Day, Visit } from './questions.ts'

type Client = ReturnType<typeof createClient>

/** As the owner of the organisation that was filled. */
export async function signIn(http_port: number): Promise<Client> {
  const base = `http://127.0.0.1:${http_port}`
  const { data } = await createClient({ base }).call('POST', 'user/signin', {
    username: ADMIN.email,
    password: ADMIN.password,
  })
  return createClient({ base, token: () => data.token })
}

/** What Ringfence answers over REST, as its pages ask. */
export async function askRingfence(client: Client, organisation_id: number, box: Box, span: Span): Promise<Answers> {
  return {
    visits: await timed(() => visitsOf(client, organisation_id, box, span)),
    kilometres: await timed(() => kilometresOf(client, organisation_id)),
  }
}

async function visitsOf(client: Client, organisation_id: number, box: Box, { from, to }: Span): Promise<Visit[]> {
  const { west, south, east, north } = box
  const { geometry } = bboxPolygon([west, south, east, north])
  const body = { organisation_id, geometry, from, to }
  const rows: Visit[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { data } = await client.act('POST area/visits', { ...body, ...(after && { after }) })
    if (data.is_cut) throw new Error('A day has more visits than Ringfence lists: choose fewer trackers.')
    for (const { tracker_id, began_at, last_at, reports } of data.visits) {
      if (reports > 0) rows.push({ tracker_id, began: Date.parse(began_at), last: Date.parse(last_at), reports })
    }
    after = data.next
  }
  return rows.sort((a, b) => a.began - b.began || a.tracker_id - b.tracker_id)
}

async function kilometresOf(client: Client, organisation_id: number): Promise<Day[]> {
  const days = new Map<string, number>()
  for (let offset = 0; ; offset += PAGE) {
    const { data } = await client.list('trackerday', { organisation_id, sort: 'day', limit: PAGE, offset })
    for (const { day, distance_m } of data) days.set(day, (days.get(day) ?? 0) + distance_m / 1000)
    if (data.length < PAGE) return [...days].map(([day, kilometres]) => ({ day, kilometres }))
  }
}

async function timed<Row>(ask: () => Promise<Row[]>) {
  const began = performance.now()
  const rows = await ask()
  return { rows, seconds: (performance.now() - began) / 1000 }
}

const PAGE = 1000

export type Span = { from: string; to: string }
