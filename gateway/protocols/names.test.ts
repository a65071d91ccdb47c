import { expect, it } from 'vitest'
import { DEVICE_PROTOCOLS } from '#db/transports.ts'
import { protocols } from './index.ts'

it('are those that a tracker’s transports may name', () => {
  expect(protocols.map(({ name }) => name).toSorted()).toEqual([...DEVICE_PROTOCOLS].toSorted())
})
