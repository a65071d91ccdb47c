import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { minifinder2 } from './index.ts'
import { writeFrame } from './wire.ts'

describeFrames(minifinder2)

const message = (keys: string, type = 0x01, flags = 0x10) => writeFrame(5, type, Buffer.from(keys, 'hex'), flags)
const decode = (...parts: Parameters<typeof message>) => drive(minifinder2, message(...parts)).messages[0]!
/** 2026-06-01T16:48:16Z, charging, moving, signal 31, 100 %. */
const general = '0924d0b71d6a1002f864'

describe('minifinder2', () => {
  it.each([
    ['00100000', 'sos', 'sos'],
    ['01000000', 'low_battery', 'low_battery'],
    ['04000000', 'fall', 'fall'],
    ['08000000', 'tilt', 'tilt'],
    ['10000000', 'geofence', 'geofence'],
    ['00010000', 'power_off', 'power_off'],
    ['00040000', 'movement', 'movement'],
    ['00080000', 'no_movement', 'no_movement'],
    ['05100000', 'sos', 'sos'],
    ['00800000', null, 'charger_connected'],
    ['00000080', null, 'bark'],
  ])('reads the alarm %s as %s', (bits, alarm, event) => {
    const [report] = decode(`${general}0502${bits}`).reports
    expect(report).toMatchObject({ alarm, event, fix_at: Date.UTC(2026, 5, 1, 16, 48, 16) })
    expect(report!.attributes).toMatchObject({ battery: 100, rssi: 31, charging: true, motion: true })
  })

  it.each(['2a', '2c'])('reads the place and the name of the known network of the key %s', (key) => {
    // 36.8485° S, 174.7633° E, "Home".
    const [place, name] = ['785d09ea68c32a68', '486f6d65']
    const fields = (flags: string, rest: string) => {
      const value = `${key}${flags}0a0b0c0d0e0fc4${rest}`
      return `${(value.length / 2).toString(16).padStart(2, '0')}${value}`
    }
    const read = (flags: string, rest: string, more = '') =>
      decode(`${general}${fields(flags, rest)}${more}`).reports[0]!
    const wifi = { mac: '0a:0b:0c:0d:0e:0f', signal: -60 }
    const both = read('c0', place + name)
    expect(both).toMatchObject({ valid: true, attributes: { wifi: [{ ...wifi, name: 'Home' }] } })
    expect([both.lat, both.lon]).toEqual([-36.8485, 174.7633])
    expect(read('80', place)).toMatchObject({ valid: true, lat: -36.8485, attributes: { wifi: [wifi] } })
    expect(read('40', name)).toMatchObject({ lat: null, attributes: { wifi: [{ ...wifi, name: 'Home' }] } })
    expect(read('00', '')).toMatchObject({ valid: false, lat: null, lon: null, attributes: { wifi: [wifi] } })
    // GPS without a fix does not replace it.
    const no_fix = `1620${'00'.repeat(21)}`
    expect(read('80', place, no_fix)).toMatchObject({ valid: true, lat: -36.8485 })
  })

  it('begins another report with a key that comes again', () => {
    const steps = '0930e09d245d21010000'
    expect(decode(`${general}${steps}${general}`).reports.map(({ attributes }) => attributes?.steps)).toEqual([
      289,
      undefined,
    ])
  })

  it('has the number of the first message, and keeps keys without a name', () => {
    expect(decode('1001383632323231303837373830343831039aff00')).toMatchObject({
      number: '862221087780481',
      reports: [{ attributes: { io_154: 255 } }],
    })
  })

  it('takes settings as the answer to a command', () => {
    expect(decode('0344ff000245aa', 0x02)).toMatchObject({ reports: [], answer: '44=ff00 45=aa' })
  })

  it('answers what asks for it', () => {
    expect(decode(general, 0x01, 0x10).acknowledgement?.toString('hex')).toBe('ab00030008c705007f0100')
    expect(decode(general, 0x01, 0x00).acknowledgement).toBeNull()
  })

  it.each([
    [{ type: 'custom', text: 'Status' } as const, writeFrame(1, 0x04, Buffer.from('081f00537461747573', 'hex'), 0x10)],
    [{ type: 'custom', text: '02:0244' } as const, writeFrame(1, 0x02, Buffer.from('0244', 'hex'), 0x10)],
    [{ type: 'interval', interval_s: 60 } as const, null],
  ])('encodes the command %j', (command, bytes) => {
    expect(minifinder2.encode!(command, minifinder2.open())).toEqual(bytes)
  })

  it('refuses a wrong checksum, and a key that is longer than the message', () => {
    const wrong = message(general)
    wrong[4] = wrong[4]! ^ 1
    expect(drive(minifinder2, wrong).refused).toEqual(['checksum: is wrong'])
    expect(drive(minifinder2, message('0924')).refused[0]).toContain('is longer than the message')
    expect(drive(minifinder2, message('0324d0b7')).refused[0]).toContain('more are needed')
  })
})
