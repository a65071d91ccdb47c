import { hash } from 'node:crypto'
import type { Client } from '#api/client.ts'
import type { TimedPoint } from './tracks/times.ts'

/**
 * The tracker number of a track, the same each time. The prefix `replay-` keeps it apart from real devices, which would
 * be locked out when their token is replaced.
 */
export function numberOf(...names: string[]): string {
  const parts = names.map((name) =>
    plain(name)
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  )
  const number = ['replay', ...parts.filter(Boolean)].join('-')
  return number.length <= 64 ? number : `${number.slice(0, 55)}-${hash('sha256', number).slice(0, 8)}`
}

/** Removes diacritics: Whangārei becomes Whangarei. */
const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}+/gu, '')

/** Finds the tracker, or creates it in the operator's first organisation. Replaces its token. */
export async function openTracker(
  client: Client,
  number: string,
  name: string,
): Promise<{ id: number; token: string }> {
  const { data } = await client.list('tracker', { number })
  if (data[0]) {
    const { data: renewed } = await client.call('POST', 'tracker/token', { id: data[0].id })
    return { id: renewed.id, token: renewed.device_token }
  }
  const { data: made } = await client.create('tracker', { number, name: name.slice(0, 200) })
  return { id: made.id, token: made.device_token as string }
}

/** Counts the stored events of a tracker in the time of a track. */
export async function countStored(client: Client, tracker_id: number, points: TimedPoint[]): Promise<Stored> {
  const from = new Date(points[0]!.ts).toISOString()
  const to = new Date(points.at(-1)!.ts + 1).toISOString()
  const total = async (filter: { outside_boundary?: boolean; repeated?: boolean }) =>
    (await client.list('trackerevent', { tracker_id, from, to, limit: 1, ...filter })).info.total
  return {
    stored: await total({}),
    outside: await total({ outside_boundary: true }),
    repeated: await total({ repeated: true }),
  }
}

export type Stored = { stored: number; outside: number; repeated: number }
