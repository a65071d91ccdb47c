import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { DAY_MS } from '#db/history/tracks/stored_days.ts'
import { wrong } from '../../http/errors.ts'
import type { OpenVisit } from './follow.ts'

/** Where a search continues: its day, and the visits that continue there. It holds what its person may read, no more. */
export function encodeCursor({ day, open }: Cursor): string {
  const visits = [...open].map(([id, { began, last, lon, lat, reports, outside }]) => {
    return [id, began, last, lon, lat, reports, Number(outside)]
  })
  return Buffer.from(JSON.stringify([day / DAY_MS, visits])).toString('base64url')
}

/**
 * @param trackers those that the viewer sees: visits of others are left out
 * @throws {AppError} bad_request
 */
export function decodeCursor(text: string, trackers: ReadonlySet<number>): Cursor {
  const [day, visits] = parse(text)
  const open = new Map<number, OpenVisit>()
  for (const [id, began, last, lon, lat, reports, outside] of visits) {
    if (trackers.has(id!)) {
      open.set(id!, { began: began!, last: last!, lon: lon!, lat: lat!, reports: reports!, outside: outside === 1 })
    }
  }
  return { day: day * DAY_MS, open }
}

function parse(text: string): [number, number[][]] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Value.Check(Shape, value)) return value as [number, number[][]]
  } catch {
    // Said below.
  }
  throw wrong('after', 'is not what an answer has named as next.')
}

const Shape = Type.Tuple([
  Type.Integer({ minimum: 0, maximum: 50_000 }),
  Type.Array(
    Type.Tuple([
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.Number({ minimum: 0, maximum: 8e15 }),
      Type.Number({ minimum: 0, maximum: 8e15 }),
      Type.Number({ minimum: -180, maximum: 180 }),
      Type.Number({ minimum: -90, maximum: 90 }),
      Type.Integer({ minimum: 0, maximum: 1e9 }),
      Type.Integer({ minimum: 0, maximum: 1 }),
    ]),
    { maxItems: 100_000 },
  ),
])

type Cursor = { day: number; open: ReadonlyMap<number, OpenVisit> }
