import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive, NOON } from '../../../tests/gateway/protocols/frames/read.ts'
import { watch } from './index.ts'

describeFrames(watch)

const wrap = (content: string, head = '3G*1234567890') =>
  `[${head}*${content.length.toString(16).padStart(4, '0')}*${content}]`
const decode = (content: string, head?: string) => drive(watch, Buffer.from(wrap(content, head), 'latin1')).messages[0]!
const position = (type: string, rest: string) =>
  decode(`${type},220426,134652,A,22.571707,N,113.861396,E,36.0,90.0,100,7,60,90,1000,50,${rest}`)

describe('the framing of watches', () => {
  // A network's name with brackets: the length decides.
  const name =
    'UD,120623,140020,A,48.99,N, 4.37,E,18.5,43.8,0.0,12,100,76,0,0,00000000,0,1,[LG A/C]e7,66:aa:ed:ae:e7:25,-82,15.0'

  it.each([
    ['two messages', `${wrap('LK,0,0,53')}${wrap('TKQ')}`, ['LK,0,0,53', 'TKQ']],
    ['brackets in a name', `${wrap(name)}${wrap('LK')}`, [name, 'LK']],
    ['a length that counts the bracket', `[SG*9081000548*0009*LK,0,100]${wrap('LK')}`, ['LK,0,100', 'LK']],
    ['a length that is too small', `[SG*9081000548*0004*LK,0,100]${wrap('LK')}`, ['LK,0,100', 'LK']],
    ['a length that is too large', `[SG*9081000548*0040*LK,0,100]${wrap('LK')}`, ['LK,0,100', 'LK']],
    ['escaped bytes', '[CS*1234567890*0006*TK,}\u0003}\u0002x]', ['TK,}\u0003}\u0002x']],
  ])('finds %s', (_name, stream, contents) => {
    for (const size of [1, 1000]) {
      const { frames } = drive(watch, Buffer.from(stream, 'latin1'), size)
      expect(frames.map((hex) => Buffer.from(hex, 'hex').toString('latin1').split('*').slice(3).join('*'))).toEqual(
        contents.map((content) => `${content}]`),
      )
    }
  })

  it('skips what is no message', () => {
    const { messages } = drive(watch, Buffer.from(`[3G*x]]]*${wrap('LK')}[[[`, 'latin1'))
    expect(messages.length).toBe(1)
  })
})

describe('watch', () => {
  it.each([
    ['00010000', 'sos'],
    ['00020000', 'low_battery'],
    ['00040000', 'geofence_exit'],
    ['00080000', 'geofence_enter'],
    ['00100000', 'tamper'],
    ['00200000', 'fall'],
    ['00010001', 'sos'],
    ['00000001', 'low_battery'],
    ['00000000', 'general'],
    // The state of the wrist band in eight digits, and too fast in four.
    ['00000008', 'general'],
    ['0008', 'overspeed'],
  ])('reads the alarm %s as %s', (state, alarm) => {
    expect(position('AL', `${state},0,0`).reports[0]).toMatchObject({ alarm, valid: true })
    expect(position('UD', `${state},0,0`).reports[0]).toMatchObject({ alarm: null })
  })

  it('reads cells, networks and the accuracy', () => {
    const rest = '00000000,2,1,460,0,9360,4082,131,9360,4092,148,1,a, b,34:60:F9:ec:19:f8,-82,13.8'
    expect(position('UD', rest).reports[0]).toMatchObject({
      accuracy: 13.8,
      speed: 10,
      attributes: {
        network: [
          { mcc: 460, mnc: 0, lac: 9360, cid: 4082, signal: 131 },
          { mcc: 460, mnc: 0, lac: 9360, cid: 4092, signal: 148 },
        ],
        wifi: [{ mac: '34:60:f9:ec:19:f8', signal: -82 }],
        steps: 1000,
        battery: 90,
      },
    })
  })

  it.each([
    ['LK,1200,3,88', { steps: 1200, battery: 88 }],
    ['heart,72', { heart_rate: 72 }],
    ['bphrt,120,80,72,0', { pressure_high: 120, pressure_low: 80, heart_rate: 72 }],
    ['BLOOD,109,68', { pressure_high: 109, pressure_low: 68 }],
    ['btemp2,1,36.6', { body_temperature: 36.6 }],
    ['oxygen,0,98', { oxygen: 98 }],
  ])('stores %s', (content, attributes) => {
    expect(decode(content).reports[0]!.attributes).toEqual(attributes)
  })

  it.each([
    ['LK', 'LK'],
    ['AL,220426,134652,V,0,N,0,E,0,0,0,0,0,9,0,0,00010000,0,0', 'AL'],
    ['TKQ', 'TKQ'],
    ['INIT,1', 'INIT,1'],
    ['TK,#!AMR\u0001\u0002', 'TK,0'],
    ['TK,1', undefined],
    ['btemp2,0,0', undefined],
    ['UD,220426,134652,V,0,N,0,E,0,0,0,0,0,9,0,0,00010000,0,0', undefined],
  ])('answers %s', (content, answer) => {
    const { acknowledgement } = decode(content)
    expect(acknowledgement?.toString()).toBe(answer === undefined ? undefined : wrap(answer))
  })

  it('repeats the index of a message in its answer', () => {
    expect(decode('LK', 'ZJ*357653059860416*0007').acknowledgement?.toString()).toBe(
      '[ZJ*357653059860416*0007*0002*LK]',
    )
  })

  it('takes the rest as the answer to a command', () => {
    expect(decode('VERNO,C1_V1.2')).toMatchObject({ reports: [], answer: 'VERNO,C1_V1.2' })
  })

  it.each([
    [{ type: 'interval', interval_s: 60 } as const, wrap('UPLOAD,60')],
    [{ type: 'interval', interval_s: 5 } as const, wrap('UPLOAD,10')],
    [{ type: 'custom', text: 'FIND' } as const, wrap('FIND')],
    [{ type: 'custom', text: '[CS*1*0002*CR]' } as const, '[CS*1*0002*CR]'],
  ])('encodes the command %j', (command, text) => {
    const { session } = drive(watch, Buffer.from(wrap('LK')))
    expect(watch.encode!(command, session as never)?.toString()).toBe(text)
    expect(watch.encode!(command, watch.open())).toBeNull()
  })

  it.each([
    ['UD,220426,134652,X,1,N,1,E', 'validity: is neither A nor V'],
    ['UD,220426,134652,A,,N,1,E', 'lat: is not a number'],
    ['UD,220426,134652,A,91,N,1,E', 'lat: 91 is not between'],
  ])('refuses %s', (content, reason) => {
    expect(drive(watch, Buffer.from(wrap(content)), undefined, { now: NOON }).refused[0]).toContain(reason)
  })
})
