import type { Client } from '#api/client.ts'
import { dayOf, timeOn } from './events.ts'

export const point = (lon: number, lat: number) => ({ type: 'Point' as const, coordinates: [lon, lat] })
export const at = (days_ago: number, minutes: number) => timeOn(days_ago, minutes * 60e6 + 123_456)

/** What an administrator does with the events of a tracker. */
export function changesBy(of: () => { client: Client; tracker_id: number }) {
  const admin = () => of().client
  const enter = async (days_ago: number, minutes: number, more = {}) =>
    (
      await admin().create('trackerevent', {
        tracker_id: of().tracker_id,
        fix_at: at(days_ago, minutes),
        position: point(174.5, -36.5),
        ...more,
      })
    ).data
  const correct = (id: number, correction: { event?: string; alarm?: string | null }) =>
    admin().call('POST', 'trackerevent', { id, ...correction })
  const remove = (id: number) => admin().call('DELETE', 'trackerevent', { id })
  const eventsOf = async (days_ago: number) => {
    const span = { from: `${dayOf(days_ago)}T00:00:00Z`, to: `${dayOf(days_ago - 1)}T00:00:00Z` }
    return (await admin().list('trackerevent', { tracker_id: of().tracker_id, ...span, sort: 'fix_at', limit: 1000 }))
      .data
  }
  return { admin, enter, correct, remove, eventsOf }
}
