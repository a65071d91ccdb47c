import { expect, it } from 'vitest'
import { directionsTo, streetViewAt } from './googleMaps.ts'

it.each([
  [[174.7633, -36.8485], '-36.848500,174.763300'],
  [[-176.5, -44], '-44.000000,-176.500000'],
  [[183.5, -44], '-44.000000,-176.500000'],
  [[0.00000001, -0], '0.000000,0.000000'],
] as [[number, number], string][])('%j is formatted for Google, latitude first', (position, named) => {
  expect(new URL(directionsTo(position)).searchParams.get('destination')).toBe(named)
  expect(new URL(streetViewAt(position, null)).searchParams.get('viewpoint')).toBe(named)
})

it('faces the tracker’s heading, if known', () => {
  expect(new URL(streetViewAt([174.76, -36.85], 359.7)).searchParams.get('heading')).toBe('0')
  expect(new URL(streetViewAt([174.76, -36.85], null)).searchParams.has('heading')).toBe(false)
})
