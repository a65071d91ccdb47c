import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { protocols } from '#gateway/protocols/index.ts'
import { decodeJson } from '#gateway/protocols/json/index.ts'
import { decodeOsmandQuery } from '#gateway/protocols/osmand/index.ts'
import { decodeOsmandJson } from '#gateway/protocols/osmand/json.ts'
import { decodeOwntracks } from '#gateway/protocols/owntracks/index.ts'
import { BadReport, type Report } from '#gateway/protocols/report.ts'
import { decodeFrame } from '#gateway/protocols/shared/decode_frame.ts'
import type { Protocol } from '#gateway/protocols/shared/protocol.ts'

/** A decoder under test. `seeds` are valid inputs to mutate. */
export type Target = {
  name: string
  seeds: Buffer[]
  /** @throws {Error} for any failure other than a `BadReport` */
  run(input: Buffer, options: { forgive: boolean; pieces: number }): { taken: number; reports: Report[] }
}

const frames = join(import.meta.dirname, '../../tests/gateway/protocols/frames')

export const targets: Target[] = [
  ...protocols.map(streamTarget),
  payloadTarget('json', jsonSeeds(), (input) => decodeJson(input)),
  payloadTarget('osmand query', osmandSeeds('GET'), (input) => decodeOsmandQuery(input.toString()).reports),
  payloadTarget('osmand json', osmandSeeds('POST'), (input) => decodeOsmandJson(input).reports),
  payloadTarget('owntracks', bodies('owntracks'), (input) => decodeOwntracks(input).reports),
]

/** A whole connection, as the transport reads it. */
function streamTarget(protocol: Protocol): Target {
  const rows = rowsOf(protocol.name)
  const wire = (i: number) => Buffer.from(rows[i]!.wire_hex!, 'hex')
  const seeds = rows.map((row, i) =>
    typeof row.login === 'number' ? Buffer.concat([wire(row.login), wire(i)]) : wire(i),
  )
  return {
    name: protocol.name,
    seeds: seeds.length > 0 ? seeds : [Buffer.from([0])],
    run(input, { forgive, pieces }) {
      const session = protocol.open()
      const reports: Report[] = []
      let taken = 0
      let start = 0
      for (let piece = 1; piece <= pieces; piece++) {
        const end = Math.floor((input.length * piece) / pieces)
        while (start < end) {
          const framed = refusing(() => protocol.frame(input.subarray(start, end), session))
          if (!framed) break
          if (!(framed.consumed > 0 && framed.consumed <= end - start)) throw new Error(`consumed ${framed.consumed}`)
          start += framed.consumed
          const { frame } = framed
          if (!frame) continue
          const message = refusing(() =>
            decodeFrame(protocol, frame, session, {
              forgive,
              now: NOW,
              week_rollover: protocol.week_rollover ?? false,
            }),
          )
          if (!message) continue
          taken++
          reports.push(...message.reports)
        }
      }
      return { taken, reports }
    },
  }
}

function payloadTarget(name: string, seeds: Buffer[], decode: (input: Buffer) => Report[]): Target {
  return {
    name,
    seeds,
    run(input) {
      const reports = refusing(() => decode(input))
      return { taken: reports ? 1 : 0, reports: reports ?? [] }
    },
  }
}

/** `BadReport` is the correct answer to an invalid message. */
function refusing<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadReport) return null
    throw error
  }
}

const NOW = Date.UTC(2026, 10, 21)

function rowsOf(name: string): Row[] {
  if (!readdirSync(frames).includes(`${name}.jsonl`)) return []
  const text = readFileSync(join(frames, `${name}.jsonl`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line)
    .map((line) => JSON.parse(line))
}

function bodies(name: string): Buffer[] {
  return rowsOf(name).map(({ body }) => Buffer.from(body ?? ''))
}

function osmandSeeds(method: 'GET' | 'POST'): Buffer[] {
  const seeds = rowsOf('osmand').flatMap((row) => {
    const isJson = row.body?.startsWith('{') === true
    if (method === 'POST') return isJson ? [Buffer.from(row.body!)] : []
    return isJson ? [] : [Buffer.from(row.body || (row.url?.split('?')[1] ?? ''))]
  })
  return seeds.length > 0 ? seeds : [Buffer.from(method === 'GET' ? 'id=1&lat=1&lon=2' : '{}')]
}

function jsonSeeds(): Buffer[] {
  return [
    '{"lat":-36.85,"lon":174.76}',
    '{"lat":-36.85,"lon":174.76,"ts":1732060800.5,"speed":12.5,"heading":270,"altitude":40,"accuracy":8}',
    '[{"lat":1,"lon":2,"ts":"2026-11-20T00:00:00Z","battery":87,"charging":true,"event":"sos","seq":17},{"lat":0,"lon":0}]',
    '{"lat":1,"lon":2,"valid":false,"alarm":"tow","attributes":{"driver":"A","nested":{"deep":[1,2,{}]}}}',
  ].map((text) => Buffer.from(text))
}

type Row = { name: string; wire_hex?: string; login?: number | null; method?: string; url?: string; body?: string }
