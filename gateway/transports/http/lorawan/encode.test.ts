import { expect, it } from 'vitest'
import { doorOf } from './downlink.ts'
import { encodeForLorawan } from './encode.ts'

const say = (text: string | null, network: 'things_stack' | 'chirpstack' = 'things_stack', type = 'custom') =>
  encodeForLorawan({ id: 5, type: type as 'custom', text }, network)

it('encodes bytes, and a payload for the encoder at the network server', () => {
  const common = { priority: 'NORMAL', correlation_ids: ['ringfence:command:5'] }
  expect(say('2:01 ff')).toEqual({ downlinks: [{ f_port: 2, frm_payload: 'Af8=', ...common }] })
  expect(say('{"port": 10, "payload": {"led": "on"}}')).toEqual({
    downlinks: [{ f_port: 10, decoded_payload: { led: 'on' }, ...common }],
  })
  expect(say('2:01ff', 'chirpstack')).toEqual({ queueItem: { confirmed: false, fPort: 2, data: 'Af8=' } })
  expect(say('{"port": 1, "payload": {"a": 1}}', 'chirpstack')).toEqual({
    queueItem: { confirmed: false, fPort: 1, object: { a: 1 } },
  })
})

it.each(['', 'reboot', '2:0', '2:xyz', '[1]', '{"port": "2", "payload": {}}', '{"port": 2, "payload": [1]}', 'null'])(
  'says what a text must be: %s',
  (text) => expect(say(text)).toMatch(/^text: is neither/),
)

it('refuses other ports and commands', () => {
  expect(say('0:01')).toMatch(/^text: the port/)
  expect(say('224:01')).toMatch(/^text: the port/)
  expect(say(null, 'chirpstack', 'interval')).toMatch(/^type: /)
})

it('finds where downlinks are taken in the headers, and only web addresses', () => {
  const eui = '70B3D57ED0000001'
  expect(doorOf({ 'x-downlink-push': 'https://a.example/down/push', 'x-downlink-apikey': 'k' }, eui)).toEqual({
    network: 'things_stack',
    url: 'https://a.example/down/push',
    headers: { authorization: 'Bearer k' },
  })
  expect(doorOf({ 'x-chirpstack-url': 'https://c.example:8090/', 'x-chirpstack-key': 'k' }, eui)).toMatchObject({
    url: 'https://c.example:8090/api/devices/70b3d57ed0000001/queue',
    headers: { 'grpc-metadata-authorization': 'Bearer k' },
  })
  for (const url of ['file:///etc/passwd', 'nonsense', `https://a.example/${'x'.repeat(1000)}`])
    expect(doorOf({ 'x-downlink-push': url, 'x-downlink-apikey': 'k' }, eui)).toBeNull()
  expect(doorOf({ 'x-downlink-push': 'https://a.example/' }, eui)).toBeNull()
})
