import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive, NOON } from '../../../tests/gateway/protocols/frames/read.ts'
import { gps103 } from './index.ts'

describeFrames(gps103)

const run = (stream: string, size?: number) => drive(gps103, Buffer.from(stream, 'latin1'), size)
const decode = (message: string) => run(message).messages[0]!
const fix = 'A,2234.4026,N,11354.3277,E,10.00,90'

describe('the framing of gps103', () => {
  it.each([[';'], [';\r\n'], ['\r\n'], ['\n'], ['*']])('ends a message at %j', (end) => {
    const stream = `##,imei:359586015829802,A${end}359586015829802${end}imei:359586015829802,help me,,,L,,,113b,,558f,,,,,0,0,,,${end}`
    const { messages } = run(stream, 1)
    expect(messages.map(({ acknowledgement }) => acknowledgement?.toString())).toEqual([
      'LOAD',
      'ON',
      '**,imei:359586015829802,E;',
    ])
  })

  it('skips text that never ends', () => {
    expect(run(`imei:359586015829802,tracker,${'0'.repeat(4000)};359586015829802;`).messages).toHaveLength(1)
  })

  it('takes a report after the number of a heartbeat', () => {
    const message = decode(`359586015829802imei:359586015829802,tracker,0809231429,,F,062947.294,${fix};`)
    expect(message.acknowledgement?.toString()).toBe('ON')
    expect(message.reports).toHaveLength(1)
  })
})

describe('gps103', () => {
  it('answers both forms of the login', () => {
    for (const login of ['##,imei:123451234512345,A;', 'imei:123451234512345,L,*']) {
      const [message] = drive(gps103, Buffer.from(login)).messages
      expect(message).toMatchObject({ number: '123451234512345', reports: [] })
      expect(message!.acknowledgement?.toString()).toBe('LOAD')
    }
  })

  it.each([
    ['0809231429', '062947.294', '2008-09-23T06:29:47.000Z'],
    ['151027025958', '235957.000', '2015-10-26T23:59:57.000Z'],
    ['2301010030', '123000.000', '2022-12-31T12:30:00.000Z'],
    ['2301011230', '003000.000', '2023-01-01T00:30:00.000Z'],
    ['2312311930', '003000.000', '2024-01-01T00:30:00.000Z'],
    ['13/02/27 23:40', '125952.000', '2013-02-27T12:59:52.000Z'],
    ['150401165832', '31.0', '2015-04-01T16:58:32.000Z'],
    ['000000000', '110000.000', new Date(NOON - 3_600_000).toISOString()],
    ['', '235900', '2026-05-31T23:59:00.000Z'],
  ])('takes %s and %s for %s', (local, time, expected) => {
    const [report] = decode(`imei:359586015829802,tracker,${local},,F,${time},${fix};`).reports
    expect(new Date(report!.fix_at!).toISOString()).toBe(expected)
  })

  it('uses the zone from a fix for messages without one', () => {
    const alone = 'imei:359586015829802,OBD,161003192752,1785,,,0,54,96.47%,75,20.00%,1892,12.10,,,,;'
    expect(decode(alone).reports[0]!.fix_at).toBeNull()
    const { messages } = run(`imei:359586015829802,tracker,1610031925,,F,112500.000,${fix};${alone}`)
    expect(messages[1]!.reports[0]!.fix_at).toBe(Date.UTC(2016, 9, 3, 11, 27, 52))
  })

  it.each([
    ['tracker', 'position', null],
    ['help me', 'sos', 'sos'],
    ['low battery', 'low_battery', 'low_battery'],
    ['stockade', 'geofence', 'geofence'],
    ['ac alarm', 'power_cut', 'power_cut'],
    ['door alarm', 'door', 'door'],
    ['sensor alarm', 'vibration', 'vibration'],
    ['accident alarm', 'crash', 'crash'],
    ['acc on', 'ignition_on', null],
    ['acc off', 'ignition_off', null],
    ['oil 51.6', 'fuel_leak', 'fuel_leak'],
    ['T:+28.0', 'temperature', 'temperature'],
    ['something new', 'something new', null],
    ['<b>', 'position', null],
  ])('reads the word %s', (word, event, alarm) => {
    const [report] = decode(`imei:359586015829802,${word},0809231429,,F,062947.294,${fix};`).reports
    expect(report).toMatchObject({ event, alarm, heading: 90 })
    expect(report!.speed).toBeCloseTo(5.14444, 4)
  })

  it('takes the other form', () => {
    const message = decode(
      'imei:864035051916627,A,----,----,----,112233,010217,23,1,-2.5,36.8,72,190,1650,0.9,11,1,0,----*',
    )
    expect(message.reports[0]).toMatchObject({
      fix_at: Date.UTC(2017, 1, 1, 11, 22, 33),
      valid: true,
      lat: -2.5,
      lon: 36.8,
      speed: 20,
      heading: 190,
      altitude: 1650,
      attributes: { rssi: 23, hdop: 0.9, satellites: 11, ignition: true, charging: false },
    })
  })

  it('keeps faults and photos apart', () => {
    expect(decode('imei:359710049028435,DTC,151026230105,,,,,,,,,,,,P0171,P0420;').reports[0]).toMatchObject({
      alarm: 'fault',
      attributes: { faults: 'P0171 P0420' },
    })
    expect(decode('imei:359710049028435,vr0000400ffd8;').reports).toEqual([])
  })

  it('reads which command was executed', () => {
    expect(decode(`imei:359586015829802,jt,0809231429,,F,062947.294,${fix};`)).toMatchObject({ answer: 'jt' })
  })

  it.each([
    [5, '05s'],
    [90, '90s'],
    [300, '05m'],
    [3600, '60m'],
    [36_000, '10h'],
  ])('encodes an interval of %i seconds as %s', (interval_s, said) => {
    const { session } = run('359586015829802;')
    const bytes = gps103.encode!({ type: 'interval', interval_s }, session as never)
    expect(bytes?.toString()).toBe(`**,imei:359586015829802,C,${said}`)
  })

  it('encodes what a person typed, and nothing unsupported', () => {
    const { session } = run('359586015829802;')
    const encoded = (text: string) => gps103.encode!({ type: 'custom', text }, session as never)?.toString()
    expect(encoded('J')).toBe('**,imei:359586015829802,J')
    expect(encoded('**,imei:1,K')).toBe('**,imei:1,K')
    expect(gps103.encode!({ type: 'interval', interval_s: 0 }, session as never)).toBeNull()
    expect(gps103.encode!({ type: 'custom', text: 'J' }, gps103.open())).toBeNull()
  })

  it.each([
    ['12;', 'frame: is neither a number nor has it an imei'],
    ['imei:x,A;', 'imei: is not digits'],
    ['imei:359586015829802,tracker,0809231429,,X,1;', 'source: is neither F nor L'],
    ['imei:359586015829802,tracker,0809231429,,F,062947.294,A,,N,,E;', 'lat: is missing'],
    ['imei:359586015829802,tracker,0809231429,,F,062947.294,A,9934.4026,N,11354.3277,E,1;', 'lat: 99.5'],
  ])('refuses %s', (message, reason) => {
    expect(run(message).refused[0]).toContain(reason)
  })
})
