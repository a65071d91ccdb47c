import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ArchivedEvent } from '../event.ts'
import { contentsOf } from '../fill.ts'
import { openHistory } from '../store.ts'
import { FileWriter, type WrittenFile } from '../write.ts'
import { checkChain, compareChains, daysOf } from './check.ts'
import { ContentCollector, lineOf, parseContents, proofsOf, rootByProof, rootOf } from './content.ts'
import { bodyOf, type Draft, hashOf, type Link, makeLink, noChange, noDay } from './link.ts'
import { filesInFolder, openFolder, verifyFiles } from './verify.ts'
import { sayLink, sayProblem } from './words.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'history-chain-'))
const folder = join(data_dir, 'history')
afterAll(() => rmSync(data_dir, { recursive: true }))

const eventsOf = (tracker_id: number, count: number, day = '2026-11-20'): ArchivedEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    id: tracker_id * 1000 + i,
    tracker_id,
    fix_at: Date.parse(day) * 1000 + i * 1e6,
    received: Date.parse(day) * 1000 + i * 1e6 + 5,
    event: 'position',
    alarm: null,
    valid: true,
    longitude: 174.5 + i / 1000,
    latitude: -36.5,
    altitude: 12.3,
    heading: null,
    speed: i / 7,
    accuracy: null,
    outside_boundary: null,
    repeated: false,
    late: false,
    boundary_id: null,
    attributes: '{"battery": 50}',
    digest: i,
  }))

const days = ['2026-11-20', '2026-11-21', '2026-11-22']
const written = new Map<string, WrittenFile>()
let links: Link[] = []

/** Each day has three trackers; the second gets a late report later. */
beforeAll(async () => {
  const store = await openHistory({ data_dir, s3_url: null })
  const writer = new FileWriter(store)
  const write = async (day: string, most: number) => {
    await writer.begin({ organisation_id: 7, day })
    for (const tracker_id of [1, 2, 5]) await writer.add(eventsOf(tracker_id, most, day))
    const file = await writer.finish()
    written.set(day, file)
    return file
  }
  for (const day of days) add(draftOf(await write(day, 30), 'closed'))
  const replaced = written.get(days[1]!)!
  add({ ...draftOf(await write(days[1]!, 31), 'late'), change: { ...noChange, late: 3 } })
  rmSync(join(folder, replaced.backend_key))
  await writer.close()
})

function draftOf({ day, bytes, events, sha256, contents, backend_key }: WrittenFile, kind: Draft['kind']): Draft {
  const content = rootOf(parseContents([contents]))
  const files = [{ name: basename(backend_key), bytes, reports: events, sha256 }]
  return { ...noDay, organisation_id: 7, kind, day, reports: events, content, files, note: null }
}

function add(draft: Draft) {
  links = [...links, makeLink(links.at(-1) ?? null, draft, `2026-11-2${links.length}T00:00:00.000000Z`)]
}

/** The chain of an attacker who can write to the database: all hashes follow from each other. */
function forgeFrom(number: number, change: (body: Record<string, unknown>) => void): Link[] {
  let last: Link | null = null
  return links.map((link) => {
    const body = { ...bodyOf(link), previous: last?.hash ?? bodyOf(link).previous } as Record<string, unknown>
    if (link.number === number) change(body)
    const text = JSON.stringify(body)
    last = { number: link.number, body: text, hash: hashOf(text) }
    return last
  })
}

describe('the content of a day', () => {
  it('is that of its reports, however they are written, and proves the day of one tracker', async () => {
    const { contents, day, backend_key, bytes } = written.get(days[0]!)!
    const store = openFolder(folder)
    const part = { organisation_id: 7, day, backend: 'disk', backend_key, bytes, loadDigests: async () => null }
    expect(await contentsOf(store, part)).toBe(contents)
    // Rows of the database have fewer digits, and other ids.
    const collector = new ContentCollector()
    for (const id of [1, 2, 5]) collector.add(eventsOf(id, 30).map((event) => ({ ...event, id: event.id + 1 })))
    expect(collector.finish()).toBe(contents)

    const trackers = parseContents([contents])
    for (const { tracker_id } of trackers)
      expect(proofsOf(trackers, tracker_id).map(rootByProof)).toEqual([rootOf(trackers)])
    expect(proofsOf(trackers, 3)).toEqual([])
    const proof = proofsOf(trackers, 2)[0]!
    expect(rootByProof({ ...proof, reports: 29 })).not.toBe(rootOf(trackers))
    expect(lineOf(eventsOf(1, 1)[0]!)).toContain('12.300000190734863')
  })
})

describe('a chain', () => {
  it('that is whole has no problem, and says which reports came late', () => {
    expect(checkChain(7, links)).toEqual([])
    expect(compareChains(links.slice(0, 2), links)).toEqual([])
    const { link } = daysOf(links).get(days[1]!)!
    expect(sayLink(link)).toContain('2026-11-21: reports that arrived later were added (3 late); 93 reports since')
  })

  it.each<[string, (all: Link[]) => Link[], ReturnType<typeof checkChain>]>([
    [
      'a changed link',
      ([first, ...others]) => [{ ...first!, body: first!.body.replace('"reports":90', '"reports":89') }, ...others],
      [{ problem: 'link_changed', link: 1 }],
    ],
    ['a removed link', ([a, , c, d]) => [a!, c!, d!], [{ problem: 'link_removed', from: 2, to: 2 }]],
    [
      'a link with a hash of its own',
      ([a, b, ...others]) => {
        const body = b!.body.replace('"reports":90', '"reports":89')
        return [a!, { number: 2, body, hash: hashOf(body) }, ...others]
      },
      [{ problem: 'chain_rewritten', link: 3 }],
    ],
  ])('tells %s', (_, change, expected) => {
    expect(checkChain(7, change(links))).toEqual(expected)
  })

  it('that was rewritten as a whole, or cut, is shown by an earlier export', () => {
    const forged = forgeFrom(2, (body) => {
      body.reports = 1
    })
    expect(checkChain(7, forged)).toEqual([])
    expect(compareChains(links, forged)).toEqual([{ problem: 'chain_rewritten', link: 2 }])
    expect(compareChains(links, links.slice(0, 2))).toEqual([{ problem: 'links_cut', from: 3, to: 4 }])
    const restored = [...links.slice(0, 2)]
    restored.push(makeLink(restored.at(-1)!, { ...noDay, organisation_id: 7, kind: 'restored', note: {} }, 'now'))
    restored.push(makeLink(restored.at(-1)!, { ...noDay, organisation_id: 7, kind: 'moved', note: {} }, 'now'))
    expect(compareChains(links, restored)).toEqual([{ problem: 'restored_since', link: 3 }])
  })
})

describe('files', () => {
  const paths = () => days.map((day) => join(folder, written.get(day)!.backend_key))
  let intact: Buffer[] = []
  beforeEach(() => {
    if (intact.length === 0) intact = paths().map((path) => readFileSync(path))
    for (const [i, path] of paths().entries()) writeFileSync(path, intact[i]!)
  })
  const verify = (chain = links, is_complete = false) =>
    verifyFiles(openFolder(folder), { days: daysOf(chain), found: filesInFolder(folder, 7), is_complete })

  it('that are as the chain says have no problem', async () => {
    expect(await verify()).toEqual([])
  })

  it('tell a changed byte from a removed day, and both from another file', async () => {
    const [changed, longer, removed] = paths() as [string, string, string]
    const bytes = Buffer.from(intact[0]!)
    bytes[200]! ^= 1
    writeFileSync(changed, bytes)
    // Readers of Parquet begin at the end.
    writeFileSync(longer, Buffer.concat([intact[1]!.subarray(0, 4), Buffer.from('PAR1'), intact[1]!.subarray(4)]))
    rmSync(removed)
    const found = await verify()
    expect(found.map(({ problem }) => problem)).toEqual(['content_changed', 'content_changed', 'day_removed'])
    expect(found.map(sayProblem).join('\n')).toMatch(
      /2026-11-20: bytes were changed[\s\S]*2026-11-22: the day was removed/,
    )
  })

  it('tell bytes that say the same from others', async () => {
    // After the magic number that a file begins with no reader looks at.
    const [path] = paths()
    const bytes = Buffer.from(intact[0]!)
    bytes[0] = 0x50 ^ 1
    writeFileSync(path!, bytes)
    expect(await verify()).toMatchObject([{ day: '2026-11-20', problem: 'bytes_changed' }])
  })

  it('that no link names are shown where the database names them, such as after links were removed', async () => {
    expect(await verify(links.slice(0, 2), true)).toMatchObject([
      // Its late report came with the fourth link, and another file.
      { day: '2026-11-21', problem: 'file_replaced' },
      { day: '2026-11-22', problem: 'waiting' },
    ])
    const other = join(folder, 'organisation=7/day=2026-11-20', `${randomUUID()}.parquet`)
    writeFileSync(other, 'x')
    expect(await verify(links, true)).toMatchObject([{ day: '2026-11-20', problem: 'unknown_file' }])
    rmSync(other)
  })
})
