import { describe, expect, it } from 'vitest'
import type { Protocol } from '#gateway/protocols/shared/protocol.ts'
import { expectOnPlanet, expectReport } from './protocol.ts'
import { drive, framesOf, mutations, type Row } from './read.ts'

/** What holds for every protocol whose messages say nothing without the one before them that has the number. */
export function describeSignedIn<Session>(protocol: Protocol<Session>): void {
  const rows = framesOf(protocol.name)
  const any = protocol as Protocol
  const wire = ({ wire_hex }: Row) => Buffer.from(wire_hex, 'hex')
  const intro = ({ login }: Row) => (typeof login === 'number' ? wire(rows[login]!) : Buffer.alloc(0))
  const whole = (row: Row) => Buffer.concat([intro(row), wire(row)])
  const read = (row: Row, stream = whole(row), size = stream.length) =>
    drive(any, stream, size, { forgive: row.forgive ?? false })

  describe(`the real messages of ${protocol.name}`, () => {
    it.each(rows)('$name', (row) => {
      const { messages, refused, left } = read(row)
      const count = intro(row).length > 0 ? 2 : 1
      expect({ refused, left: left.length, messages: messages.length }).toEqual({
        refused: [],
        left: 0,
        messages: count,
      })
      const message = messages.at(-1)!
      if (row.expect.number !== undefined) expect(message.number).toBe(row.expect.number)
      expect(message.reports.length).toBe(row.expect.positions.length)
      for (const [i, wanted] of row.expect.positions.entries()) expectReport(message.reports[i]!, wanted)
      if (row.expect.ack_regex) expect(message.acknowledgement?.toString()).toMatch(new RegExp(row.expect.ack_regex))
    })

    it('say the same in pieces of one byte', () => {
      for (const row of rows) expect(read(row, whole(row), 1).messages, row.name).toEqual(read(row).messages)
    })

    it('say the same all in one segment', () => {
      const alone = rows.flatMap((row) => read(row).messages)
      const together = drive(any, Buffer.concat(rows.map(whole)), 1e9, { forgive: true }).messages
      expect(together.map(({ number }) => number)).toEqual(alone.map(({ number }) => number))
    })

    it('are found behind garbage', () => {
      const garbage = Buffer.from('\r\n\u0000\u0001 no frame !\u00ff\r\n', 'latin1')
      for (const row of rows) {
        const { messages } = read(row, Buffer.concat([intro(row), garbage, wire(row)]))
        expect(messages.at(-1), row.name).toEqual(read(row).messages.at(-1))
      }
    })

    it('harm nothing when they are changed', () => {
      for (const row of rows) {
        for (const changed of mutations(wire(row), 300)) {
          for (const forgive of [false, true]) {
            const stream = Buffer.concat([intro(row), changed])
            const { messages } = drive(any, stream, stream.length, { forgive })
            for (const { reports } of messages) for (const report of reports) expectOnPlanet(report)
          }
        }
      }
    })
  })
}
