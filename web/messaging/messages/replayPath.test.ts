import { expect, it } from 'vitest'
import { replayPath } from './replayPath.ts'

const written = '2026-11-21T20:00:00Z'
const happened = '2026-11-21T12:00:00.5Z'
const link = (id: number) => `https://map.example.com/app/map?tracker_id=${id}&at=${encodeURIComponent(happened)}`

it.each([
  ['the moment that its link names', `Truck 7 has left.\n\nOn the map: ${link(7)}`, 7, happened],
  ['when it was written, where it has no link', 'Truck 7 has left.', 7, written],
  ['when it was written, where its link is about another tracker', link(8), 7, written],
])('a message leads to %s', (_moment, text, tracker_id, at) => {
  const path = replayPath({ text, tracker_id, created_at: written })!
  expect(Object.fromEntries(new URL(path, 'http://localhost').searchParams)).toEqual({ tracker: '7', t: at })
})

it('a message without a tracker has no link', () => {
  expect(replayPath({ text: link(7), tracker_id: null, created_at: written })).toBeNull()
})
