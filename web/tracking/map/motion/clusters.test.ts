import { describe, expect, test } from 'vitest'
import { clusterBelow, clustersOf } from './clusters.ts'
import { Field, type MarkerStyle } from './field.ts'
import { toMercator } from './track.ts'

const inside: MarkerStyle = [0, 0, 0, 0]
const outside: MarkerStyle = [1, 2, 0, 0]
const selected: MarkerStyle = [0, 0, 2, 0]

function fleet(...styles: MarkerStyle[]): Field {
  const field = new Field()
  for (const [i, style] of styles.entries()) {
    const { x, y } = toMercator(174.76 + i / 1e5, -36.85)
    field.put(i, x, y, style, 0, 0)
  }
  return field
}

describe('clusters', () => {
  test('replace markers close together, at their mean position', () => {
    const { clusters, hidden } = clustersOf(fleet(inside, inside, inside, inside, inside), [], 5, 0)
    expect(clusters).toMatchObject([{ count: 5, lon: expect.closeTo(174.76002), lat: expect.closeTo(-36.85) }])
    expect([...hidden]).toEqual([0, 1, 2, 3, 4])
  })

  test('count states, and exclude markers that are selected or hovered', () => {
    const { clusters, hidden } = clustersOf(fleet(inside, outside, inside, selected, inside), [], 5, 0)
    expect(clusters).toMatchObject([{ count: 4, counts: [3, 1, 0, 0] }])
    expect([...hidden]).toEqual([0, 1, 2, 4])
  })

  test('join what the server has counted there, however few they are', () => {
    const cell = { id: 7, lon: 174.76, lat: -36.85, counts: { inside: 90, offline: 9 } }
    const far = { id: 8, lon: 170, lat: -45, counts: { outside: 2 } }
    const { clusters, hidden } = clustersOf(fleet(outside), [cell, far], 5, 0)
    expect(clusters).toMatchObject([
      { count: 100, counts: [90, 1, 0, 9] },
      { count: 2, counts: [0, 2, 0, 0] },
    ])
    expect([...hidden]).toEqual([0])
    expect(clustersOf(fleet(outside), [cell], clusterBelow, 0)).toMatchObject({ clusters: [{ count: 99 }] })
  })

  test('need four markers, and a low zoom level', () => {
    expect(clustersOf(fleet(inside, inside, inside), [], 5, 0).clusters).toEqual([])
    expect(clustersOf(fleet(inside, inside, inside, inside), [], clusterBelow, 0).clusters).toEqual([])
  })
})

describe('a hidden marker', () => {
  test('is not hoverable, is not drawn, and leaves no state when removed', () => {
    const field = fleet(inside, inside)
    field.hide(new Set([1]))
    const { x, y } = field.place(1, 0)!
    expect(field.selectTracker(x, y, 1e-9, 0)).toBe(null)
    const places = new Float32Array(4)
    field.write(places, { x, y }, 0)
    expect(Math.abs(places[0]!)).toBeLessThan(1)
    expect(places[2]).toBeGreaterThan(1)
    field.remove(0)
    expect(field.isHidden(0)).toBe(true)
    field.hide(new Set())
    expect(field.selectTracker(x, y, 1e-9, 0)).toBe(1)
  })
})
