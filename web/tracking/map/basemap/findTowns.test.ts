import { describe, expect, it } from 'vitest'
import { towns } from '../../kit/towns.ts'
import { findTowns, townsOf } from './findTowns.ts'

const auckland = [174.76, -36.85]
const london = [-0.13, 51.5]
const all = townsOf(towns)
const names = (typed: string, about: number[]) => findTowns(all, typed, about).map(({ name }) => name)

describe('a town is found', () => {
  it.each([
    ['hamilton', auckland, 'Hamilton (38° S, 175° E)'],
    ['Hamilton', [-80, 43], 'Hamilton (43° N, 80° W)'],
    ['Whangārei', auckland, 'Whangarei'],
    ['são paulo', london, 'São Paulo'],
    ['sao paulo', london, 'São Paulo'],
    ['  Auck', london, 'Auckland'],
    ['suva', [-179, -18], 'Suva'],
  ])('by %j from %j: %s', (typed, about, name) => {
    expect(names(typed, about)[0]).toBe(name)
  })

  it('before those that have its letters elsewhere', () => {
    const found = names('ham', auckland)
    expect(found.length).toBe(8)
    expect(found[0]).toMatch(/^Hamilton/)
    expect(found.slice(0, 3).every((name) => name.startsWith('Ham'))).toBe(true)
  })

  it.each(['', '   ', 'no such town'])('not by %j', (typed) => {
    expect(names(typed, auckland)).toEqual([])
  })
})
