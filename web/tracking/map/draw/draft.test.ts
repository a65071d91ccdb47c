import type { Position } from 'geojson'
import { describe, expect, test } from 'vitest'
import { type Action, type Draft, emptyDraft, step } from './draft.ts'
import { handlesOf } from './handles.ts'
import type { Area, Circle, Shape } from './types.ts'

const world: [number, number, number, number] = [-540, -90, 540, 90]
const run = (draft: Draft, ...actions: Action[]) => actions.reduce(step, draft)
const tool = (name: Draft['tool']): Action => ({ type: 'tool', tool: name })
const click = (lon: number, lat: number, closes = false): Action => ({ type: 'click', at: [lon, lat], closes })
const pull = (from: Position, to: Position): Action[] => [
  { type: 'press', at: from },
  { type: 'move', at: to },
  { type: 'release', still: false, tolerance: 0 },
]
const square = (lon: number, lat: number, size = 1): Action[] => [
  tool('polygon'),
  click(lon, lat),
  click(lon + size, lat),
  click(lon + size, lat + size),
  click(lon, lat + size),
  { type: 'finish' },
]
const polygons = (shape: Shape | null) => (shape as Area).polygons
const corners = (draft: Draft) => polygons(draft.shape).map((rings) => rings.map((ring) => ring.length))
const handle = (draft: Draft, kind: string, index: number) =>
  handlesOf(draft.shape, world).filter((each) => each.kind === kind)[index]!

describe('drawing', () => {
  test('a polygon is finished by a click on its first corner, by a double click and by the button', () => {
    const begun = run(emptyDraft, tool('polygon'), click(170, -40), click(171, -40), click(171, -41))
    for (const end of [click(170, -40, true), click(171, -41), { type: 'finish' } as const]) {
      const { shape, tool, sketch } = step(begun, end)
      expect({ shape, tool, sketch }).toEqual({
        shape: {
          kind: 'area',
          polygons: [
            [
              [
                [170, -40],
                [171, -40],
                [171, -41],
              ],
            ],
          ],
        },
        tool: 'select',
        sketch: null,
      })
    }
  })

  test('two vertices are not a polygon', () => {
    const draft = run(emptyDraft, tool('polygon'), click(170, -40), click(171, -40), { type: 'finish' })
    expect(draft.shape).toBe(null)
    expect(draft.sketch).toMatchObject({ points: { length: 2 } })
  })

  test('a rectangle is dragged, or clicked at two corners', () => {
    const pulled = run(emptyDraft, tool('rectangle'), ...pull([170, -41], [172, -40]))
    const clicked = run(
      emptyDraft,
      tool('rectangle'),
      { type: 'press', at: [170, -41] },
      { type: 'release', still: true, tolerance: 0 },
      { type: 'move', at: [172, -40] },
      { type: 'press', at: [172, -40] },
      { type: 'release', still: true, tolerance: 0 },
    )
    expect(clicked.shape).toEqual(pulled.shape)
    expect(polygons(pulled.shape)[0]![0]).toEqual([
      [170, -41],
      [172, -41],
      [172, -40],
      [170, -40],
    ])
  })

  test('a circle keeps its centre and radius', () => {
    const { shape } = run(emptyDraft, tool('circle'), ...pull([174, -36], [174, -37]))
    expect(shape).toMatchObject({ kind: 'circle', center: [174, -36] })
    expect((shape as Circle).radius_m).toBeCloseTo(111_195, -2)
  })

  test('freehand is simplified', () => {
    const points = Array.from({ length: 100 }, (_, i) => [170 + i / 100, -40])
    const draft = run(
      emptyDraft,
      tool('freehand'),
      { type: 'press', at: [170, -41] },
      ...points.map((at): Action => ({ type: 'move', at })),
      { type: 'release', still: false, tolerance: 1e-6 },
    )
    expect(corners(draft)).toEqual([[3]])
  })

  test('continues past 180°, in either form that the map reports', () => {
    const draft = run(
      emptyDraft,
      tool('polygon'),
      click(179, -44),
      click(-179, -44),
      click(181, -43),
      click(179, -43),
      { type: 'finish' },
    )
    expect(polygons(draft.shape)[0]![0]!.map(([lon]) => lon)).toEqual([179, 181, 181, 179])
  })

  test('a second area is added, and overlapping areas are joined', () => {
    expect(corners(run(emptyDraft, ...square(170, -40), ...square(175, -40)))).toEqual([[4], [4]])
    expect(corners(run(emptyDraft, ...square(170, -40), ...square(170.5, -40)))).toEqual([[4]])
  })

  test('a cut leaves a hole inside, and a notch at the edge', () => {
    const big = run(emptyDraft, ...square(170, -40, 4))
    const cut: Action = { type: 'cuts', cuts: true }
    expect(corners(run(big, cut, ...square(171, -39)))).toEqual([[4, 4]])
    expect(corners(run(big, cut, ...square(173, -37, 2)))).toEqual([[6]])
    expect(run(big, cut, ...square(169, -41, 9)).shape).toBe(null)
  })

  test('a circle becomes a polygon when another shape is added', () => {
    const draft = run(emptyDraft, tool('circle'), ...pull([174, -36], [174, -36.1]), ...square(176, -36))
    expect(corners(draft)).toEqual([[96], [4]])
  })
})

describe('editing', () => {
  const drawn = run(emptyDraft, ...square(170, -40, 2))

  test('a vertex is dragged, as one step of undo', () => {
    const draft = run(
      drawn,
      { type: 'grab', handle: handle(drawn, 'vertex', 0) },
      { type: 'drag', at: [169, -41] },
      { type: 'drag', at: [168, -42] },
      { type: 'drop' },
    )
    expect(polygons(draft.shape)[0]![0]![0]).toEqual([168, -42])
    expect(draft.selected).toEqual({ polygon: 0, ring: 0, vertex: 0 })
    expect(step(draft, { type: 'undo' }).shape).toEqual(drawn.shape)
  })

  test('a midpoint becomes a vertex, dragged or clicked', () => {
    const grab: Action = { type: 'grab', handle: handle(drawn, 'midpoint', 0) }
    const pressed = run(drawn, grab, { type: 'drop' })
    expect(polygons(pressed.shape)[0]![0]![1]).toEqual([171, -40])
    const dragged = run(drawn, grab, { type: 'drag', at: [171, -41] }, { type: 'drop' })
    expect(polygons(dragged.shape)[0]![0]![1]).toEqual([171, -41])
    expect(dragged.selected).toEqual({ polygon: 0, ring: 0, vertex: 1 })
  })

  test('a vertex is deleted, and with the third from last the whole ring', () => {
    const place = { polygon: 0, ring: 0, vertex: 1 }
    const once = run(drawn, { type: 'choose', place }, { type: 'remove' })
    expect(corners(once)).toEqual([[3]])
    expect(run(once, { type: 'choose', place }, { type: 'remove' }).shape).toBe(null)
  })

  test('a hole is deleted by itself', () => {
    const holed = run(drawn, { type: 'cuts', cuts: true }, ...square(170.5, -39.5))
    const filled = run(holed, { type: 'choose', place: { polygon: 0, ring: 1 } }, { type: 'remove' })
    expect(corners(holed)).toEqual([[4, 4]])
    expect(corners(filled)).toEqual([[4]])
  })

  test('a circle is moved by its centre and widened at its edge', () => {
    const circle = run(emptyDraft, tool('circle'), ...pull([174, -36], [174, -36.1]))
    const carried = run(
      circle,
      { type: 'grab', handle: handle(circle, 'center', 0) },
      { type: 'drag', at: [175, -37] },
      { type: 'drop' },
    )
    expect(carried.shape).toEqual({ ...circle.shape, center: [175, -37] })
    const wider = run(
      carried,
      { type: 'grab', handle: handle(carried, 'radius', 0) },
      { type: 'drag', at: [175, -38] },
      { type: 'drop' },
    )
    expect((wider.shape as Circle).radius_m).toBeCloseTo(111_195, -2)
  })
})

describe('undoing', () => {
  test('undoes a polygon vertex by vertex, and redoes it', () => {
    const drawn = run(emptyDraft, tool('polygon'), click(170, -40), click(171, -40), click(171, -41), {
      type: 'finish',
    })
    const undo: Action = { type: 'undo' }
    expect(run(drawn, undo)).toMatchObject({ tool: 'polygon', shape: null, sketch: { points: { length: 3 } } })
    expect(run(drawn, undo, undo)).toMatchObject({ sketch: { points: { length: 2 } } })
    expect(run(drawn, undo, undo, undo, undo).sketch).toBe(null)
    const again: Action = { type: 'redo' }
    expect(run(drawn, undo, undo, again, again)).toEqual(drawn)
  })

  test('undone steps are dropped when something else is drawn', () => {
    const draft = run(emptyDraft, ...square(170, -40), { type: 'undo' }, click(160, -40), { type: 'finish' })
    expect(draft.future).toEqual([])
  })

  test('Esc cancels the sketch, then the selection, then the tool', () => {
    const esc: Action = { type: 'escape' }
    const drawn = run(emptyDraft, ...square(170, -40), tool('polygon'), click(180, -40))
    expect(step(drawn, esc)).toMatchObject({ sketch: null, tool: 'polygon', shape: drawn.shape })
    expect(run(drawn, esc, esc).tool).toBe('select')
  })
})
