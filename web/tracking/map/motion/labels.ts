import type { Feature, Point } from 'geojson'
import type { GeoJSONSource, LngLatBounds } from 'maplibre-gl'
import { nameOf } from '../../kit/state.ts'
import type { NamedTracker } from '../../types.ts'
import type { Field } from './field.ts'
import { type Anchor, LabelPlacement, largest, type Ring, radii } from './labelPlacement.ts'
import { fromMercator, shortestWay, toMercator } from './track.ts'

const max = 300
/** Pixels: when a label is this far from its marker, all labels are updated. */
const slack = 1.5
/** Characters of a label. */
const longest = 36

/** Labels of the visible markers. Updates the GeoJSON source by differences. */
export function createLabels(field: Field) {
  let shown = new Map<number, Label>()
  let previousSource: LabelSource | undefined
  let previousView = ''

  return {
    /** @param full allows labels to appear or change sides; false between full ticks, as each change costs a repaint */
    update(source: LabelSource, { bounds, zoom, bearing }: ViewState, trackers: Names, full: boolean) {
      // A new style has a new, empty source.
      if (source !== previousSource) [shown, previousView] = [new Map(), '']
      previousSource = source
      const pixel = 1 / (512 * 2 ** zoom)
      const inView = labelsIn(field, bounds, trackers)
      const next = withRoom(field, inView, shown, { pixel, bearing })
      const view = [...bounds.toArray().flat(), bearing].join()
      const changes = full || view !== previousView ? hasChanged(shown, next) : hasLost(shown, inView)
      if (!changes && !hasMoved(shown, next, slack * pixel)) return
      previousView = view
      const diff = difference(shown, next, pixel / 4)
      if (diff.add.length || diff.update.length || diff.remove.length) source.updateData(diff)
    },
  }
}

/** Markers within the viewport, those outside their boundaries first, with a limit of labels. */
function labelsIn(field: Field, bounds: LngLatBounds, trackers: Names): InView {
  const [from, to] = [toMercator(bounds.getWest(), bounds.getNorth()), toMercator(bounds.getEast(), bounds.getSouth())]
  const [urgent, others]: [Candidate[], Candidate[]] = [[], []]
  const now = performance.now()
  const places: Marked[] = []
  for (const [slot, id] of field.ids.entries()) {
    if (field.isHidden(slot)) continue
    const place = field.place(id, now)!
    const east = place.x - from.x - Math.floor(place.x - from.x)
    if (east > to.x - from.x || place.y < from.y || place.y > to.y) continue
    const outside = field.styles[slot * 4] === 1
    const ring: Ring = field.styles[slot * 4 + 2] ? 2 : outside ? 1 : 0
    const found: Candidate = [id, { ...place, ring }]
    places.push(found[1])
    if (outside) urgent.push(found)
    else if (others.length < max) others.push(found)
  }
  const found = [...urgent, ...others].slice(0, max)
  return {
    places,
    candidates: found.map(([id, place], order) => [id, { ...place, order, text: text(trackers.get(id)) }]),
  }
}

/** Drops labels that would cover a marker on every side. */
function withRoom(field: Field, { places, candidates }: InView, shown: Map<number, Label>, { pixel, bearing }: Scale) {
  const room = new LabelPlacement()
  const [first] = places
  const angle = (bearing * Math.PI) / 180
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const onScreen = ({ x, y }: Place): [number, number] => {
    const [east, south] = [shortestWay(first!.x, x) / pixel, (y - first!.y) / pixel]
    return [east * cosine + south * sine, south * cosine - east * sine]
  }
  for (const place of places) room.take(...onScreen(place), radii[place.ring])
  if (first) for (const place of field.clusterPositions) room.take(...onScreen(place), largest)
  const next = new Map<number, Label>()
  for (const [id, label] of candidates) {
    const anchor = room.sideFor(...onScreen(label), label.text, shown.get(id)?.anchor, label.ring)
    if (anchor) next.set(id, { ...label, anchor })
  }
  return next
}

/** A label must disappear with its marker. */
function hasLost(shown: Map<number, Label>, { candidates }: InView): boolean {
  const there = new Set(candidates.map(([id]) => id))
  return [...shown.keys()].some((id) => !there.has(id))
}

function hasMoved(shown: Map<number, Label>, next: Map<number, Label>, least: number): boolean {
  for (const [id, label] of next) {
    const before = shown.get(id)
    if (before && Math.hypot(before.x - label.x, before.y - label.y) >= least) return true
  }
  return false
}

function hasChanged(shown: Map<number, Label>, next: Map<number, Label>): boolean {
  if (shown.size !== next.size) return true
  for (const [id, label] of next) {
    const before = shown.get(id)
    if (!before || !isSame(before, label)) return true
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
    const same = before && isSame(before, label)
    if (same && Math.hypot(before.x - label.x, before.y - label.y) < least) continue
    if (same) diff.update.push({ id, newGeometry: point(label) })
    else
      diff.add.push({
        type: 'Feature',
        id,
        properties: { text: label.text, order: label.order, anchor: label.anchor, ring: label.ring },
        geometry: point(label),
      })
    shown.set(id, label)
  }
  return diff
}

const isSame = (a: Label, b: Label) => a.text === b.text && a.anchor === b.anchor && a.ring === b.ring

function point({ x, y }: Label): Point {
  const { lon, lat } = fromMercator(x, y)
  return { type: 'Point', coordinates: [lon, lat] }
}

/** Two lines at most: a longer one stands whole in the list. */
function text(tracker: NamedTracker | undefined): string {
  const name = tracker ? nameOf(tracker) : ''
  return name.length > longest ? `${name.slice(0, longest - 1).trimEnd()}…` : name
}

type Names = ReadonlyMap<number, NamedTracker>
type Place = { x: number; y: number }
type Marked = Place & { ring: Ring }
type LabelCandidate = Marked & { order: number; text: string }
type Label = LabelCandidate & { anchor: Anchor }
type InView = { places: Marked[]; candidates: [id: number, label: LabelCandidate][] }
/** Width of a pixel in Mercator, and the map's bearing in degrees. */
type Scale = { pixel: number; bearing: number }
type ViewState = { bounds: LngLatBounds; zoom: number; bearing: number }
type Candidate = [id: number, place: Marked]
type Update = { id: number; newGeometry: Point }
export type LabelSource = Pick<GeoJSONSource, 'updateData'>
