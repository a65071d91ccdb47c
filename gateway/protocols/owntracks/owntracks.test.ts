import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeOwntracks } from './index.ts'

const rows = readFileSync(new URL('../../../tests/gateway/protocols/frames/owntracks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('OwnTracks', () => {
  it.each(rows)('reads $name', ({ body, expect: wanted }) => {
    const { reports } = decodeOwntracks(body)
    expect(reports).toHaveLength(wanted.positions.length)
    for (const [i, { fix_at, attributes = {}, ...rest }] of wanted.positions.entries()) {
      expect(reports[i]).toMatchObject({ ...rest, fix_at: Date.parse(fix_at) })
      expect(reports[i]!.attributes ?? {}).toMatchObject(attributes)
    }
  })

  it('reads the reporting mode, and accepts a message without a body', () => {
    expect(decodeOwntracks('{"_type":"location","lat":1,"lon":2,"tst":1497476456,"m":-1}').monitoring).toBe(-1)
    expect(decodeOwntracks('')).toEqual({ kind: 'empty', reports: [], monitoring: null })
  })

  it.each([
    ['[]', 'payload: is not an object'],
    ['{"lat":1}', '_type: is missing'],
    ['{"_type":"location","lon":1}', 'lat: is missing'],
    ['{"_type":"location","lat":1,"lon":181}', 'lon: 181 is not between -180 and 180'],
    ['{"_type":"location","lat":1,"lon":1,"tst":"now"}', 'tst: is not a time'],
    ['{"_type":"transition","lat":1,"lon":1,"event":"stay"}', 'event: is neither enter nor leave'],
    ['{"_type":"encrypted","data":"AAAA"}', '_type: the message is encrypted'],
  ])('refuses %s', (body, reason) => {
    expect(() => decodeOwntracks(body)).toThrow(reason)
  })
})
