import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { crcKermit } from '../shared/crc_x25.ts'
import { ruptela } from './index.ts'
import { writeFrame } from './wire.ts'

describeFrames(ruptela)

/** A message of the device. */
function message(command: number, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('000313612d76c5cb', 'hex'), Buffer.of(command), body])
  const frame = Buffer.alloc(content.length + 4)
  frame.writeUInt16BE(content.length)
  content.copy(frame, 2)
  frame.writeUInt16BE(crcKermit(content), frame.length - 2)
  return frame
}
const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')
const one = (command: number, text: string) => drive(ruptela, message(command, hex(text))).messages[0]!

describe('ruptela', () => {
  it('answers as its document does', () => {
    expect(writeFrame(100, Buffer.of(1)).toString('hex')).toBe('0002640113bc')
    expect(writeFrame(109, Buffer.of(1)).toString('hex')).toBe('00026d01c4a4')
  })

  it.each([
    [15, '00027301'],
    [16, '00027401'],
  ])('answers command %i', (command, head) => {
    const { acknowledgement, reports } = one(command, '')
    expect(acknowledgement!.toString('hex')).toMatch(new RegExp(`^${head}`))
    expect(reports).toEqual([])
  })

  const place = '60cd0a31 00 %s 00 faae43f7 176ee457 0233 2b0c 12 0010 06'
  it('joins the parts of an extended record', () => {
    const part = (n: string, elements: string) => `${place.replace('%s', n)} 0199 ${elements}`
    const body = `00 02 ${part('10', '01 0199 01 00 00 00')} ${part('11', '00 01 001d 30d4 00 00')}`
    const { reports, acknowledgement } = one(68, body)
    expect(acknowledgement!.toString('hex')).toBe('0002640113bc')
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ valid: true, alarm: null })
    expect(reports[0]!.attributes).toMatchObject({ ignition: true, power_volts: 12.5, reason: 409 })
  })

  it.each([
    ['019a 01', 'tow'],
    ['019b 01', 'crash'],
    ['019f 00', 'gps_antenna_cut'],
    ['02f6 01', 'tamper'],
    ['0058 01', 'jamming'],
    ['0086 05', 'hard_braking'],
    ['0088 00', null],
  ])('raises the alarm of element %s: %s', (element, alarm) => {
    const { reports } = one(68, `00 01 ${place.replace('%s', '00')} 0000 01 ${element} 00 00 00`)
    expect(reports[0]!.alarm).toBe(alarm)
  })

  it('has no place where the device has none, and keeps the record', () => {
    const { reports } = one(1, '00 01 60cd0a31 00 00 80000000 80000000 0000 0000 00 0000 00 07 00 00 00 00')
    expect(reports[0]).toMatchObject({ valid: false, lat: null, fix_at: 0x60cd0a31 * 1000 })
  })

  it('reads the number of a driver’s card from two elements', () => {
    const card = '007e 4531323334353637 007f 3839303132333400'
    const { reports } = one(68, `00 01 ${place.replace('%s', '00')} 0000 00 00 00 02 ${card}`)
    expect(reports[0]!.attributes).toMatchObject({ driver: 'E12345678901234' })
  })

  it('reads trouble codes with their place', () => {
    const { reports, acknowledgement } = one(9, '01 ff 4e9caf2c 07d608f1 1a1480ba 02 5030303130')
    expect(acknowledgement!.toString('hex')).toBe('00026d01c4a4')
    expect(reports[0]).toMatchObject({ event: 'fault', valid: true, lon: 13.1467505, lat: 43.755129 })
    expect(reports[0]!.attributes).toEqual({ faults: 'P0010', archive: true })
  })

  it('sends commands as by SMS, and reads their answers', () => {
    const command = ruptela.encode!({ type: 'custom', text: ' getio' }, null)!
    expect(command.toString('latin1', 3, 9)).toBe(' getio')
    expect(command[2]).toBe(108)
    expect(ruptela.encode!({ type: 'interval', interval_s: 30 }, null)).toBeNull()
    expect(ruptela.encode!({ type: 'custom', text: 'x'.repeat(161) }, null)).toBeNull()
    expect(one(7, Buffer.from('IO ok').toString('hex'))).toMatchObject({ answer: 'IO ok', acknowledgement: null })
  })

  it('refuses a wrong checksum unless it is accepted', () => {
    const wrong = message(16, Buffer.alloc(0))
    wrong[wrong.length - 1]! ^= 1
    expect(drive(ruptela, wrong).refused).toEqual(['checksum: is wrong'])
    expect(drive(ruptela, wrong, 100, { forgive: true }).messages).toHaveLength(1)
  })
})
