import { describe, expect, it } from 'vitest'
import { framesOf } from '../../../tests/gateway/protocols/frames/read.ts'
import { protocols } from '../../protocols/index.ts'
import { guess } from './guess.ts'

const namesOf = (bytes: Buffer, forgive: string[] = []) =>
  guess(bytes, { forgive: new Set(forgive), now: Date.UTC(2026, 5, 1) }).map(({ protocol }) => protocol.name)

describe('first messages of every protocol', () => {
  it.each(protocols.map(({ name }) => name))('of %s are recognised, also as they arrive byte by byte', (name) => {
    const rows = framesOf(name)
    const wrong: string[] = []
    for (const row of rows) {
      const first = row.login === null || row.login === undefined ? row : rows[row.login]!
      const bytes = Buffer.from(first.wire_hex, 'hex')
      let names: string[] = []
      for (let end = 1; end <= bytes.length && names.length === 0; end++) {
        names = namesOf(bytes.subarray(0, end), first.forgive ? [name] : [])
      }
      if (!names.includes(name)) wrong.push(`${row.name}: ${names.join()}`)
    }
    expect(wrong).toEqual([])
  })
})

it('a number alone fits two protocols, and the tracker says which', () => {
  expect(namesOf(Buffer.from('358244017671308\r\n'))).toEqual(['gps103', 't55'])
})

it.each([
  ['a browser', Buffer.from('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n')],
  ['SSH', Buffer.from('SSH-2.0-OpenSSH_9.6\r\n')],
  ['MQTT', Buffer.from('101000044d5154540402003c000474657374', 'hex')],
  ['zeros', Buffer.alloc(4096)],
  ['ones', Buffer.alloc(4096, 255)],
  ['lines', Buffer.alloc(4096, '\r\n')],
])('%s is no device', (_name, bytes) => {
  expect(namesOf(bytes)).toEqual([])
})
