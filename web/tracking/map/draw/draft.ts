import type { Position } from 'geojson'
import { add, cut } from './combine.ts'
import { inserted, moved, removed } from './edit.ts'
import type { Handle } from './handles.ts'
import { firstPoint, near, toArea } from './shape.ts'
import { areaOf, movePointer, type Sketch, startSketch } from './sketch.ts'
import type { Place, Shape } from './types.ts'

export const emptyDraft: Draft = {
  tool: 'select',
  cuts: false,
  shape: null,
  sketch: null,
  selected: null,
  dragged: null,
  past: [],
  future: [],
}

/** Reducer of the drawing tools: pure, without a map. */
export function step(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'tool':
      return { ...draft, tool: action.tool, cuts: action.tool === 'select' ? false : draft.cuts, ...idle }
    case 'cuts':
      return { ...draft, cuts: action.cuts }
    case 'click':
      return click(draft, action)
    case 'press':
      return press(draft, action.at)
    case 'move':
      return draft.sketch ? { ...draft, sketch: movePointer(draft.sketch, toSameWorld(draft, action.at)) } : draft
    case 'release':
      return release(draft, action)
    case 'finish':
      return finish(draft, 0)
    case 'choose':
      return { ...draft, selected: action.place }
    case 'grab':
      return { ...draft, dragged: { handle: action.handle, moved: false } }
    case 'drag':
      return drag(draft, action.at)
    case 'drop':
      return drop(draft)
    case 'load':
      return { ...emptyDraft, shape: action.shape }
    case 'add':
      return adopt(remember(draft), action.shape)
    case 'replace':
      return { ...remember(draft), ...idle, shape: action.shape }
    case 'remove':
      return remove(draft)
    case 'escape':
      if (draft.sketch) return { ...draft, ...idle }
      return draft.selected ? { ...draft, selected: null } : { ...draft, tool: 'select', cuts: false }
    case 'undo':
      return undo(draft)
    case 'redo':
      return redo(draft)
  }
}

const idle = { sketch: null, selected: null, dragged: null }

/** Whether dragging draws instead of moving the map. */
export const drags = (tool: Tool) => tool === 'rectangle' || tool === 'circle' || tool === 'freehand'

function click(draft: Draft, { at, closes }: { at: Position; closes: boolean }): Draft {
  if (draft.tool !== 'polygon') return draft
  if (closes) return finish(draft, 0)
  const point = toSameWorld(draft, at)
  const before = draft.sketch?.tool === 'polygon' ? draft.sketch.points : []
  const last = before.at(-1)
  // The second click of a double click.
  if (last && last[0] === point[0] && last[1] === point[1]) return finish(draft, 0)
  return { ...remember(draft), sketch: { tool: 'polygon', points: [...before, point], pointer: point } }
}

function press(draft: Draft, at: Position): Draft {
  const { tool, sketch } = draft
  if (!drags(tool)) return draft
  const point = toSameWorld(draft, at)
  if (sketch) return { ...draft, sketch: movePointer(sketch, point) }
  return { ...draft, sketch: startSketch(tool as 'rectangle' | 'circle' | 'freehand', point) }
}

/** Shapes are drawn by dragging, or by two clicks: then the first release waits for the second click. */
function release(draft: Draft, { still, tolerance }: { still: boolean; tolerance: number }): Draft {
  const { sketch } = draft
  if (!sketch || sketch.tool === 'polygon') return draft
  if (sketch.tool === 'freehand') return finish(draft, tolerance)
  if (still && !sketch.waiting) return { ...draft, sketch: { ...sketch, waiting: true } }
  return finish(draft, tolerance)
}

/** Adds the sketch to the shape, if it encloses an area. */
function finish(draft: Draft, tolerance: number): Draft {
  const { sketch } = draft
  if (!sketch) return draft
  const drawn = areaOf(sketch, tolerance)
  if (!drawn) return sketch.tool === 'freehand' ? { ...draft, sketch: null } : draft
  // Undo reopens a polygon's sketch; a dragged shape is removed whole.
  const before = remember(sketch.tool === 'polygon' ? draft : { ...draft, sketch: null })
  if (!draft.cuts) return adopt(before, drawn)
  if (!draft.shape) return { ...before, ...idle, tool: 'select', cuts: false }
  const polygons = cut(toArea(draft.shape).polygons, toArea(drawn).polygons)
  return { ...before, ...idle, tool: 'select', cuts: false, shape: polygons.length ? { kind: 'area', polygons } : null }
}

/** A single circle stays a circle; with other shapes it becomes a polygon. */
function adopt(draft: Draft, more: Shape): Draft {
  const shape: Shape = draft.shape
    ? { kind: 'area', polygons: add(toArea(draft.shape).polygons, toArea(more).polygons) }
    : more
  return { ...draft, ...idle, tool: 'select', cuts: false, shape }
}

function drag(draft: Draft, at: Position): Draft {
  const { dragged, shape } = draft
  if (!dragged || !shape) return draft
  const startSketch = dragged.moved ? draft : hold(remember(draft))
  const handle = startSketch.dragged!.handle
  return { ...startSketch, dragged: { handle, moved: true }, shape: moved(startSketch.shape!, handle, at) }
}

/** A click without movement selects a vertex, or makes a midpoint a vertex. */
function drop(draft: Draft): Draft {
  const { dragged } = draft
  if (!dragged) return draft
  const after = dragged.moved ? draft : dragged.handle.kind === 'midpoint' ? hold(remember(draft)) : draft
  const { kind, place } = after.dragged!.handle
  return { ...after, dragged: null, selected: kind === 'vertex' ? place : draft.selected }
}

/** Turns a dragged midpoint into a vertex. */
function hold(draft: Draft): Draft {
  const { dragged, shape } = draft
  if (dragged?.handle.kind !== 'midpoint' || shape?.kind !== 'area') return draft
  const { area, place } = inserted(shape, dragged.handle.place, dragged.handle.at)
  return { ...draft, shape: area, dragged: { ...dragged, handle: { kind: 'vertex', at: dragged.handle.at, place } } }
}

function remove(draft: Draft): Draft {
  if (draft.sketch) return undo(draft)
  if (!draft.selected || !draft.shape) return draft
  return { ...remember(draft), ...idle, shape: removed(draft.shape, draft.selected) }
}

const historyLimit = 200

function remember(draft: Draft): Draft {
  return { ...draft, past: [...draft.past.slice(1 - historyLimit), momentOf(draft)], future: [] }
}

function undo(draft: Draft): Draft {
  // An unfinished rectangle is not a step of undo.
  if (draft.sketch && draft.sketch.tool !== 'polygon') return { ...draft, ...idle }
  const moment = draft.past.at(-1)
  if (!moment) return draft
  return { ...draft, ...idle, ...moment, past: draft.past.slice(0, -1), future: [momentOf(draft), ...draft.future] }
}

function redo(draft: Draft): Draft {
  const [moment, ...future] = draft.future
  if (!moment) return draft
  return { ...draft, ...idle, ...moment, past: [...draft.past, momentOf(draft)], future }
}

function momentOf({ tool, cuts, shape, sketch }: Draft): Moment {
  return { tool, cuts, shape, sketch }
}

/** Shifts a point to the copy of the world that the drawing is on: near 180° maps report 181° or -179°. */
function toSameWorld({ sketch, shape }: Draft, at: Position): Position {
  return near(
    at,
    sketch?.tool === 'polygon' || sketch?.tool === 'freehand'
      ? sketch.points.at(-1)
      : (sketch?.from ?? firstPoint(shape)),
  )
}

export type Tool = 'select' | 'polygon' | 'rectangle' | 'circle' | 'freehand'

export type Draft = Moment & {
  selected: Place | null
  dragged: { handle: Handle; moved: boolean } | null
  past: Moment[]
  future: Moment[]
}

type Moment = {
  tool: Tool
  /** The next shape is subtracted. */
  cuts: boolean
  shape: Shape | null
  sketch: Sketch | null
}

export type Action =
  | { type: 'tool'; tool: Tool }
  | { type: 'cuts'; cuts: boolean }
  /** @param closes the click was on the first vertex */
  | { type: 'click'; at: Position; closes: boolean }
  | { type: 'press' | 'move' | 'drag'; at: Position }
  /** @param still the pointer has hardly moved since it was pressed */
  | { type: 'release'; still: boolean; tolerance: number }
  | { type: 'choose'; place: Place | null }
  | { type: 'grab'; handle: Handle }
  /** The stored shape. */
  | { type: 'load'; shape: Shape | null }
  /** The same shape, simplified. */
  | { type: 'replace'; shape: Shape }
  /** An imported shape. */
  | { type: 'add'; shape: Shape }
  | { type: 'finish' | 'drop' | 'remove' | 'escape' | 'undo' | 'redo' }
