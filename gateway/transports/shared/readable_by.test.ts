import { expect, it } from 'vitest'
import { framesOf } from '../../../tests/gateway/protocols/frames/read.ts'
import { protocols } from '../../protocols/index.ts'
import { readableBy } from './readable_by.ts'

it.each(protocols.map(({ name }) => name))('finds %s for most of its own messages', (name) => {
  const rows = framesOf(name).map(({ wire_hex }) => Buffer.from(wire_hex, 'hex'))
  const found = rows.filter((bytes) => readableBy(bytes).includes(name))
  expect(found.length / rows.length).toBeGreaterThan(0.5)
})

it.each([
  ['nothing', ''],
  ['a browser', 'GET / HTTP/1.1\r\nHost: example.com\r\nUser-Agent: a\r\n\r\n'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ['zeros', '\0'.repeat(512)],
])('finds none for %s', (_name, text) => {
  expect(readableBy(Buffer.from(text, 'latin1'))).toEqual([])
})
