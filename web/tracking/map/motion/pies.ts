import type { Colours } from '#messages/palette.ts'
import type { Shares } from './clusters.ts'

/** Parts of a pie: few, so that a few dozen images serve all clusters. */
const steps = 12
/** Radius in pixels of the largest cluster, which the images are drawn for. */
export const pieRadius = 26
const ring = 8
const ratio = 2

/**
 * A cluster's states in twelfths. What there is at all has one: a single tracker outside among thousands is seen.
 */
export function twelfths(counts: Shares): Shares {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const parts = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.round((count / total) * steps)))) as Shares
  // The largest takes what rounding has left, or too many of.
  const largest = parts.indexOf(Math.max(...parts))
  parts[largest]! += steps - parts.reduce((sum, part) => sum + part, 0)
  return parts
}

/** A ring whose arcs are the states, clockwise from the top: outside first. */
export function drawPie(parts: Shares, colour: Colours): ImageData {
  const size = (pieRadius + 2) * 2 * ratio
  const canvas = new OffscreenCanvas(size, size)
  const pen = canvas.getContext('2d')!
  pen.scale(ratio, ratio)
  pen.translate(pieRadius + 2, pieRadius + 2)
  paintPie(pen, parts, colour)
  return pen.getImageData(0, 0, size, size)
}

/** Draws a pie around the origin. */
export function paintPie(pen: Pen, parts: Shares, colour: Colours) {
  disc(pen, pieRadius + 2, colour.casing)
  const [inside, outside, unknown, offline] = parts
  let from = 0
  for (const [part, ink] of [
    [outside, colour.outside],
    [inside, colour.inside],
    [unknown, colour.unknown],
    [offline, colour.offline],
  ] as const) {
    if (part === 0) continue
    const to = from + part
    pen.beginPath()
    pen.arc(0, 0, pieRadius - ring / 2, angleOf(from), angleOf(to))
    pen.lineWidth = ring
    pen.strokeStyle = ink
    pen.stroke()
    from = to
  }
}

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export const pieName = (parts: Shares, { casing }: Colours) => `pie ${casing} ${parts.join(' ')}`
export const pieOptions = { pixelRatio: ratio }

const angleOf = (part: number) => (part / steps - 0.25) * 2 * Math.PI

function disc(pen: Pen, radius: number, ink: string) {
  pen.beginPath()
  pen.arc(0, 0, radius, 0, 2 * Math.PI)
  pen.fillStyle = ink
  pen.fill()
}
