import { describe, expect, it } from 'vitest'
import { readTrack } from './parse.ts'

const read = async (content: unknown) => {
  const { fixes, ...counts } = await readTrack(new Blob([textOf(content)]))
  return { fixes: [...fixes], ...counts }
}
const textOf = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content))
const at = '2024-05-01T10:00:00.000Z'
const fix = (lon: number, lat: number, more = {}) => ({
  fix_at: at,
  position: { type: 'Point', coordinates: [lon, lat] },
  ...more,
})

describe('a track', () => {
  it.each([
    ['CSV', 'Time;Latitude;Longitude;Course\n2024-05-01 10:00:00;48,5;-2,25;360\n', fix(-2.25, 48.5, { heading: 0 })],
    ['CSV with seconds', 'timestamp,lat,lon\n1714557600,48.5,180\n', fix(180, 48.5)],
    [
      'Records.json',
      { locations: [{ latitudeE7: 485000000, longitudeE7: -22500000, timestampMs: '1714557600000', accuracy: 20 }] },
      fix(-2.25, 48.5, { accuracy: 20 }),
    ],
    [
      'Timeline of Android',
      { semanticSegments: [{ timelinePath: [{ point: '48.5°, -2.25°', time: '2024-05-01T12:00:00.000+02:00' }] }] },
      fix(-2.25, 48.5),
    ],
    [
      'raw signals of Android',
      { rawSignals: [{ position: { LatLng: '48.5°, -2.25°', timestamp: at, speedMetersPerSecond: 3 } }, {}] },
      fix(-2.25, 48.5, { speed: 3 }),
    ],
    [
      'Timeline of iOS',
      [
        {
          startTime: '2024-05-01T11:55:00.000+02:00',
          timelinePath: [{ point: 'geo:48.5,-2.25', durationMinutesOffsetFromStartTime: '5' }],
        },
      ],
      fix(-2.25, 48.5),
    ],
    [
      'GeoJSON',
      {
        type: 'Feature',
        properties: { coordTimes: [at] },
        geometry: { type: 'LineString', coordinates: [[-2.25, 48.5, 12]] },
      },
      fix(-2.25, 48.5, { altitude: 12 }),
    ],
  ])('is read from %s', async (_, content, expected) => {
    expect(await read(content)).toEqual({ fixes: [expected], timeless: 0, placeless: 0, damaged: 0 })
  })

  it('is in the order of time, without points that have no time or position', async () => {
    const lines = ['2024-05-02,0,0', '2024-05-02T00:00:00Z,1,1', '2024-05-01T00:00:00Z,2,2', 'soon,1,1', `${at},91,0`]
    const { fixes, ...counts } = await read(`time,lat,lon\n${lines.join('\n')}`)
    expect(fixes.map(({ fix_at }) => fix_at.slice(8, 10))).toEqual(['01', '02'])
    expect(counts).toEqual({ timeless: 1, placeless: 2, damaged: 0 })
  })

  it.each([
    ['zipped', 'PK\u0003\u0004'],
    ['broken', '{"locations":[{"latitudeE7":48'],
    ['unknown', 'a,b\n1,2\n'],
    ['empty', '{"locations":{}}'],
    ['unknown', ''],
  ])('is refused as %s: %j', async (reason, content) => {
    await expect(read(content)).rejects.toMatchObject({ reason })
  })
})
