import { describe, expect, it } from 'vitest'
import { readTrack } from './parse.ts'

const read = async (...parts: BlobPart[]) => {
  const { fixes, ...counts } = await readTrack(new Blob(parts))
  return { fixes: [...fixes], ...counts }
}
const none = { timeless: 0, placeless: 0, damaged: 0 }

/** A file of Garmin's format with one definition of the fields, and messages of bytes. */
function fitFile(
  fields: [number: number, size: number, type: number][],
  messages: number[][],
  header = 0,
): Uint8Array<ArrayBuffer> {
  const data = [0x40, 0, 0, 20, 0, fields.length, ...fields.flat(), ...messages.flatMap((bytes) => [header, ...bytes])]
  const head = [14, 0x20, 0, 8, ...int32(data.length), ...Buffer.from('.FIT'), 0, 0]
  const bytes = [...head, ...data]
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return Uint8Array.from([...bytes, crc & 0xff, crc >> 8])
}
const int32 = (value: number) => [...new Uint8Array(Int32Array.of(value).buffer)]
const uint16 = (value: number) => [value & 0xff, value >> 8]
const semicircles = (degrees: number) => int32(Math.round((degrees * 2 ** 31) / 180))
const MAY = Date.parse('2024-05-01T10:00:00Z') / 1000 - 631_065_600
const usual: [number, number, number][] = [
  [253, 4, 0x86],
  [0, 4, 0x85],
  [1, 4, 0x85],
  [2, 2, 0x84],
  [6, 2, 0x84],
]
const record = (time: number, lat = -36.85) => [
  ...int32(time),
  ...semicircles(lat),
  ...semicircles(174.75),
  ...uint16((12 + 500) * 5),
  ...uint16(2500),
]

describe('a FIT file', () => {
  it('has its records, of several files in one, too', async () => {
    const file = fitFile(usual, [record(MAY), record(MAY + 1, 180), record(1000)])
    const { fixes, ...counts } = await read(file, fitFile(usual, [record(MAY + 60)]))
    expect(fixes).toMatchObject([
      { fix_at: '2024-05-01T10:00:00.000Z', altitude: 12, speed: 2.5 },
      { fix_at: '2024-05-01T10:01:00.000Z' },
    ])
    expect(fixes[0]!.position.coordinates).toEqual([expect.closeTo(174.75, 6), expect.closeTo(-36.85, 6)])
    // South of the pole, and a time since the device was switched on.
    expect(counts).toEqual({ ...none, placeless: 1, timeless: 1 })
  })

  it('has times in five bits, which follow the last one', async () => {
    const fields = usual.slice(1, 3)
    const place = [...semicircles(-36), ...semicircles(174)]
    const { timeless } = await read(fitFile(fields, [place], 0x80))
    expect(timeless).toBe(1)
  })

  const whole = fitFile(usual, [record(MAY)])
  it.each([
    ['is truncated', whole.subarray(0, -5)],
    ['claims 4 GB', Uint8Array.from(whole, (byte, i) => (i >= 4 && i < 8 ? 0xff : byte))],
    ['is damaged', Uint8Array.from(whole, (byte, i) => (i === 40 ? byte ^ 1 : byte))],
    ['has messages without a definition', fitFile(usual, [record(MAY)], 1)],
    ['has a message that is too short', fitFile(usual, [record(MAY).slice(1)])],
  ])('that %s is refused', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ reason: 'broken' })
  })
})

const sentence = (body: string) => {
  const sum = [...Buffer.from(body)].reduce((all, byte) => all ^ byte, 0)
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`
}
const rmc = (time: string, date = '010524', status = 'A') =>
  sentence(`GPRMC,${time},${status},3651.0000,S,17445.0000,E,10.0,90.0,${date},,`)
const gga = (time: string, quality = 1) =>
  sentence(`GNGGA,${time},3651.0000,S,17445.0000,E,${quality},08,0.9,12.5,M,,M,,`)

describe('a log of NMEA', () => {
  it('has a position for each second, with the altitude of GGA before or after it', async () => {
    const log = [
      'junk\n',
      gga('100000.00'),
      rmc('100000.00'),
      rmc('100001'),
      gga('100001'),
      rmc('100002', '010524', 'V'),
    ]
    const { fixes, ...counts } = await read(...log, '12:00:05 ', rmc('100003'))
    expect(fixes.map(({ fix_at, altitude }) => [fix_at.slice(11, 19), altitude])).toEqual([
      ['10:00:00', 12.5],
      ['10:00:01', 12.5],
      ['10:00:03', undefined],
    ])
    expect(fixes[0]).toMatchObject({
      position: { coordinates: [174.75, -36.85] },
      heading: 90,
      speed: expect.closeTo(5.1444, 3),
    })
    expect(counts).toEqual(none)
  })

  it('of GGA alone takes the day from ZDA, and passes midnight', async () => {
    const zda = sentence('GPZDA,235959,01,05,2024,00,00')
    const { fixes } = await read(zda, gga('235959'), gga('000001'), gga('000002', 0))
    expect(fixes.map(({ fix_at }) => fix_at.slice(0, 19))).toEqual(['2024-05-01T23:59:59', '2024-05-02T00:00:01'])
    expect(await read(gga('100000'))).toMatchObject({ fixes: [], timeless: 1 })
  })

  it('counts damaged lines, and positions and times that are not possible', async () => {
    const broken = rmc('100000').replace('3651', '3652')
    const far = sentence('GPRMC,100001,A,9951.0000,S,17445.0000,E,,,010524,,')
    const late = sentence('GPRMC,256001,A,3651.0000,S,17445.0000,E,,,010524,,')
    const never = rmc('100002', '310224')
    expect(await read(broken, far, late, never)).toMatchObject({ damaged: 1, placeless: 1, timeless: 1 })
  })
})

describe('a file of OwnTracks Recorder', () => {
  const line = (message: unknown) => `2024-05-01T10:00:05Z\t*                 \t${JSON.stringify(message)}\n`
  const location = { _type: 'location', tst: 1714557600, lat: -36.85, lon: 174.75, alt: 12, cog: 90, vel: 36, acc: 5 }

  it('has its locations, by their own times', async () => {
    const others = [
      line({ _type: 'lwt', tst: 1 }),
      line({ _type: 'encrypted', data: 'x' }),
      line(location).slice(0, 60),
    ]
    expect(await read(line(location), ...others)).toEqual({
      fixes: [
        {
          fix_at: '2024-05-01T10:00:00.000Z',
          position: { type: 'Point', coordinates: [174.75, -36.85] },
          altitude: 12,
          heading: 90,
          speed: 10,
          accuracy: 5,
        },
      ],
      ...none,
      placeless: 1,
      damaged: 1,
    })
  })

  it('counts what has no time, or one before 1970', async () => {
    expect(await read(line({ ...location, tst: -1 }), line({ ...location, tst: null }))).toMatchObject({ timeless: 2 })
  })
})
