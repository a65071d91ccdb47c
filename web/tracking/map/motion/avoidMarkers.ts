import { shortestWay } from './track.ts'

/** Pixels: the radius of a marker when zoomed out, and how far a cluster may move from its members. */
const ring = 11
const maxOffset = 44
/** Among more markers there is no free place. */
const max = 12

/** A cluster's radius in pixels, growing with the logarithm of the count up to ten thousand. */
export function radiusOf(count: number): number {
  const part = (Math.log10(Math.max(1, count)) - 0.6) / (4 - 0.6)
  return 14 + 12 * Math.max(0, Math.min(1, part))
}

/**
 * Moves a cluster off the markers that are drawn above it.
 *
 * @param at in Mercator coordinates, as are `markers`
 * @param radius in pixels; `pixel` is the width of a pixel in Mercator
 * @returns the free position, or the original one if none is near
 */
export function avoidMarkers(at: Place, radius: number, markers: Place[], pixel: number): Place {
  const clear = radius + ring
  const reach = (clear + maxOffset) * pixel
  const near = markers
    .filter(({ x, y }) => Math.abs(y - at.y) < reach && Math.abs(shortestWay(at.x, x)) < reach)
    .map(({ x, y }) => ({ x: shortestWay(at.x, x) / pixel, y: (y - at.y) / pixel }))
  if (near.length > max) return at
  let [x, y] = [0, 0]
  for (let step = 0; step <= near.length * 2; step++) {
    const [distance, closest] = nearest(near, x, y)
    if (!closest || distance >= clear - 0.01) return { x: at.x + x * pixel, y: at.y + y * pixel }
    // A marker at the same position pushes it upwards.
    const [dx, dy] = distance > 0.01 ? [(x - closest.x) / distance, (y - closest.y) / distance] : [0, -1]
    ;[x, y] = [closest.x + dx * clear, closest.y + dy * clear]
    if (Math.hypot(x, y) > maxOffset) return at
  }
  return at
}

function nearest(places: Place[], x: number, y: number): [distance: number, place: Place | null] {
  let [least, closest] = [Number.POSITIVE_INFINITY, null as Place | null]
  for (const place of places) {
    const distance = Math.hypot(place.x - x, place.y - y)
    if (distance < least) [least, closest] = [distance, place]
  }
  return [least, closest]
}

type Place = { x: number; y: number }
