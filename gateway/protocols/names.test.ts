import { expect, it } from 'vitest'
import { DEVICE_PROTOCOLS, UDP_TRANSPORTS } from '#db/transports.ts'
import { protocols } from './index.ts'

it('are those that a tracker’s transports may name', () => {
  const over_udp = protocols.filter(({ udp }) => udp)
  expect(protocols.map(({ name }) => name).toSorted()).toEqual([...DEVICE_PROTOCOLS].toSorted())
  expect(over_udp.map(({ name }) => `${name}_udp`).toSorted()).toEqual([...UDP_TRANSPORTS].toSorted())
})
