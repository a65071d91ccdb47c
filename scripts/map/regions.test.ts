import { expect, it } from 'vitest'
import { areaOf, readBox, regions } from './regions.ts'

it.each(Object.entries(regions))('the boxes of %s are boxes that pmtiles takes', (_, { boxes }) => {
  for (const box of boxes) expect(readBox(box.join())).toEqual(box)
  expect(areaOf(boxes).coordinates).toHaveLength(boxes.length)
})

it.each(['1,2,3', '1,2,3,x', '10,0,5,1', '0,10,1,5', '170,-40,190,-30', '0,-90,1,0', ''])(
  'refuses --bbox %j',
  (text) => {
    expect(() => readBox(text)).toThrow(`--bbox is "${text}": give west,south,east,north in degrees`)
  },
)
