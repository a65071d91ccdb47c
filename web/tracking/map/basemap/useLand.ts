import { useEffect, useState } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { afterTrackers } from '../../kit/afterTrackers.ts'
import { fineZoom, isCoastEnough, wantsCoast, withinCoast } from './detail.ts'
import { type Coast, forgetLand, nearbyLand, worldLand } from './land.ts'
import type { LandRead } from './land.worker.ts'
import type { Box } from './nearby.ts'

/** Degrees to each side, at least: with a margin the map seldom loads again on panning. */
const margin = 3

/**
 * The coarse world map, null while it is not loaded, and the detailed one around the viewport: the newest, after the one
 * before it as long as that is drawn in its place. Each is a source of its own, since MapLibre keeps the tiles that it
 * was loading when a source's address changed.
 */
export function useLand(): { world: LandRead | null; near: LandRead[] } {
  const map = useMap().current!
  const [world, setWorld] = useState<LandRead | null>(null)
  const [near, setNear] = useState<LandRead[]>([])

  useEffect(() => {
    let loaded: { box: Box; coast: Coast } | null = null
    let unmounted = false
    let drawn: LandRead[] = []
    const draw = (lands: LandRead[]) => {
      for (const land of drawn) if (!lands.includes(land)) forgetLand(land)
      drawn = lands
      if (!unmounted) setNear(lands)
    }
    const drawNewest = ({ sourceId }: { sourceId?: string }) => {
      const newest = drawn.at(-1)
      const isWhole = newest && sourceId === nearSource(newest) && map.isSourceLoaded(sourceId)
      if (isWhole && drawn.length > 1) draw([newest])
    }
    const update = async () => {
      if (unmounted) return
      const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]]
      const view: Box = [west, south, east, north]
      // Two hundred kilobytes that a view of New Zealand does without.
      const alone = map.getZoom() >= fineZoom && isCoastEnough(view)
      if (!alone) worldLand().then((land) => land && !unmounted && setWorld(land))
      const coast: Coast = isCoastEnough(view) ? 'only' : wantsCoast(map.getZoom(), view) ? 'also' : 'none'
      const covered = loaded && within(view, loaded.box) && (loaded.coast !== 'none' || coast === 'none')
      if (map.getZoom() < fineZoom || covered) return
      const [wide, high] = [Math.max(east - west, margin), Math.max(north - south, margin)]
      const around: Box = [west - wide, Math.max(south - high, -85), east + wide, Math.min(north + high, 85)]
      const box = coast === 'only' ? withinCoast(around) : around
      const request = { box, coast }
      loaded = request
      const land = await nearbyLand(box, coast)
      if (loaded !== request) {
        if (land) forgetLand(land)
      } else if (land) draw([...drawn.slice(-1), land])
      // Tried again on the next movement.
      else loaded = null
    }
    // Not before the map shows what it is about: until then it shows half an ocean.
    afterTrackers(longest).then(update)
    map.on('moveend', update)
    map.on('sourcedata', drawNewest)
    return () => {
      unmounted = true
      loaded = null
      draw([])
      map.off('moveend', update)
      map.off('sourcedata', drawNewest)
    }
  }, [map])

  return { world, near }
}

/** The name of the source that draws it. */
export const nearSource = ({ id }: LandRead) => `near-${id}`

function within(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

/** Milliseconds for which the land waits for the trackers. */
const longest = 1500
