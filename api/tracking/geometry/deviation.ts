type Position = number[]

/** Vertices of a ring from `from` on; the ring is the part of a list from `start` to before `end`. */
type Chain = { from: number; span: number; start: number; end: number }

/** The largest distance in metres between the vertices within a chain and the straight edge between its ends. */
export function chainError(vertices: Position[], { from, span, start, end }: Chain): number {
  const indexOf = (step: number) => start + ((from - start + step) % (end - start))
  const [a, b] = [vertices[from]!, vertices[indexOf(span)]!]
  let error = 0
  for (let step = 1; step < span; step++) error = Math.max(error, offset(vertices[indexOf(step)]!, a, b))
  return error
}

/** The distance in metres of a position from an edge that is straight on a map, by the lengths of degrees there. */
export function offset(position: Position, a: Position, b: Position): number {
  const [lon, lat] = position as [number, number]
  const { x, y } = metresOfDegrees(lat)
  const [ax, ay] = [(a[0]! - lon) * x, (a[1]! - lat) * y]
  const [dx, dy] = [(b[0]! - a[0]!) * x, (b[1]! - a[1]!) * y]
  const square = dx * dx + dy * dy
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / square))
  return Math.hypot(ax + part * dx, ay + part * dy)
}

/** Metres of a degree of longitude and of latitude on the ellipsoid WGS 84. */
function metresOfDegrees(lat: number): { x: number; y: number } {
  const turn = (lat * Math.PI) / 180
  return {
    x: 111_412.84 * Math.cos(turn) - 93.5 * Math.cos(3 * turn) + 0.118 * Math.cos(5 * turn),
    y: 111_132.92 - 559.82 * Math.cos(2 * turn) + 1.175 * Math.cos(4 * turn),
  }
}
