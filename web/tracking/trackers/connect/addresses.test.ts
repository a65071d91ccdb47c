import { expect, test } from 'vitest'
import { osmandAddress, owntracksAddress, traccarAddress } from './addresses.ts'

const tracker = { number: 'ute 7', device_token: 'abc-_1', interval_s: 30 }
const origin = 'https://track.example.com'

test('Traccar Client gets the server, its number and the interval', () => {
  expect(traccarAddress(origin, tracker)).toBe('https://track.example.com/gateway/osmand?id=ute+7&interval=30')
  expect(traccarAddress(origin, { ...tracker, interval_s: 0 })).toBe(
    'https://track.example.com/gateway/osmand?id=ute+7',
  )
})

test('OsmAnd gets a template, with the token if it is known', () => {
  expect(osmandAddress(origin, tracker)).toMatch(/\?id=ute\+7&token=abc-_1&lat=\{0\}&lon=\{1\}&timestamp=\{2\}/)
  expect(osmandAddress(origin, { ...tracker, device_token: null })).not.toContain('token')
})

test('OwnTracks gets all its settings in one address', () => {
  const inline = new URL(owntracksAddress(origin, { ...tracker, number: 'tāne' })).searchParams.get('inline')!
  expect(JSON.parse(Buffer.from(inline, 'base64').toString('utf8'))).toMatchObject({
    _type: 'configuration',
    mode: 3,
    url: 'https://track.example.com/gateway/owntracks',
    username: 'tāne',
    password: 'abc-_1',
    locatorInterval: 30,
  })
})
