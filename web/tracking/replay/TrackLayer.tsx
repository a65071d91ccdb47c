import type { Feature, Position } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { outsideRanges, type Track } from './track.ts'

/** The track of a tracker in its own colour, with the parts outside outlined in red. */
export function TrackLayer({ id, track, line, colour }: Props) {
  const way = useMemo(() => feature([track.map(positionOf)]), [track])
  const outside = useMemo(() => feature(redLines(track)), [track])
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  return (
    <>
      <Source id={`track-${id}`} type="geojson" data={way}>
        <Layer
          id={`track-casing-${id}`}
          type="line"
          layout={layout}
          paint={{ 'line-color': colour.casing, 'line-width': 5, 'line-opacity': 0.8 }}
        />
        <Layer id={`track-${id}`} type="line" layout={layout} paint={{ 'line-color': line, 'line-width': 3 }} />
      </Source>
      <Source id={`track-outside-${id}`} type="geojson" data={outside}>
        <Layer
          id={`track-outside-${id}`}
          type="line"
          layout={layout}
          paint={{ 'line-color': colour.outside, 'line-width': 10 }}
        />
      </Source>
    </>
  )
}

/** A single fix outside is a dot: a line of zero length with round caps. */
function redLines(track: Track): Position[][] {
  return outsideRanges(track).map(([first, last]) => {
    const line = track.slice(first, last + 1).map(positionOf)
    return line.length > 1 ? line : [line[0]!, line[0]!]
  })
}

const positionOf = ({ lon, lat }: Track[number]): Position => [lon, lat]

function feature(lines: Position[][]): Feature {
  const coordinates = lines.filter((line) => line.length > 1)
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } }
}

type Props = { id: number; track: Track; line: string; colour: Colours }
