/** A signature as a form sends it. */
export type Signature = {
  /** The name that was typed in place of drawing; null where it was drawn. */
  typed: string | null
  /** What was drawn, on a paper of `paper` units; empty where the name was typed. */
  strokes: Stroke[]
  /** The picture, as PNG in base64, dark on transparent. */
  png: string
}

/** From touching the paper to leaving it. */
export type Stroke = StrokePoint[]
/** In units of the paper; milliseconds since the first point of the signature; 0 to 1, where the pen measures pressure. */
export type StrokePoint = [x: number, y: number, time_ms: number, pressure: number]

/** The paper in CSS pixels, when it is not scaled to a narrower screen. */
export const paper = { width: 600, height: 200 }

/** What the server takes, in bytes. */
export const maxStrokesBytes = 200_000
export const maxPngBytes = 100_000

/** @param scale paper units a pixel */
export function toStrokes(drawn: Drawn[], scale: number): Stroke[] {
  const begin = drawn[0]?.points[0]?.time ?? 0
  return drawn.map(({ points }) =>
    points.map(({ x, y, time, pressure }) => [
      round(x * scale, 1),
      round(y * scale, 1),
      Math.round(time - begin),
      round(pressure, 2),
    ]),
  )
}

/** The reverse, for drawing. @param scale pixels a paper unit */
export function toPoints(stroke: Stroke, scale: number): DrawnPoint[] {
  return stroke.map(([x, y, time, pressure]) => ({ x: x * scale, y: y * scale, time, pressure }))
}

export const bytesOfStrokes = (strokes: Stroke[]) => JSON.stringify(strokes).length

/** Base64 writes three bytes as four characters. */
export const bytesOfPng = (base64: string) => Math.floor((base64.length * 3) / 4)

const round = (value: number, digits: number) => Number(value.toFixed(digits))

type Drawn = { points: DrawnPoint[] }
type DrawnPoint = { x: number; y: number; time: number; pressure: number }
