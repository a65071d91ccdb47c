import { randomInt } from 'node:crypto'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChangedEvents } from '../changes/events.ts'
import { DamagedHistory } from '../errors.ts'
import type { ArchivedEvent } from '../event.ts'
import type { Part } from '../parts.ts'
import { readEvents } from '../read.ts'
import { openHistory } from '../store.ts'
import { FileWriter } from '../write.ts'
import { BLOCK } from './blocks.ts'

const FLIPS = Number(process.env.FLIPS ?? 200)
const data_dir = mkdtempSync(join(tmpdir(), 'history-flips-'))
const [first_at, trackers, each] = [Date.UTC(2026, 10, 20) * 1000, 10, 900]
let part: Part
let other: Part
let intact: Buffer
let expected: Map<number, unknown[]>
const pathOf = ({ backend_key }: Part) => join(data_dir, 'history', backend_key)

beforeAll(async () => {
  const store = await openHistory({ data_dir, s3_url: null })
  const writer = new FileWriter(store)
  const write = async (organisation_id: number): Promise<Part> => {
    await writer.begin({ organisation_id, day: '2026-11-20' })
    for (let tracker_id = 1; tracker_id <= trackers; tracker_id++) await writer.add(eventsOf(tracker_id))
    const file = await writer.finish()
    return { ...file, part: 0, loadDigests: async () => file.block_digests }
  }
  part = await write(7)
  other = await write(8)
  await writer.close()
  intact = readFileSync(pathOf(part))
  expected = new Map()
  for (let id = 1; id <= trackers; id++) expected.set(id, await read(id))
})
afterAll(() => rmSync(data_dir, { recursive: true }))

/** Fewer kinds of values than in life, so that as many bytes as possible decide about a value. */
function eventsOf(tracker_id: number): ArchivedEvent[] {
  return Array.from({ length: each }, (_, i) => ({
    id: tracker_id * 10_000 + i,
    tracker_id,
    fix_at: first_at + i * 1e6,
    received: first_at + i * 1e6 + randomInt(1e6),
    event: 'position',
    alarm: i % 50 ? null : 'sos',
    valid: true,
    longitude: 174 + Math.random(),
    latitude: -36.5,
    altitude: Math.fround(Math.random() * 50),
    heading: null,
    speed: Math.fround(i / 7),
    accuracy: null,
    outside_boundary: i % 2 === 0,
    repeated: false,
    late: false,
    boundary_id: 4,
    attributes: `{"battery": ${i % 100}}`,
    digest: randomInt(2 ** 47),
  }))
}

/** By a process that has not opened the file before. */
async function read(tracker_id: number) {
  const store = await openHistory({ data_dir, s3_url: null })
  const rows = []
  const query = { filter: { tracker_ids: new Set([tracker_id]) }, order: 'fix_at' } as const
  for await (const page of readEvents(
    store,
    { parts: [part], removed: new Set(), changed: new ChangedEvents() },
    query,
  ))
    rows.push(...page)
  return rows
}

async function check(): Promise<void> {
  const store = await openHistory({ data_dir, s3_url: null })
  await store.digest(part)
}

const damaged = { name: 'DamagedHistory', organisation_id: 7, day: '2026-11-20' }

describe('a file of a closed day', () => {
  it(`never gives wrong rows after one of its bits was flipped (${FLIPS} of them)`, async () => {
    expect(intact.length).toBeGreaterThan(5 * BLOCK)
    let refused = 0
    for (let n = 0; n < FLIPS; n++) {
      // Each block, and the first and last bytes of the file.
      const at =
        n < 8
          ? n
          : n < 24
            ? intact.length - 1 - (n - 8)
            : Math.floor(((n - 24 + Math.random()) / (FLIPS - 24)) * intact.length)
      const bytes = Buffer.from(intact)
      bytes[at]! ^= 1 << randomInt(8)
      writeFileSync(pathOf(part), bytes)
      const tracker_id = 1 + (n % trackers)
      const found = await read(tracker_id).catch((error) => error)
      if (found instanceof DamagedHistory) refused++
      else expect(found, `bit of byte ${at}`).toEqual(expected.get(tracker_id))
      if (found instanceof Error) expect(found, `bit of byte ${at}`).toMatchObject(damaged)
      if (n % 10 === 0) await expect(check()).rejects.toMatchObject(damaged)
    }
    expect(refused).toBeGreaterThan(FLIPS / 20)
    writeFileSync(pathOf(part), intact)
    await check()
  })

  it.each<[string, () => void]>([
    ['is cut off', () => truncateSync(pathOf(part), intact.length - 1)],
    ['is cut to its half', () => truncateSync(pathOf(part), Math.floor(intact.length / 2))],
    ['is empty', () => truncateSync(pathOf(part), 0)],
    ['is that of another organisation', () => copyFileSync(pathOf(other), pathOf(part))],
    ['is missing', () => rmSync(pathOf(part))],
  ])('that %s is refused', async (_what, damage) => {
    damage()
    await expect(read(3)).rejects.toMatchObject(damaged)
    await expect(check()).rejects.toMatchObject(damaged)
    writeFileSync(pathOf(part), intact)
  })

  it('with bytes behind its end gives its rows, and is found by a check', async () => {
    appendFileSync(pathOf(part), 'x')
    expect(await read(3)).toEqual(expected.get(3))
    await expect(check()).rejects.toThrow(/longer/)
    writeFileSync(pathOf(part), intact)
  })

  it('is refused with digests of another size', async () => {
    const { loadDigests } = part
    part.loadDigests = async () => (await other.loadDigests())!.slice(0, 44)
    await expect(read(3)).rejects.toMatchObject(damaged)
    part.loadDigests = loadDigests
  })
})
