import { expect, it } from 'vitest'
import { TOKEN_TRANSPORTS, TRANSPORTS, UDP_TRANSPORTS } from '../../../../db/transports.ts'
import { tracking } from '../../../locales/en/tracking.ts'
import { allows, type Method, methodOf, needsToken, protocolOfUdp, transportOf } from './methods.ts'

it('knows which transports need the token, as the server does', () => {
  expect(TRANSPORTS.filter(needsToken)).toEqual([...TOKEN_TRANSPORTS])
})

it('has a transport for each method, and a label for each transport', () => {
  for (const method of Object.keys(tracking.connect.methods))
    expect(TRANSPORTS).toContain(transportOf(method as Method))
  for (const name of TRANSPORTS) {
    const words = [tracking.connect.transports, tracking.connect.methods]
    expect(
      words.some((all) => methodOf(name) in all),
      `words for ${name}`,
    ).toBe(true)
  }
})

it('knows which transports are datagrams, as the server does', () => {
  expect(TRANSPORTS.filter((name) => protocolOfUdp(name) !== null)).toEqual(UDP_TRANSPORTS)
  expect(allows(['h02_udp'], 'h02')).toBe(true)
})

it('tells whether a tracker may use a method', () => {
  expect(allows(['osmand_token'], 'osmand')).toBe(true)
  expect(allows(['osmand'], 'osmand')).toBe(true)
  expect(allows(['osmand_token'], 'traccar')).toBe(false)
  expect(allows(['mqtt'], 'gt06')).toBe(false)
})
