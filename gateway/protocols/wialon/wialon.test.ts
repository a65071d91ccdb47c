import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { crc16 } from '../shared/crc16.ts'
import { wialon } from './index.ts'

describeFrames(wialon)

const lines = (...text: string[]) => drive(wialon, Buffer.from(text.map((line) => `${line}\r\n`).join('')))
const one = (line: string) => lines(line).messages[0]!
const sum = (text: string) => text + crc16(Buffer.from(text)).toString(16).toUpperCase().padStart(4, '0')
const place = '110924;102132;5027.50728;N;03026.20369;E;36;90;12;7'
const ack = (message: { acknowledgement: Buffer | null }) => message.acknowledgement?.toString()

describe('wialon', () => {
  it('answers sign-ins of both versions, and has a refusal', () => {
    expect(one('#L#860000000000007;secret')).toMatchObject({ number: '860000000000007' })
    const signed = one(`#L#${sum('2.0;860000000000007;NA;')}`)
    expect(signed).toMatchObject({ number: '860000000000007' })
    expect(ack(signed)).toBe('#AL#1\r\n')
    expect(signed.refusal!.toString()).toBe('#AL#0\r\n')
    expect(lines('#L#2.0;860000000000007;NA;0000').refused).toEqual(['checksum: is wrong'])
  })

  // Wialon IPS 1.1, "Short data packet": the answer is #ASD#, where the reference answers #AD#.
  it('answers a short record by its own type', () => {
    expect(ack(one(`#SD#${place}`))).toBe('#ASD#1\r\n')
  })

  // A place without the number of satellites is a fix: one without a fix has no place. The reference takes it for none.
  it.each([
    ['NA', true],
    ['2', false],
    ['3', true],
  ])('takes a place with %s satellites for a fix: %s', (satellites, valid) => {
    expect(one(`#SD#${place.replace(/7$/, satellites)}`).reports[0]!.valid).toBe(valid)
  })

  it('expects a checksum in every line after a sign-in of 2.0', () => {
    const login = `#L#${sum('2.0;8600;NA;')}`
    const record = `${place};NA;1;0;1.5;;SOS:1:1,temp:2:-2.5`
    expect(lines(login, `#D#${sum(`${record};`)}`).messages[1]!.reports[0]).toMatchObject({ alarm: 'sos' })
    expect(lines(login, `#D#${record};0000`).refused).toEqual(['checksum: is wrong'])
    const batch = lines(login, `#B#${sum(`${record}|${record}|`)}`)
    expect(ack(batch.messages[1]!)).toBe('#AB#2\r\n')
    expect(batch.messages[1]!.reports[0]!.attributes).toMatchObject({ archive: true, temperature: -2.5, adc_1: 1.5 })
  })

  it.each([
    ['#D#110924', '-1'],
    [`#SD#${place.replace('110924', '320124')}`, '0'],
    [`#SD#${place.replace('5027.50728', '9527.50728')}`, '10'],
    [`#SD#${place.replace(';N;', ';X;')}`, '10'],
  ])('tells why it refuses %s, so that it is not sent again', (line, code) => {
    const message = one(line)
    expect(message.reports).toEqual([])
    expect(ack(message)).toMatch(new RegExp(`^#AS?D#${code}\r\n$`))
  })

  it('keeps the good records of a batch', () => {
    const message = one(`#B#${place}|nonsense|${place}`)
    expect([message.reports.length, ack(message)]).toEqual([2, '#AB#3\r\n'])
  })

  it('has the cell of the parameters, and the names that people gave', () => {
    const [report] = one(`#D#${place};NA;NA;NA;;NA;mcc:1:255,mnc:1:1,lac:1:7,cell_id:1:9,Door left:1:1,x:9:1`).reports
    expect(report!.attributes).toEqual({
      satellites: 7,
      network: { mcc: 255, mnc: 1, lac: 7, cid: 9 },
      io_door_left: 1,
    })
  })

  it('takes the bytes of a picture for a part of it, and answers each part and the last', () => {
    const part = (index: number) =>
      Buffer.concat([Buffer.from(`#I#4;${index};1;110924;102132;a.jpg\r\n`), Buffer.from('\r\n#D')])
    const { messages, left } = drive(wialon, Buffer.concat([part(0), part(1), Buffer.from('#P#\r\n')]), 1)
    expect(left).toHaveLength(0)
    expect(messages.map(ack)).toEqual(['#AI#0;1\r\n', '#AI#1;1\r\n#AI#1\r\n', '#AP#\r\n'])
  })

  it('takes a driver’s message, and sends one', () => {
    expect(one('#M#On my way')).toMatchObject({
      answer: 'On my way',
      reports: [{ attributes: { result: 'On my way' } }],
    })
    const session = wialon.open()
    expect(wialon.encode!({ type: 'custom', text: 'Hello' }, session)!.toString()).toBe('#M#Hello\r\n')
    expect(wialon.encode!({ type: 'custom', text: '#QI#' }, session)!.toString()).toBe('#QI#\r\n')
    expect(wialon.encode!({ type: 'custom', text: 'a\r\n#D#' }, session)).toBeNull()
    wialon.decode(Buffer.from(`#L#${sum('2.0;8600;NA;')}`), session, { forgive: false, now: 0 })
    expect(wialon.encode!({ type: 'custom', text: 'Hello' }, session)!.toString()).toBe(`#M#${sum('Hello;')}\r\n`)
    expect(one('#AM#1').answer).toBe('accepted')
  })
})
