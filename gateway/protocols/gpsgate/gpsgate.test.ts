import { describe, expect, it } from 'vitest'
import { drive, NOON } from '../../../tests/gateway/protocols/frames/read.ts'
import { describeSignedIn } from '../../../tests/gateway/protocols/frames/signed_in.ts'
import { sentence } from '../shared/nmea.ts'
import { gpsgate } from './index.ts'

describeSignedIn(gpsgate)

const login = '$FRLIN,IMEI,1234123412341234,*7B'
const encoded = (body: string) => drive(gpsgate, sentence(body)).messages[0]!

describe('gpsgate', () => {
  it.each([
    ['LF', '\n'],
    ['NUL', '\0'],
    ['CR and LF', '\r\n'],
  ])('ends its lines with %s', (_name, end) => {
    const stream = Buffer.from(`noise${login}${end}`)
    for (const size of [stream.length, 1])
      expect(drive(gpsgate, stream, size).messages).toMatchObject([{ reports: [] }])
  })

  it('answers a sign-in, and has a refusal', () => {
    const [message] = drive(gpsgate, Buffer.from(`${login}\r\n`)).messages
    expect(message!.acknowledgement!.toString()).toMatch(/^\$FRSES,\d{7}\*[0-9A-F]{2}\r\n$/)
    expect(message!.refusal!.toString()).toBe('$FRERR,AuthError,Unknown device*51\r\n')
  })

  it('has the checksum of the documents', () => {
    expect(sentence('FRSES,1221640').toString()).toBe('$FRSES,1221640*4F\r\n')
  })

  it('sends its version, and answers commands that expect an answer', () => {
    expect(encoded('FRVER,1,1,Cradlepoint 1.0').acknowledgement).toEqual(sentence('FRVER,1,1,Ringfence 1.0'))
    expect(encoded('FRCMD,1234,_Ping,Inline').acknowledgement).toEqual(sentence('FRRET,1234,_Ping,Inline'))
    const stream = Buffer.concat([Buffer.from(`${login}\r\n`), sentence('FRCMD,,_getupdaterules,Inline')])
    const answer = sentence('FRRET,1234123412341234,_getupdaterules,Nmea,0')
    expect(drive(gpsgate, stream).messages[1]).toMatchObject({ number: null, acknowledgement: answer })
  })

  it('reads a position in a command, and the fields after it', () => {
    const place = '6000.5332,N,03020.5192,W,25.5,10.00,270.5,250816,183522.000'
    const [report] = encoded(`FRCMD,0097,_SendMessage,,${place},1,BatteryLevel=78,Temperature=-2,colour=red`).reports
    expect(report).toMatchObject({
      fix_at: Date.UTC(2016, 7, 25, 18, 35, 22),
      valid: true,
      altitude: 25.5,
      heading: 270.5,
    })
    expect(report!.lon).toBeCloseTo(-30.3419867, 6)
    expect(report!.speed).toBeCloseTo(5.14444, 4)
    expect(report!.attributes).toEqual({ battery: 78, temperature: -2, colour: 'red' })
  })

  it.each([
    [`${login.slice(0, -2)}7A`, 'checksum: is wrong'],
    ['$FRLIN,IMEI', 'user: is not 1 to 64 characters'],
    ['$FRCMD,1,_SendMessage,,,,,', 'lat: is missing'],
    ['$FRCMD,1,_SendMessage,,9130.0,N,00000.0,E,0,0,0,250816,183522,1', 'lat: 91.5 is not between -90 and 90'],
  ])('refuses %s', (line, reason) => {
    expect(drive(gpsgate, Buffer.from(`${line}\r\n`))).toMatchObject({ messages: [], refused: [reason] })
  })

  it('accepts a wrong checksum if allowed', () => {
    const stream = Buffer.from(`${login.slice(0, -2)}7A\r\n`)
    expect(drive(gpsgate, stream, stream.length, { forgive: true }).messages).toHaveLength(1)
  })

  it('encodes commands, and reads their answers', () => {
    const session = gpsgate.open()
    expect(gpsgate.encode!({ type: 'custom', text: '_PollPosition' }, session)).toBeNull()
    gpsgate.decode(Buffer.from(login), session, { forgive: false, now: NOON })
    const command = sentence('FRCMD,1234123412341234,_PollPosition,Inline')
    expect(gpsgate.encode!({ type: 'custom', text: '_PollPosition' }, session)).toEqual(command)
    expect(gpsgate.encode!({ type: 'custom', text: '$FRWDT,NMEA*00' }, session)).toEqual(sentence('FRWDT,NMEA'))
    expect(encoded('FRRET,1234,_PollPosition,Inline')).toMatchObject({
      answer: '1234,_PollPosition,Inline',
      reports: [],
    })
  })
})
