/** Radius of markers in pixels: plain, outside, selected. */
export const radii = [9, 14, 19] as const
/** Distance of a label from its marker's centre: vertically and horizontally. */
export const away = [14, 17, 22] as const
export const aside = [19, 20, 25] as const
const line = 15
const letter = 6.4
const widest = 168
const cell = 48

/** In order of preference. */
export const anchors = ['top', 'bottom', 'left', 'right'] as const
export type Anchor = (typeof anchors)[number]

/** Places labels so that none overlaps a marker. All in pixels, from a common origin. */
export class LabelPlacement {
  private taken = new Map<number, Spot[]>()

  take(x: number, y: number, radius: number = radii[0]) {
    const spot = { x, y, radius }
    const key = keyOf(Math.floor(x / cell), Math.floor(y / cell))
    const there = this.taken.get(key)
    if (there) there.push(spot)
    else this.taken.set(key, [spot])
  }

  /** A side of the marker where the label fits; prefers the current side. */
  sideFor(x: number, y: number, text: string, now?: Anchor, ring: Ring = 0): Anchor | null {
    const size = sizeOf(text)
    const sides = now ? [now, ...anchors] : anchors
    return sides.find((side) => this.isFree(boxAt(x, y, size, side, ring), x, y)) ?? null
  }

  private isFree(box: Box, ownX: number, ownY: number): boolean {
    const reach = largest
    for (let column = at(box.x - reach); column <= at(box.x + box.width + reach); column++) {
      for (let row = at(box.y - reach); row <= at(box.y + box.height + reach); row++) {
        for (const spot of this.taken.get(keyOf(column, row)) ?? []) {
          if (spot.x === ownX && spot.y === ownY) continue
          if (isNear(box, spot)) return false
        }
      }
    }
    return true
  }
}

/** Radius of the largest obstacle, a cluster. */
export const largest = 28

const at = (pixels: number) => Math.floor(pixels / cell)
const keyOf = (column: number, row: number) => column * 2 ** 20 + row

function isNear({ x, y, width, height }: Box, spot: Spot): boolean {
  const dx = Math.max(x - spot.x, 0, spot.x - x - width)
  const dy = Math.max(y - spot.y, 0, spot.y - y - height)
  return dx * dx + dy * dy < spot.radius * spot.radius
}

function sizeOf(text: string): Size {
  const long = text.length * letter
  return { width: Math.min(widest, long), height: line * Math.ceil(long / widest) }
}

/** As in MapLibre, the anchor is the side of the label that is nearest to its marker. */
function boxAt(x: number, y: number, { width, height }: Size, anchor: Anchor, ring: Ring): Box {
  if (anchor === 'top') return { x: x - width / 2, y: y + away[ring], width, height }
  if (anchor === 'bottom') return { x: x - width / 2, y: y - away[ring] - height, width, height }
  if (anchor === 'left') return { x: x + aside[ring], y: y - height / 2, width, height }
  return { x: x - aside[ring] - width, y: y - height / 2, width, height }
}

type Spot = { x: number; y: number; radius: number }
/** Ring of a marker: none, outside, selected. */
export type Ring = 0 | 1 | 2
type Size = { width: number; height: number }
type Box = { x: number; y: number; width: number; height: number }
