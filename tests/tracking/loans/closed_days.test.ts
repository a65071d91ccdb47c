import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { closeThrough, makePartitionsOf } from '../history/closing.ts'
import { type EventRow, makeTracker, midnight, store } from '../history/events.ts'

const DAYS = [5, 4, 3]
const HOUR = 3_600_000

let network: Network
let lender: Organisation
let borrower: Organisation
let van: number
beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  lender = await makeOrganisation(network, 'lender')
  borrower = await makeOrganisation(network, 'borrower')
  van = await makeTracker(network, lender, 'van', lender.user.id)
  await makePartitionsOf(network, DAYS)
})
afterAll(() => network.stop())

/** A report at each hour of the days. Its longitude says when it was: 170 + days ago, and the hour in hundredths. */
const reports = () =>
  DAYS.flatMap((days_ago) =>
    Array.from({ length: 24 }, (_, hour) => {
      const fix_at = new Date(midnight(days_ago) + hour * HOUR).toISOString()
      const position = { lon: 170 + days_ago + hour / 100, lat: -36.5 }
      const verdict = { outside_boundary: null, repeated: false, late: false, boundary_id: null, alarm: null }
      const rest = { altitude: null, heading: null, speed: 5, accuracy: null, attributes: null }
      const of = { organisation_id: lender.id, tracker_id: van, event: 'position', valid: true, digest: hour }
      return { ...of, ...verdict, ...rest, position, fix_at, received: fix_at } as EventRow
    }),
  )

it('days in files are read in the time of the loan, and nothing of the hours before or after it', async () => {
  await store(network, reports())
  const { id } = await network.db
    .insertInto('tracker_loan')
    .values({
      organisation_id: lender.id,
      tracker_id: van,
      borrower_id: borrower.id,
      code_sha256: 'a'.repeat(64),
      state: 'accepted',
      begins_at: new Date(midnight(5) + 20.5 * HOUR).toISOString(),
      ends_at: new Date(Date.now() + HOUR).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const track = async (span: object) =>
    (await borrower.staff.client.act('GET trackerloan/track', { id, ...span })).data.points.map(([, lon]) => lon)
  const days = (from: number, to: number) => ({
    from: new Date(midnight(from)).toISOString(),
    to: new Date(midnight(to)).toISOString(),
  })
  const lent = [175.21, 175.22, 175.23, ...Array.from({ length: 24 }, (_, hour) => 174 + hour / 100)]
  const read = await track(days(5, 3))
  expect(read.slice(0, lent.length)).toEqual(lent)
  await closeThrough(network, 4)
  const { rows } = await network.db
    .selectFrom('tracker_event')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('tracker_id', '=', van)
    .executeTakeFirstOrThrow()
  expect(Number(rows)).toBe(24)
  expect(await track(days(5, 3))).toEqual(read)

  const ended = { ends_at: new Date(midnight(4) + 2.5 * HOUR).toISOString() }
  await network.db.updateTable('tracker_loan').set(ended).where('id', '=', id).execute()
  await expect(track(days(5, 3))).rejects.toMatchObject({ status: 404 })
})
