import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { tk103 } from './index.ts'

describeFrames(tk103)

const decode = (message: string) => drive(tk103, Buffer.from(message, 'latin1')).messages[0]!
const framesOf = (stream: string, size?: number) =>
  drive(tk103, Buffer.from(stream, 'latin1'), size).frames.map((frame) => Buffer.from(frame, 'hex').toString('latin1'))

describe('the framing of tk103', () => {
  const wifi = '(864555555555555,DW5B,210,6,5995,47701,1,30:EE:CC:E7:86:DD*-59*11,151117,163722)'
  const battery = '(864755555555555,ZC20,131117,223706,6,394,65535,255)'
  const answer = '(86475555555,ZC03,191117,234421,$)Notice:\r\nserial: \r\n5805).\r\n2016/08/23 11:17)$)'

  it.each([
    ['nothing in a byte', 'g', []],
    ['nothing in garbage', 'garbage%@#*^$-+<>?$', []],
    ['two in one segment', wifi + battery, [wifi, battery]],
    ['parentheses in a text', `a\r\ngarbage%@#*^$-+<>?$)))$$--${answer}${battery}`, [answer, battery]],
    ['one behind a parenthesis that opened nothing', `(garb(age${battery}`, [battery]],
  ])('finds %s', (_name, stream, frames) => {
    expect(framesOf(stream)).toEqual(frames)
    expect(framesOf(stream, 1)).toEqual(frames)
  })

  it('skips text that never ends', () => {
    expect(framesOf(`(1,ZC03,1,$${'x'.repeat(3000)}`)).toEqual([])
    expect(framesOf(`(1,ZC03,1,$${'x'.repeat(3000)}${battery}`)).toEqual([battery])
  })
})

describe('tk103', () => {
  it('reads area, cell and signal in BZ00, and pairs of early models', () => {
    const networkOf = (cells: string) => decode(`(087073104337BZ00,740,000,${cells},01000000)`).reports[0]!.attributes
    expect(networkOf('3bf7,0425,32,3bf7,0bf5,28')).toEqual({
      network: [
        { mcc: 740, mnc: 0, lac: 0x3bf7, cid: 0x0425, signal: 0x32 },
        { mcc: 740, mnc: 0, lac: 0x3bf7, cid: 0x0bf5, signal: 0x28 },
      ],
    })
    expect(networkOf('3bf7,0425,3bf7,0bf5')).toEqual({
      network: [
        { mcc: 740, mnc: 0, lac: 0x3bf7, cid: 0x0425 },
        { mcc: 740, mnc: 0, lac: 0x3bf7, cid: 0x0bf5 },
      ],
    })
  })

  it('adds 1024 weeks to a date that its receiver cannot know', () => {
    const [report] = decode('(088046338039BR00001201A3354.7768N03540.7258E036.0140309065.1000000000L00BEB0D4)').reports
    expect(report!.fix_at).toBe(Date.UTC(2000, 11, 1, 14, 3, 9) + 1024 * 7 * 86_400_000)
  })

  const position = '160727A3354.7768N03540.7258E036.0140309065.10'

  it.each([
    ['00000000', { external_power: true, ignition: false, blocked: false, door: false, inputs: 0 }],
    ['11000000', { external_power: false, ignition: true }],
    ['00100000', { input_2: true, output_2: false }],
    ['00400000', { output_2: true }],
    ['00800000', { blocked: true }],
    ['00080000', { door: true }],
    ['00070000', { inputs: 7 }],
    ['00002000', { inputs: 8 }],
    ['0000002A', { fuel: 42 }],
  ])('reads the state %s', (state, attributes) => {
    const [report] = decode(`(088046338039BR00${position}${state}L00BEB0D4)`).reports
    expect(report).toMatchObject({ speed: 10, heading: 65.1, event: 'position', alarm: null, attributes })
  })

  it('reads a panic button in the state as SOS', () => {
    expect(decode(`(088046338039BR00${position}00200000L00BEB0D4)`).reports[0]).toMatchObject({
      alarm: 'sos',
      event: 'sos',
    })
  })

  it.each([
    ['(088046338039BO011', 'crash'],
    ['(088046338039BO012', 'sos'],
    ['(088046338039BO013', 'vibration'],
    ['(088046338039BO014', 'low_speed'],
    ['(088046338039BO015', 'overspeed'],
    ['(088046338039BO016', 'geofence_exit'],
    ['(088046338039BO02', 'low_battery'],
    ['(088046338039BR01', 'power_off'],
    ['(088046338039BQ81,ALARM,0,164,', 'low_battery'],
    ['(088046338039BQ81,ALARM,2,164,', 'idle'],
    ['(088046338039BQ81,ALARM,3,164,', 'hard_acceleration'],
    ['(088046338039BQ81,ALARM,4,164,', 'hard_braking'],
    ['(088046338039BQ81,ALARM,5,164,', 'temperature'],
    ['(088046338039BP04', null],
  ])('reads the alarm of %s…', (start, alarm) => {
    const [report] = decode(`${start}${position}00000000L00BEB0D4)`).reports
    expect(report).toMatchObject({ alarm, event: alarm ?? 'position', valid: true })
  })

  it.each([
    ['ZC11', { alarm: 'movement' }],
    ['DW33', { alarm: 'power_cut' }],
    ['ZC15', { attributes: { ignition: true } }],
    ['DW36', { attributes: { ignition: false } }],
    ['ZC25', { alarm: 'sos' }],
    ['DW3F', { alarm: 'tamper' }],
    ['DW40', { alarm: 'low_power' }],
  ])('reads the command %s', (command, expected) => {
    const [report] = decode(`(013632651491,${command},040613,A,2234.0297N,11405.9101E,036.0,040137,178.48)`).reports
    expect(report).toMatchObject({ speed: 10, fix_at: Date.UTC(2013, 5, 4, 4, 1, 37), ...expected })
  })

  it('omits unknown values of a battery', () => {
    const [report] = decode('(864755555555555,ZC20,131117,223706,255,65535,65535,255)').reports
    expect(report).toMatchObject({ attributes: null, fix_at: Date.UTC(2017, 10, 13, 22, 37, 6) })
  })

  it('takes cells in braces, and answers a login with them', () => {
    const message = decode('(352602014867BP05352602014867123,{460,0,20949,58711}\n{460,0,20949,53202},01000000)')
    expect(message.acknowledgement?.toString()).toBe('(352602014867AP05)')
    expect(message.reports[0]!.attributes).toEqual({
      network: [
        { mcc: 460, mnc: 0, lac: 20949, cid: 58711 },
        { mcc: 460, mnc: 0, lac: 20949, cid: 53202 },
      ],
      odometer: 0x1000000,
    })
  })

  it('takes the number of a vehicle', () => {
    expect(decode('(352602014867BV001HGCM82633A004352)').reports[0]).toMatchObject({
      attributes: { vin: '1HGCM82633A004352' },
    })
  })

  it.each([
    [{ type: 'interval', interval_s: 30 } as const, '(088046338039AR00001E0000)', null],
    [{ type: 'interval', interval_s: 0 } as const, '(088046338039AR0000000000)', null],
    [{ type: 'custom', text: 'AV010' } as const, '(088046338039AV010)', '[begin]sms2,AV010,[end]'],
    [{ type: 'custom', text: '(1AT00)' } as const, '(1AT00)', '(1AT00)'],
  ])('encodes the command %j', (command, fixed, parted) => {
    const said = (message: string) => {
      const { session } = drive(tk103, Buffer.from(message))
      return tk103.encode!(command, session as never)?.toString() ?? null
    }
    expect(said('(088046338039BP00HSO)')).toBe(fixed)
    expect(said('(864755555555555,ZC20,131117,223706,6,394,65535,255)')).toBe(parted)
    expect(tk103.encode!(command, tk103.open())).toBeNull()
  })

  it.each([
    ['(nothing)', 'frame: is not (number command data)'],
    ['(088046338039BR00)', 'data: holds no position'],
    ['(088046338039BR00160727A9954.7768N03540.7258E036.0140309065.10)', 'lat: 99.9'],
    ['(013632651491,DW31,040613,A,1,2,3)', 'data: holds no position'],
    ['(352602014867BS500064)', 'data: has 2 bytes'],
  ])('refuses %s', (message, reason) => {
    expect(drive(tk103, Buffer.from(message)).refused[0]).toContain(reason)
  })
})
