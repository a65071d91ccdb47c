import SignaturePad, { type PointGroup } from 'signature_pad'
import { palette } from '#messages/palette.ts'
import { bytesOfPng, maxPngBytes, paper, type Stroke, toPoints } from './strokes.ts'

/** How the pen draws on a canvas. @param scale pixels a paper unit */
export function penOf(scale: number) {
  return {
    dotSize: 2 * scale,
    minWidth: 0.8 * scale,
    maxWidth: 2.8 * scale,
    penColor: palette.ink,
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over' as const,
  }
}

/** Strokes for a canvas. @param scale pixels a paper unit */
export function groupsOf(strokes: Stroke[], scale: number): PointGroup[] {
  return strokes.map((stroke) => ({ ...penOf(scale), points: toPoints(stroke, scale) }))
}

/** @returns PNG in base64, or null where it is larger than the server takes */
export function pictureOfStrokes(strokes: Stroke[]): string | null {
  return smallEnough((canvas, scale) => {
    const pad = new SignaturePad(canvas, penOf(scale))
    pad.off()
    pad.fromData(groupsOf(strokes, scale))
  })
}

/** Same, of a name in handwriting. */
export function pictureOfName(name: string): string | null {
  return smallEnough((canvas, scale) => {
    const context = canvas.getContext('2d')!
    const margin = 20 * scale
    const most = canvas.width - 2 * margin
    const size = 84 * scale
    context.font = fontOf(size)
    const width = context.measureText(name).width
    context.font = fontOf(Math.min(size, (size * most) / width))
    context.fillStyle = palette.ink
    context.textBaseline = 'middle'
    context.textAlign = 'center'
    context.fillText(name, canvas.width / 2, canvas.height / 2, most)
  })
}

export const handwriting = "'Segoe Script', 'Bradley Hand', 'Snell Roundhand', 'Brush Script MT', cursive"

const fontOf = (size: number) => `italic ${size}px ${handwriting}`

/** Sharp enough to print, or else as on a screen. */
function smallEnough(draw: (canvas: HTMLCanvasElement, scale: number) => void): string | null {
  for (const scale of [2, 1]) {
    const canvas = document.createElement('canvas')
    canvas.width = paper.width * scale
    canvas.height = paper.height * scale
    draw(canvas, scale)
    const png = canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
    if (bytesOfPng(png) <= maxPngBytes) return png
  }
  return null
}
