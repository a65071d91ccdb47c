import type { Feature, Point } from 'geojson'
import type { GeoJSONSource, LngLatBounds } from 'maplibre-gl'
import { nameOf } from '../../fleet/state.ts'
import type { Tracker } from '../../types.ts'
import type { Field } from './field.ts'
import { fromMercator, toMercator } from './track.ts'

const most = 300
/** Pixels: when one name is this far from its marker, all that have moved are moved. */
const slack = 1.5

/** Keeps the names beside the markers in view, by telling the source only what came, moved and went. */
export function createLabels(field: Field) {
  let shown = new Map<number, Label>()
  let known: LabelSource | undefined

  return {
    update(source: LabelSource, bounds: LngLatBounds, zoom: number, trackers: ReadonlyMap<number, Tracker>) {
      // After a change of style the source is a new and empty one.
      if (source !== known) shown = new Map()
      known = source
      const next = labelsIn(field, bounds, trackers)
      const pixel = 1 / (512 * 2 ** zoom)
      if (!isDue(shown, next, slack * pixel)) return
      const diff = difference(shown, next, pixel / 4)
      if (diff.add.length || diff.update.length || diff.remove.length) source.updateData(diff)
    },
  }
}

/** The names within the view; those outside their boundaries first, and no more than can be read. */
function labelsIn(field: Field, bounds: LngLatBounds, trackers: ReadonlyMap<number, Tracker>): Map<number, Label> {
  const [from, to] = [toMercator(bounds.getWest(), bounds.getNorth()), toMercator(bounds.getEast(), bounds.getSouth())]
  const [urgent, others]: [Found[], Found[]] = [[], []]
  const now = performance.now()
  for (const [slot, id] of field.ids.entries()) {
    if (field.isHidden(slot)) continue
    const place = field.place(id, now)!
    const east = place.x - from.x - Math.floor(place.x - from.x)
    if (east > to.x - from.x || place.y < from.y || place.y > to.y) continue
    const outside = field.looks[slot * 4] === 1
    if (outside) urgent.push([id, place])
    else if (others.length < most) others.push([id, place])
  }
  const found = [...urgent, ...others].slice(0, most)
  return new Map(found.map(([id, { x, y }], order) => [id, { x, y, order, text: text(trackers.get(id)) }]))
}

function isDue(shown: Map<number, Label>, next: Map<number, Label>, least: number): boolean {
  if (shown.size !== next.size) return true
  for (const [id, label] of next) {
    const before = shown.get(id)
    if (before?.text !== label.text || Math.hypot(before.x - label.x, before.y - label.y) >= least) return true
  }
  return false
}

function difference(shown: Map<number, Label>, next: Map<number, Label>, least: number) {
  const diff = { add: [] as Feature[], update: [] as Update[], remove: [] as number[] }
  for (const id of shown.keys()) {
    if (next.has(id)) continue
    shown.delete(id)
    diff.remove.push(id)
  }
  for (const [id, label] of next) {
    const before = shown.get(id)
    if (before?.text === label.text && Math.hypot(before.x - label.x, before.y - label.y) < least) continue
    if (before?.text === label.text) diff.update.push({ id, newGeometry: point(label) })
    else
      diff.add.push({
        type: 'Feature',
        id,
        properties: { text: label.text, order: label.order },
        geometry: point(label),
      })
    shown.set(id, label)
  }
  return diff
}

function point({ x, y }: Label): Point {
  const { lon, lat } = fromMercator(x, y)
  return { type: 'Point', coordinates: [lon, lat] }
}

function text(tracker: Tracker | undefined): string {
  return tracker ? nameOf(tracker) : ''
}

type Label = { x: number; y: number; order: number; text: string }
type Found = [id: number, place: { x: number; y: number }]
type Update = { id: number; newGeometry: Point }
export type LabelSource = Pick<GeoJSONSource, 'updateData'>
