import type { Town } from '#messages/geography/towns.ts'
import type { Colours } from '#messages/palette.ts'
import { polygonsOf } from '../../kit/places/polygons.ts'
import { labelPoint } from '../../map/labelPoint.ts'
import { radiusOf } from '../../map/motion/avoidMarkers.ts'
import { paintPie, pieRadius, twelfths } from '../../map/motion/pies.ts'
import { toMercator } from '../../map/motion/track.ts'
import type { Boundary } from '../../types.ts'
import { trace } from './ground.ts'
import type { Marker, Markers } from './markers.ts'
import { isWithin, line, type Place, place, type View } from './view.ts'

const font = '"Noto Sans", system-ui, sans-serif'
/** Names of towns at most: more hide what the picture is about. */
const mostTowns = 6
const sources = 'Natural Earth, GSHHG, GeoNames'

/** Draws a fleet: land, boundaries, names, and the trackers above all. */
export function paint(pen: CanvasRenderingContext2D, { view, colour, ground, boundaries, towns, markers }: Picture) {
  pen.fillStyle = ground ? colour.sea : colour.land
  pen.fillRect(0, 0, view.width, view.height)
  if (ground) {
    pen.fillStyle = colour.land
    pen.fill(ground, 'evenodd')
    pen.strokeStyle = colour.coast
    pen.lineWidth = 1
    pen.stroke(ground)
  }
  for (const boundary of boundaries) paintBoundary(pen, view, boundary, colour)
  const taken: Area[] = [
    ...markers.clusters.map((cluster) => around(cluster, radiusOf(cluster.count))),
    ...markers.single.filter((marker) => isWithin(view, marker)).map((marker) => around(marker, 8)),
  ]
  for (const { name, geometry, rule, active } of boundaries) {
    if (!geometry || !active) continue
    const [lon, lat] = labelPoint(polygonsOf({ geometry })) as [number, number]
    const ink = rule === 'keep_out' ? colour.keep_out : colour.boundary
    paintName(pen, view, { name, at: place(view, toMercator(lon, lat)), ink }, colour, taken)
  }
  let names = 0
  for (const [name, lon, lat] of towns) {
    if (names === mostTowns) break
    const at = place(view, toMercator(lon, lat))
    if (paintName(pen, view, { name, at, ink: colour.town }, colour, taken)) names++
  }
  for (const { x, y, count, counts } of markers.clusters) paintCluster(pen, { x, y }, count, counts, colour)
  for (const marker of markers.single) if (isWithin(view, marker)) paintMarker(pen, marker, colour)
  pen.font = `10px ${font}`
  pen.textAlign = 'right'
  pen.textBaseline = 'bottom'
  pen.fillStyle = colour.town
  pen.fillText(sources, view.width - 6, view.height - 4)
}

function paintBoundary(pen: CanvasRenderingContext2D, view: View, boundary: Boundary, colour: Colours) {
  const area = new Path2D()
  for (const ring of polygonsOf(boundary).flat()) trace(area, line(view, ring))
  const keeps_out = boundary.rule === 'keep_out'
  pen.fillStyle = pen.strokeStyle = boundary.active ? (keeps_out ? colour.keep_out : colour.boundary) : colour.inactive
  pen.globalAlpha = boundary.active ? (keeps_out ? 0.16 : 0.09) : 0.04
  pen.fill(area, 'evenodd')
  pen.globalAlpha = 1
  pen.setLineDash(boundary.active ? [] : [4, 3])
  pen.lineWidth = boundary.active ? 1.75 : 1.25
  pen.stroke(area)
  pen.setLineDash([])
}

/** @returns whether there was room for it */
function paintName(pen: CanvasRenderingContext2D, view: View, label: Label, { halo }: Colours, taken: Area[]): boolean {
  const { name, at, ink } = label
  if (!isWithin(view, at)) return false
  pen.font = `12px ${font}`
  const half = pen.measureText(name).width / 2 + 4
  const box: Area = [at.x - half, at.y - 10, at.x + half, at.y + 10]
  const fits = box[0] > 0 && box[2] < view.width && box[1] > 0 && box[3] < view.height - 16
  if (!fits || taken.some((other) => meets(box, other))) return false
  taken.push(box)
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  pen.lineWidth = 3
  pen.strokeStyle = halo
  pen.strokeText(name, at.x, at.y)
  pen.fillStyle = ink
  pen.fillText(name, at.x, at.y)
  return true
}

function around({ x, y }: Place, radius: number): Area {
  return [x - radius, y - radius, x + radius, y + radius]
}

function meets(a: Area, b: Area): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

function paintCluster(pen: CanvasRenderingContext2D, { x, y }: Place, count: number, counts: Shares, colour: Colours) {
  pen.save()
  pen.translate(x, y)
  const part = radiusOf(count) / pieRadius
  pen.scale(part, part)
  paintPie(pen, twelfths(counts), colour)
  pen.restore()
  pen.font = `600 12px ${font}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = colour.label
  pen.fillText(count < 1000 ? String(count) : `${Math.round(count / 100) / 10}k`, x, y)
}

/** As the map draws it: an arrow moves, a diamond with a ring is outside, a hollow one is silent. */
function paintMarker(pen: CanvasRenderingContext2D, { x, y, colour: index, form, heading }: Marker, colour: Colours) {
  const ink = [colour.inside, colour.outside, colour.unknown, colour.offline][index]!
  pen.save()
  pen.translate(x, y)
  pen.beginPath()
  if (form & 1) {
    pen.rotate((heading / 128) * Math.PI)
    polygon(pen, [0, -9, 7, 8, 0, 4, -7, 8])
  } else if (form & 2) polygon(pen, [0, -8, 8, 0, 0, 8, -8, 0])
  else pen.arc(0, 0, 6, 0, 2 * Math.PI)
  const hollow = form & 4
  pen.lineJoin = 'round'
  pen.lineWidth = hollow ? 5.5 : 3.5
  pen.strokeStyle = colour.casing
  pen.stroke()
  pen.fillStyle = hollow ? colour.casing : ink
  pen.fill()
  if (hollow) {
    pen.lineWidth = 2.5
    pen.strokeStyle = ink
    pen.stroke()
  }
  if (form & 16) {
    pen.beginPath()
    pen.arc(0, 0, 12, 0, 2 * Math.PI)
    pen.lineWidth = 2
    pen.strokeStyle = ink
    pen.stroke()
  }
  pen.restore()
}

function polygon(pen: CanvasRenderingContext2D, points: number[]) {
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i]!, points[i + 1]!)
  pen.closePath()
}

export type Picture = {
  view: View
  colour: Colours
  ground: Path2D | null
  boundaries: Boundary[]
  towns: readonly Town[]
  markers: Markers
}
type Shares = Markers['clusters'][number]['counts']
type Label = { name: string; at: Place; ink: string }
type Area = [left: number, top: number, right: number, bottom: number]
