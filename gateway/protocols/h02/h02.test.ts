import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { h02 } from './index.ts'

describeFrames(h02)

const text = '*HQ,4106011660,V1,124552,A,5035.3129,N,00431.8211,E,000.20,000,131116,FFFFFBFF#'
const short = '2441060116601245431311165035313006004318210e000000fffffbffff0024'
const long = '24410600082621532131081504419390060740418306000000fffffbfdff0015060000002c02dc0c000000001f'
const hex = (ascii: string) => Buffer.from(ascii, 'latin1').toString('hex')
const framesOf = (stream: string, size?: number) => drive(h02, Buffer.from(stream, 'hex'), size).frames

describe('the framing of h02', () => {
  it.each([
    ['text and a line’s end', `${hex(text)}0d0a`, [hex(text)]],
    ['32 bytes', short, [short]],
    ['45 bytes', long, [long]],
    ['32 bytes and text', short + hex(text), [short, hex(text)]],
    ['45 bytes twice', long + long, [long, long]],
    ['45 bytes and 32', long + short, [long, short]],
    ['45 bytes and text', long + hex(text), [long, hex(text)]],
    ['48 bytes', `${short}${'00'.repeat(16)}`, [`${short}${'00'.repeat(16)}`]],
    ['a stray dollar sign before text', `2400${hex(text)}`, [hex(text)]],
    ['a stray asterisk before text', `2a3f${hex(text)}`, [hex(text)]],
    ['text that was cut off before text', hex(`${text.slice(0, 40)}${text}`), [hex(text)]],
  ])('finds %s', (_name, stream, frames) => {
    expect(framesOf(stream)).toEqual(frames)
  })

  it('takes 32 of 45 bytes where they come one by one, and skips the rest', () => {
    expect(framesOf(long + hex(text), 1)).toEqual([long.slice(0, 64), hex(text)])
  })

  it('skips text that never ends', () => {
    expect(drive(h02, Buffer.from(`*HQ,1,V1,${'0'.repeat(2000)}${text}`)).frames).toEqual([hex(text)])
  })
})

describe('h02', () => {
  const decode = (message: string) => drive(h02, Buffer.from(message, 'latin1')).messages[0]!

  it('has the id of 15 digits in 42 bytes', () => {
    const stream = Buffer.from(`24${'8652050353319810'}${short.slice(12)}${'00'.repeat(7)}`, 'hex')
    const { messages } = drive(h02, stream)
    expect(stream.length).toBe(42)
    expect(messages[0]).toMatchObject({ number: '865205035331981', reports: [{ valid: true, speed: 0 }] })
    expect(messages[0]!.reports[0]!.lat).toBeCloseTo(50.58855, 5)
  })

  it.each([
    ['*HQ,1234567890,V0#', '*HQ,1234567890,V0#'],
    ['*HQ,1234567890,HTBT#', '*HQ,1234567890,HTBT#'],
    ['*HQ,1234567890,XT,V,0,0#', undefined],
  ])('makes no report of %s', (message, acknowledgement) => {
    expect(decode(message).reports).toEqual([])
    expect(decode(message).acknowledgement?.toString()).toBe(acknowledgement)
  })

  it.each([
    ['A,3542.2043,N,05838.6508,E', true, 35.703405, 58.64418],
    ['V,3542.2043,S,05838.6508,W', false, -35.703405, -58.64418],
    ['B,35422043,N,058386508,E', false, 35.703405, 58.64418],
    ['1,3542.2043,N,05838.6508,E', true, 35.703405, 58.64418],
  ])('takes a fix as %s', (fix, valid, lat, lon) => {
    const [report] = decode(`*HQ,1234567890,V2,213945,${fix},10.00,170,221025,FFFFFBFF#`).reports
    expect(report).toMatchObject({ valid, fix_at: Date.UTC(2025, 9, 22, 21, 39, 45) })
    expect(report!.lat).toBeCloseTo(lat, 6)
    expect(report!.lon).toBeCloseTo(lon, 6)
    expect(report!.speed).toBeCloseTo(5.14444, 4)
  })

  it.each([
    ['a battery before the date', '170,4,221025,FFFFFBFF', { battery: 60 }],
    ['a door and a relay', '170,221025,F7FFFEFF', { door: true, blocked: true, ignition: true }],
    ['a SIM card', '170,221025,FFFFFBFF,250,1,6303,50173,89701010068690251659', { iccid: '89701010068690251659' }],
    [
      'a car',
      '170,221025,FFFFFFFF,123456,-5,33.50,420,1a2b,3c4d',
      { odometer: 123_456, temperature_1: -5, fuel: 33.5, ignition: true, network: { lac: 0x1a2b, cid: 0x3c4d } },
    ],
  ])('takes %s', (_name, rest, attributes) => {
    const [report] = decode(`*HQ,1234567890,V1,213945,A,3542.2043,N,05838.6508,E,0.00,${rest}#`).reports
    expect(report!.attributes).toMatchObject(attributes)
  })

  it.each([
    ['FFFFFFFE', 'vibration'],
    ['FFFFFFFD', 'sos'],
    ['FFFBFFFF', 'sos'],
    ['FFFFFFFB', 'overspeed'],
    ['FFF7FFFF', 'power_cut'],
    ['FFFFFBFF', null],
  ])('reads the status %s as %s', (status, alarm) => {
    const [report] = decode(`*HQ,1234567890,V1,213945,A,3542.2043,N,05838.6508,E,0.00,170,221025,${status}#`).reports
    expect(report).toMatchObject({ alarm, event: alarm ?? 'position' })
  })

  it('reads missing speed and course as 0', () => {
    const [report] = decode('*HQ,1234567890,V1,213945,A,3542.2043,N,05838.6508,E,,,221025,FFFFFBFF#').reports
    expect(report).toMatchObject({ speed: 0, heading: 0 })
  })

  it('takes VP1 with a fix and with cells', () => {
    const [fix] = decode('*hq,356327080425330,VP1,A,2702.7215,S,15251.9309,E,1.00,90.5,050917#').reports
    expect(fix).toMatchObject({ valid: true, heading: 90.5, fix_at: Date.UTC(2017, 8, 5) })
    expect(fix!.lon).toBeCloseTo(152.865515, 6)
    const [cells] = decode('*hq,356327080425330,VP1,V,470,002,92,3565,0Y93,3566,1#').reports
    expect(cells!.attributes).toEqual({
      network: [
        { mcc: 470, mnc: 2, lac: 92, cid: 3565, signal: 0 },
        { mcc: 470, mnc: 2, lac: 93, cid: 3566, signal: 1 },
      ],
    })
  })

  it('adds 1024 weeks to a date that its receiver cannot know, unless it is switched off', () => {
    const message = Buffer.from(
      '*TH,2020916012,V4,S17,130305,050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,FFFFFBFF#',
    )
    const at = (week_rollover: boolean) =>
      drive(h02, message, message.length, { week_rollover }).messages[0]!.reports[0]!.fix_at
    expect([at(true), at(false)]).toEqual([Date.UTC(2022, 4, 8, 5, 3, 16), Date.UTC(2002, 8, 22, 5, 3, 16)])
  })

  it('sends no acknowledgement, but passes on answers to commands', () => {
    expect(
      decode('*HQ,1234567890,V4,S20,DONE,130305,050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,FFFFFBFF#'),
    ).toMatchObject({ acknowledgement: null, answer: 'S20,DONE,130305' })
    expect(decode('*HQ,1234567890,V4,S71,OK#')).toMatchObject({ answer: 'S71,OK' })
  })

  it.each([
    [{ type: 'interval', interval_s: 20 } as const, '*TH,2020916012,S71,120000,22,20#'],
    [{ type: 'custom', text: 'S20,1,1' } as const, '*TH,2020916012,S20,120000,1,1#'],
    [{ type: 'custom', text: '*XX,1,S20,000000,1,0#' } as const, '*XX,1,S20,000000,1,0#'],
  ])('encodes the command %j', (command, bytes) => {
    const { session } = drive(h02, Buffer.from('*TH,2020916012,V1,,V,,N,,E,0.00,0,,FFFFF7FF#'))
    expect(h02.encode!(command, session as never)?.toString()).toBe(bytes)
    expect(h02.encode!(command, h02.open())).toBeNull()
  })

  it.each([
    ['*HQ,1234567890#', 'frame: is not *maker,number,type#'],
    ['*HQ,1234567890,V1,213945,A,9142.2043,N,05838.6508,E,0,0,221025,FFFFFBFF#', 'lat: 91.7'],
    ['*HQ,1234567890,V1,213945,A,3562.2043,N,05838.6508,E,0,0,221025,FFFFFBFF#', 'lat: has 62.2043 minutes'],
    ['*HQ,1234567890,NBR,213945,460,0,1,99,1,2,3#', 'count: is not a number of cells'],
  ])('refuses %s', (message, reason) => {
    expect(drive(h02, Buffer.from(message)).refused[0]).toContain(reason)
  })
})
