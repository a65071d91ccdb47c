import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { scheduleApplies } from '#db/schedule.ts'
import type { Network } from '../network.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

const days = [1, 2, 3, 4, 5, 6, 7]
const timezone = 'Pacific/Auckland'
const schedules = [
  { timezone, weekly: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }] },
  { timezone, weekly: [{ days, from: '22:00', to: '06:00' }] },
  { timezone, weekly: [{ days: [6], from: '22:00', to: '06:00' }] },
  { timezone, weekly: [{ days, from: '02:15', to: '02:45' }] },
  { timezone, weekly: [{ days: [7], from: '00:00', to: '00:00' }] },
  { timezone: 'America/New_York', weekly: [{ days: [6, 7], from: '01:30', to: '03:15' }] },
]

it.each(schedules)(
  'the database evaluates a schedule like the program, every quarter of an hour over both changes of the clocks: %j',
  async (schedule) => {
    const times = ['2026-09-25T00:00:00Z', '2027-04-02T00:00:00Z'].flatMap((from) =>
      Array.from({ length: 4 * 96 }, (_, i) => new Date(Date.parse(from) + i * 900_000)),
    )
    const { rows } = await sql<{ applies: boolean }>`
    select schedule_applies(${JSON.stringify(schedule)}::jsonb, t::timestamptz) as applies
    from unnest(${times.map((time) => time.toISOString())}::text[]) with ordinality as u (t, i) order by i`.execute(
      network.db,
    )
    const wrong = times.filter((time, i) => scheduleApplies(schedule, time) !== rows[i]!.applies)
    expect(wrong).toEqual([])
    expect(new Set(rows.map((row) => row.applies)).size).toBe(2)
  },
)

it('a boundary stores its schedule, and refuses an invalid one', async () => {
  const geometry = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  }
  const { data } = await network.admin.create('boundary', { name: 'Yard', geometry, schedule: schedules[0]! })
  expect(data.schedule).toEqual(schedules[0])
  expect((await network.admin.update('boundary', { id: data.id, schedule: null })).data.schedule).toBe(null)
  const wrong = { ...schedules[0]!, timezone: 'Pacific/Atlantis' }
  await expect(network.admin.update('boundary', { id: data.id, schedule: wrong })).rejects.toMatchObject({
    field: 'schedule',
  })
})
