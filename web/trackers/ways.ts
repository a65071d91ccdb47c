import type { connect } from '../locales/en_connect.ts'
import type { DevicePort } from '../types.ts'

export type Way = keyof (typeof connect)['ways']

/** By what a device may reach this server, in the order in which they are offered. */
export function waysOf(devices: DevicePort[]): { group: 'open' | 'apps' | 'devices'; ways: Way[] }[] {
  const own = devices.map(({ protocol }) => protocol).filter((name): name is Way => !others.has(name))
  return [
    { group: 'open', ways: ['mqtt'] },
    { group: 'apps', ways: ['traccar', 'osmand', 'owntracks'] },
    ...(own.length > 0 ? [{ group: 'devices' as const, ways: own }] : []),
  ]
}

const others = new Set(['mqtt', 'mqtts', 'osmand'])
