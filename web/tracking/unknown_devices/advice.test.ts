import { expect, it } from 'vitest'
import { adviceOn } from './advice.ts'

const ports = [
  { protocol: 'mqtt', port: 1884, udp: false, tls: false },
  { protocol: 'any', port: 5000, udp: false, tls: false },
  { protocol: 'teltonika', port: 5027, udp: true, tls: false },
]
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
const unread = { status: 'unreadable', protocol: 'gt06', readable_by: [] as string[], bytes: null } as const

it.each([
  ['a stranger', { status: 'unregistered' }, 'unregistered', { protocol: 'gt06' }],
  ['one that may not report so', { status: 'not_allowed' }, 'not_allowed', { protocol: 'gt06' }],
  ['one that is registered now', { status: 'registered' }, 'registered', { protocol: 'gt06' }],
  ['the wrong port', { readable_by: ['teltonika'] }, 'speaksAny', { names: 'teltonika (5027)', port: 5000 }],
  ['a protocol without a port', { readable_by: ['h02'] }, 'speaksAny', { names: 'h02', port: 5000 }],
  ['a browser', { bytes: hex('GET / HTTP/1.1\r\n') }, 'http', {}],
  ['an app', { bytes: hex('POST /?id=1 HTTP/1.1\r\n') }, 'http', {}],
  ['MQTT 3.1.1', { bytes: '101000044d5154540402003c000474657374' }, 'mqtt', { port: 1884 }],
  ['MQTT 3.1 with a long length', { bytes: '10a00100064d51497364700302' }, 'mqtt', { port: 1884 }],
  ['TLS', { bytes: '16030100a5010000a1' }, 'tls', {}],
  ['SSH', { bytes: hex('SSH-2.0-x') }, 'scan', {}],
  ['its own port, but only a part of a message', { readable_by: ['gt06'], bytes: '78780d' }, 'nothing', {}],
  ['no bytes', {}, 'nothing', {}],
])('%s is shown what to do', (_name, device, key, values) => {
  expect(adviceOn({ ...unread, ...device } as never, ports)).toMatchObject({ key, values })
})

it('without the port for all, only the protocol’s own is named', () => {
  const device = { ...unread, readable_by: ['teltonika', 'h02'] }
  const own = ports.filter(({ protocol }) => protocol !== 'any')
  expect(adviceOn(device, own)).toMatchObject({ key: 'speaks', values: { names: 'teltonika (5027), h02' } })
})
