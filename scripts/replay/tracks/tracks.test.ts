import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { readTracks } from './index.ts'
import { fillTimes, parseTime } from './times.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracks-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(name: string, content: string | Buffer) {
  writeFileSync(join(folder, name), content)
  const { tracks, problems } = await readTracks(join(folder, name))
  return { tracks, problems: problems.first.map(({ line, reason }) => `${line}: ${reason}`), count: problems.count }
}

const at = (iso: string) => Date.parse(iso)
const gpx = (inside: string, version = '1.1') => {
  const namespace = `http://www.topografix.com/GPX/${version.replace('.', '/')}`
  return `<?xml version="1.0"?>\n<gpx version="${version}" xmlns="${namespace}">\n${inside}\n</gpx>`
}

describe('a time', () => {
  test.each([
    ['2026-11-20T00:00:00Z', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T13:00:00+13:00', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T00:00:00', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20 00:00:00.25', '2026-11-20T00:00:00.250Z'],
    ['2026/11/20 9:05', '2026-11-20T09:05:00.000Z'],
    ['2026-11-20 10:00:00 UTC', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['1795132800', '2026-11-20T00:00:00.000Z'],
    ['1795132800.5', '2026-11-20T00:00:00.500Z'],
    ['1795132800500', '2026-11-20T00:00:00.500Z'],
  ])('%s is %s', (text, iso) => expect(parseTime(text)).toBe(at(iso)))

  test.each(['yesterday', '20/11/2026', '2026-13-01T00:00:00Z', '1812-06-24', '9999999999999'])(
    '%s is not a time',
    (text) => expect(parseTime(text)).toBeNaN(),
  )

  test.each([undefined, '', '  '])('%o is empty', (text) => expect(parseTime(text)).toBeNull())
})

describe('points without a time', () => {
  const times = (timestamps: (number | null)[], start: number | null = null) =>
    fillTimes(
      timestamps.map((ts) => ({ lat: 0, lon: 0, ts, speed: null, heading: null, altitude: null })),
      start,
    ).map(({ ts }) => ts)

  test.each([
    ['follow the previous timed point', [5000, null, null, 60_000, null], null, [5000, 6000, 7000, 60_000, 61_000]],
    ['precede the first timed point', [null, null, 5000], null, [3000, 4000, 5000]],
    ['begin when the file was made', [null, null], 9000, [9000, 10_000]],
    ['begin in 2000 without any time', [null, null], null, [at('2000-01-01'), at('2000-01-01') + 1000]],
  ] as const)('%s', (_, timestamps, start, expected) => expect(times([...timestamps], start)).toEqual(expected))
})

describe('GPX', () => {
  test('1.1 with segments, speed in extensions, and waypoints left out', async () => {
    const { tracks, problems } = await read(
      'one.gpx',
      gpx(`<wpt lat="1" lon="1"/><trk><name>Rēweti &amp; co</name>
        <trkseg><trkpt lat="-36.85" lon="174.76"><ele>12.5</ele><time>2026-11-20T00:00:00Z</time>
          <extensions><x:TrackPointExtension xmlns:x="y">
            <x:speed>3.5</x:speed><x:course>-90</x:course>
          </x:TrackPointExtension></extensions>
        </trkpt></trkseg>
        <trkseg><trkpt lat="-36.86" lon="174.77"/></trkseg></trk>`),
    )
    expect(problems).toEqual([])
    const ts = at('2026-11-20')
    expect(tracks).toEqual([
      {
        name: 'Rēweti & co',
        points: [
          { lat: -36.85, lon: 174.76, ts, speed: 3.5, heading: 270, altitude: 12.5 },
          { lat: -36.86, lon: 174.77, ts: ts + 1000, speed: null, heading: null, altitude: null },
        ],
      },
    ])
  })

  test('1.0 with speed and course of its own, several tracks, and a time of the file', async () => {
    const point = '<trkpt lat="45.5" lon="14.2"><speed>2</speed><course>45</course></trkpt>'
    const track = `<trk><trkseg>${point}</trkseg></trk>`
    const { tracks } = await read(
      'two.gpx',
      gpx(`<time>2010-10-04T05:13:19Z</time><trk><trkseg/></trk>${track}${track}`, '1.0'),
    )
    expect(tracks.map(({ name }) => name)).toEqual(['two 2', 'two 3'])
    expect(tracks[0]!.points[0]).toMatchObject({ speed: 2, heading: 45, ts: at('2010-10-04T05:13:19Z') })
  })

  test('bad points are named with their lines', async () => {
    const { tracks, problems } = await read(
      'bad.gpx',
      gpx(
        `<trk><trkseg>
          <trkpt lat="91" lon="0"/>
          <trkpt lat="1" lon="2"/>
          <trkpt lon="0"/>
          <trkpt lat="1" lon="0">
            <time>noon</time>
          </trkpt></trkseg></trk>`,
      ),
    )
    expect(problems).toEqual([
      '4: latitude "91" is not between -90 and 90',
      '6: no latitude',
      '7: time "noon" is not one between 1970 and 2100',
    ])
    expect(tracks[0]!.points).toHaveLength(1)
  })

  test('a truncated file gives its readable part', async () => {
    const { tracks, count } = await read('half.gpx', '<gpx><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lo')
    expect(tracks[0]!.points).toHaveLength(1)
    expect(count).toBe(1)
  })

  test.each(['hello', '', '<html><body/></html>'])('%o is not GPX', async (text) => {
    await expect(read('not.gpx', text)).rejects.toThrow(/not\.gpx: is not GPX/)
  })
})

describe('CSV', () => {
  test.each([
    ['lat,lng,datetime\n-36.85,174.76,2026-11-20 00:00:00'],
    ['\uFEFFLongitude;Latitude;Timestamp\n174,76;-36,85;1795132800'],
    ['date\ttime\tlon\tlat\n2026-11-20\t00:00\t174.76\t-36.85'],
    ['"GPS Lat","GPS Lon","time"\r\n"-36.85","174.76","2026-11-20T13:00:00+13:00"\r\n'],
  ])('%o', async (text) => {
    const { tracks, problems } = await read('a.csv', text)
    expect(problems).toEqual([])
    expect(tracks).toEqual([
      { name: 'a', points: [expect.objectContaining({ lat: -36.85, lon: 174.76, ts: at('2026-11-20') })] },
    ])
  })

  test('a column of devices gives a track of each', async () => {
    const { tracks } = await read(
      'fleet.csv.gz',
      gzipSync('imei,lat,lon,speed (km/h),course,ele\n1,0,1,36,370,5\n2,0,2,,,\n1,0,3,x,,'),
    )
    expect(tracks.map(({ name, points }) => [name, points.map(({ lon }) => lon)])).toEqual([
      ['1', [1, 3]],
      ['2', [2]],
    ])
    expect(tracks[0]!.points[0]).toMatchObject({ speed: 10, heading: 10, altitude: 5 })
    expect(tracks[0]!.points[1]).toMatchObject({ speed: null })
  })

  test('bad rows are counted, and named with their lines', async () => {
    const { tracks, problems, count } = await read(
      'b.csv',
      'lat,lon,time\n1,2,\n\n,2,\nx,2,\n1,200,\n1\n1,2,soon\n3,4,',
    )
    expect(tracks[0]!.points).toHaveLength(2)
    expect(count).toBe(5)
    expect(problems).toEqual([
      '4: no latitude',
      '5: latitude "x" is not between -90 and 90',
      '6: longitude "200" is not between -180 and 180',
      '7: no longitude',
      '8: time "soon" is not one between 1970 and 2100',
    ])
  })

  test.each([
    ['c.csv', 'a,b\n1,2', /no columns for latitude and longitude/],
    ['d.csv', '', /is empty/],
    ['e.csv.gz', 'lat,lon', /not a complete gzip file/],
    ['f.kml', '<kml/>', /neither \.gpx nor \.csv/],
  ])('%s cannot be read', async (name, text, reason) => {
    await expect(read(name, text)).rejects.toThrow(reason)
  })
})
