import type { Colours } from '#messages/palette.ts'
import type { Latest } from '../../kit/live/positions.ts'
import type { Status } from '../../kit/state.ts'
import type { Movement } from '../../types.ts'
import type { MarkerStyle } from './field.ts'

const dot = 0
const arrow = 1
const diamond = 2
const hollow = 4
const hole = 8
const ring = 16
const bars = 32
const slowest = 0.5 // m/s: below it a heading is noise

/**
 * A marker's style, the same as the list's StateMark: the colour says where it is, the shape what it does. An arrow moves,
 * a dot rests, one with bars idles, a hollow one is silent.
 */
export function markerStyleOf(
  { state, offline }: Status,
  latest: Latest,
  movement: Movement | null,
  mark: Mark,
): MarkerStyle {
  const silent = offline || movement?.state === 'no_data'
  const moves = latest.heading !== null && isMoving(movement, latest)
  return styleOf({ state, silent, moves, idles: movement?.state === 'idling', heading: latest.heading ?? 0, mark })
}

/** @param looks `heading` in degrees, of one that moves */
export function styleOf({ state, silent, moves, idles, heading, mark }: Looks): MarkerStyle {
  const outside = state === 'outside'
  const is_arrow = moves && !silent
  const form = (is_arrow ? arrow : outside ? diamond : dot) + (silent ? hollow : 0)
  const sign = (outside ? ring : 0) + (idles && !silent ? bars : state === 'unknown' && !is_arrow ? hole : 0)
  const turn = Math.round((heading / 360) * 256)
  return [colourOf(state), form + sign, mark, ((turn % 256) + 256) % 256]
}

/** One that waits at a light is on its trip still. Until anything is known of its trips, its speed says it. */
export function isMoving(movement: Movement | null, { fix }: Latest): boolean {
  if (movement) return movement.state === 'moving' || movement.state === 'towed'
  return (fix?.speed ?? 0) >= slowest
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

type Looks = { state: Status['state']; silent: boolean; moves: boolean; idles: boolean; heading: number; mark: Mark }

/** 0 none, 1 hovered, 2 selected */
export type Mark = 0 | 1 | 2
