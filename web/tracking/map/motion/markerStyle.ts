import type { Colours } from '#messages/palette.ts'
import type { Status } from '../../kit/state.ts'
import type { TrackerEvent } from '../../types.ts'
import type { MarkerStyle } from './field.ts'

const dot = 0
const arrow = 1
const diamond = 2
const hollow = 4
const hole = 8
const ring = 16
const slowest = 0.5 // m/s: below it a heading is noise

/** A marker's style, the same as the list's StateMark. */
export function markerStyleOf({ state, offline }: Status, fix: TrackerEvent, mark: Mark): MarkerStyle {
  const moving = !offline && fix.heading !== null && (fix.speed ?? 0) >= slowest
  const outside = state === 'outside'
  const form = (moving ? arrow : outside ? diamond : dot) + (offline ? hollow : 0)
  const sign = outside ? ring : state === 'unknown' ? hole : 0
  const turn = Math.round(((fix.heading ?? 0) / 360) * 256)
  return [colourOf(state), form + sign, mark, ((turn % 256) + 256) % 256]
}

/** Marker colours of the palette, indexed by `colourOf`. */
export function paletteOf(colour: Colours): Float32Array {
  return new Float32Array([colour.inside, colour.outside, colour.unknown, colour.offline].flatMap(rgb))
}

export function rgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

function colourOf(state: Status['state']): number {
  if (state === 'inside') return 0
  if (state === 'outside') return 1
  return state === 'unknown' ? 2 : 3
}

/** 0 none, 1 hovered, 2 selected */
export type Mark = 0 | 1 | 2
