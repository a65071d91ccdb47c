import { describe, expect, it } from 'vitest'
import type { Protocol } from '#gateway/protocols/shared/protocol.ts'
import { drive, framesOf, mutations } from './read.ts'

/** What holds for every protocol that has real messages. `end` is what parts two of its messages. */
export function describeFrames<Session>(protocol: Protocol<Session>, end = ''): void {
  const rows = framesOf(protocol.name)
  const wire = (row: (typeof rows)[number]) => Buffer.from(row.wire_hex + Buffer.from(end).toString('hex'), 'hex')
  const any = protocol as Protocol

  describe(`the real messages of ${protocol.name}`, () => {
    it.each(rows)('$name', (row) => {
      const { messages, refused, left } = drive(any, Buffer.from(row.wire_hex, 'hex'))
      expect({ refused, left: left.length, messages: messages.length }).toEqual({ refused: [], left: 0, messages: 1 })
      const [message] = messages
      if (row.expect.number !== undefined) expect(message!.number).toBe(row.expect.number)
      expect(message!.reports.length).toBe(row.expect.positions.length)
      for (const [i, wanted] of row.expect.positions.entries()) expectReport(message!.reports[i]!, wanted)
      const { ack_hex, ack_regex } = row.expect
      if (ack_hex !== undefined) expect(message!.acknowledgement?.toString('hex')).toBe(ack_hex)
      if (ack_regex !== undefined) expect(message!.acknowledgement?.toString('latin1')).toMatch(new RegExp(ack_regex))
    })

    it('say the same in pieces of one byte', () => {
      for (const row of rows) {
        expect(drive(any, wire(row), 1).messages, row.name).toEqual(drive(any, wire(row)).messages)
      }
    })

    it('say the same two and all in one segment', () => {
      const alone = rows.flatMap((row) =>
        drive(any, wire(row)).messages.map(({ number, reports }) => [number, reports]),
      )
      const together = drive(any, Buffer.concat(rows.map(wire))).messages
      expect(together.map(({ number }) => number)).toEqual(alone.map(([number]) => number))
      expect(together.flatMap(({ reports }) => reports.map(({ lat, lon, speed }) => [lat, lon, speed]))).toEqual(
        alone.flatMap(([, reports]) => (reports as { lat: 0; lon: 0; speed: 0 }[]).map((r) => [r.lat, r.lon, r.speed])),
      )
    })

    it('are found behind garbage', () => {
      const garbage = Buffer.from('\r\n\u0000\u0001 no frame !\u00ff\r\n', 'latin1')
      for (const row of rows) {
        expect(drive(any, Buffer.concat([garbage, wire(row)])).messages, row.name).toEqual(
          drive(any, wire(row)).messages,
        )
      }
    })

    it('harm nothing when they are changed', () => {
      for (const row of rows) {
        for (const changed of mutations(wire(row), 100)) {
          for (const forgive of [false, true]) {
            const { messages } = drive(any, changed, changed.length, { forgive })
            for (const { reports } of messages) for (const report of reports) expectOnPlanet(report)
          }
        }
      }
    })
  })
}

type Report = ReturnType<typeof drive>['messages'][number]['reports'][number]
type ExpectedReport = ReturnType<typeof framesOf>[number]['expect']['positions'][number]

export function expectReport(report: Report, wanted: ExpectedReport): void {
  expect(report.valid).toBe(wanted.valid)
  if (wanted.fix_at !== undefined) {
    expect(report.fix_at === null ? null : new Date(report.fix_at).toISOString()).toBe(wanted.fix_at)
  }
  for (const name of ['lat', 'lon', 'speed', 'heading'] as const) {
    const value = wanted[name]
    if (typeof value === 'number') expect(report[name], name).toBeCloseTo(value, 5)
    else if (value === null) expect(report[name], name).toBeNull()
  }
  if (wanted.alarm !== undefined) expect(report.alarm).toBe(wanted.alarm)
  if (wanted.attributes !== undefined) expect(report.attributes).toMatchObject(wanted.attributes)
}

export function expectOnPlanet({ lat, lon, speed, heading, fix_at, attributes }: Report): void {
  const sound =
    (lat === null) === (lon === null) &&
    (lat === null || lon === null || (Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) &&
    (speed === null || (speed >= 0 && speed < 20_000)) &&
    (heading === null || (heading >= 0 && heading <= 360)) &&
    (fix_at === null || Number.isInteger(fix_at)) &&
    Object.values(attributes ?? {}).every((value) => value !== undefined && !Number.isNaN(value))
  if (!sound) throw new Error(`not sound: ${JSON.stringify({ lat, lon, speed, heading, fix_at, attributes })}`)
}
