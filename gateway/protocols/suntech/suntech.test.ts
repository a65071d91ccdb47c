import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { suntech } from './index.ts'

describeFrames(suntech)

const st300 =
  'ST300STT;100850000;01;010;20081017;07:41:56;00100;+37.478519;+126.886819;036.000;090.00;9;1;5;15.30;001100;1;0072'
const zip =
  '02003210511340877028813f180c170016041051290c0635652d793653000038001a30e601665e560000000100750002712704000103'
const universal =
  '81004e05200013383fffff3401000301130a0512080400000000000000000000000047f9d5846a06810072225214010100020300a8002604c1000004b000000470000025a100000000000025c4000000a6'
const serial =
  'ST600UEX;008728327;20;568;20190424;08:33:11;0bf1283b;334;20;2f19;18;+20.514145;-100.743710;000.004;000.00;10;1;1037786;12.96;000000;44;t_0=13;N_0=089D.0;t_1=1B;N_1=0E74.0;Q_D=0B\r\n;B4;028498;4.1;1'
const universalSerial =
  'UEX;1610020241;03FFFFFF;161;3.0.9;0;20240506;15:52:55;00006697;724;11;4EDA;33;-5.129240;-42.797868;0.00;0.00;11;1;00000001;00000000;24;GTSL|6|1|0|22574684|1|\r\n;A7;;164;0;11.82'
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
const framesOf = (stream: string, size?: number) => drive(suntech, Buffer.from(stream, 'hex'), size).frames
const decode = (text: string) => drive(suntech, Buffer.from(`${text}\r`, 'latin1')).messages[0]!

describe('the framing of suntech', () => {
  const escaped =
    '53543330305545583b3531313639393339383b34353b3331353b32303232303632333b31383a32343a35383b3661313332393b2d32392e3735343934373b2d3035372e3038353838353b3030302e3030303b3030302e30303b31303b313b37323b302e30303b3030303030303b31323b0201100110011090011001100110011001100110fe3b39303b3030303030303b332e393b313b30303030303030303030303030303b30'
  it.each([
    ['text', `${hex(st300)}0d`, [hex(st300)]],
    ['text that ends with CR and LF', `${hex(st300)}0d0a${hex(st300)}0d0a`, [hex(st300), hex(st300)]],
    ['a packed report', zip, [zip]],
    ['a packed universal report', universal, [universal]],
    ['packed and other reports in turn', `${zip}${hex(st300)}0d${universal}${zip}`, [zip, hex(st300), universal, zip]],
    ['serial data with a line’s end', `${hex(serial)}0d${zip}`, [hex(serial), zip]],
    ['universal serial data with a line’s end', `${hex(universalSerial)}0d${zip}`, [hex(universalSerial), zip]],
    ['serial data with two bytes for one', `${escaped}0d`, [escaped]],
    ['text behind invalid text', `${hex('what?\r')}${hex(st300)}0d`, [hex(st300)]],
    ['text behind a message that was cut off', `${hex('ST300STT;10085')}00${hex(st300)}0d`, [hex(st300)]],
    ['text behind noise on its line', `${hex(`noise${st300}`)}0d`, [hex(st300)]],
    ['a keep-alive', `${hex('ST600ALV;008728327')}0d`, [hex('ST600ALV;008728327')]],
    ['text behind a packed report without an end', `02003210${'00'.repeat(50)}${hex(st300)}0d`, [hex(st300)]],
  ])('finds %s, in pieces, too', (_name, stream, frames) => {
    expect(framesOf(stream)).toEqual(frames)
    expect(framesOf(stream, 1)).toEqual(frames)
  })

  it('skips text that never ends', () => {
    expect(framesOf(`${hex(`ST300STT;${'0'.repeat(5000)}\r`)}${hex(st300)}0d`)).toEqual([hex(st300)])
  })
})

describe('suntech', () => {
  it.each([
    ['nothing more', '', {}],
    ['the hour meter', ';000061;4.5;0', { hours: 3660, battery_volts: 4.5, archive: true }],
    ['an input', ';0;4.5;1;12.35', { hours: 0, adc_1: 12.35 }],
    ['inputs', ';0;4.5;1;1.25;;3.50;01B54221010000;1', { adc_1: 1.25, adc_3: 3.5, driver: '01B54221010000' }],
    ['revolutions and a driver', ';0;4.5;1;1750;012497F1160000;1', { rpm: 1750, driver: '012497F1160000' }],
    ['a driver', ';0;4.5;1;01B54221010000;0', { driver: '01B54221010000' }],
    [
      'a cell',
      ';1;4.1;1;23675;724;5;-75;1351;1',
      { network: { mcc: 724, mnc: 5, lac: 1351, cid: 23675, signal: -75 } },
    ],
  ])('takes %s behind the common part', (_name, rest, attributes) => {
    const [report] = decode(st300 + rest).reports
    expect(report).toMatchObject({
      speed: 10,
      heading: 90,
      seq: 72,
      attributes: { status: 1, index: 72, ...attributes },
    })
  })

  it.each([
    [';0;4.5;1;00000000000000;0', 'driver'],
    [';0;4.5;1;23675;724;5;-75;1351;1', 'driver'],
    ['', 'hours'],
    [';0;4.5;1', 'archive'],
    [';0;4.5;1', 'network'],
  ])('does not take %j for its %s', (rest, name) => {
    expect(decode(st300 + rest).reports[0]!.attributes).not.toHaveProperty(name)
  })

  it.each([
    ['EMG', 1, 'sos'],
    ['EMG', 2, 'parking'],
    ['EMG', 3, 'power_cut'],
    ['EMG', 7, 'movement'],
    ['ALT', 1, 'overspeed'],
    ['ALT', 5, 'geofence_exit'],
    ['ALT', 6, 'geofence_enter'],
    ['ALT', 40, 'power_on'],
    ['ALT', 132, 'door'],
    ['ALT', 81, null],
    ['EVT', 1, null],
  ])('reads %s %i as %s', (type, reason, alarm) => {
    const text = st300.replace('STT', type).replace(';1;0072', `;${reason}`)
    expect(decode(text).reports[0]).toMatchObject({ alarm, event: alarm ?? 'position', attributes: { reason } })
    if (type !== 'ALT') return
    const masked = `ALT;0950030205;3FFFFF;95;1.0.11;1;20221017;21:41:30;02F2F402;334;20;0F1D;45;+25.791061;-100.170745;0.00;0.00;18;1;00000101;00000000;${reason};2;`
    expect(decode(masked).reports[0]).toMatchObject({ alarm, attributes: { ignition: true, inputs: 5 } })
  })

  it.each([
    [
      'ST200STT;317652;042;20120721;19:04:30;16d41;-15.618743;-056.083221;000.001;000.00;12;1;41557;12.21;100000;1;3125',
      41557,
    ],
    [
      'ST500STT;317652;01;042;20120721;19:04:30;-15.618743;-056.083221;000.001;000.00;12;1;41557;12.21;100000;1;3125',
      41557,
    ],
    ['SA200STT;317652;042;20120721;19:04:30;16d41;-15.618743;-056.083221;000.001;000.00;12;1;7;12.21;100000;1;3125', 7],
  ])('finds the fields of %s', (text, odometer) => {
    const [report] = decode(text).reports
    expect(report).toMatchObject({ lat: -15.618743, fix_at: Date.UTC(2012, 6, 21, 19, 4, 30), valid: true })
    expect(report!.attributes).toMatchObject({ odometer, ignition: true, power_volts: 12.21 })
  })

  it.each([
    ['11', 1, 'EMG', 'sos'],
    ['12', 3, 'EVT', null],
    ['13', 46, 'ALT', 'hard_acceleration'],
  ])('reads the packed report %s', (kind, reason, type, alarm) => {
    const body = `${zip.slice(8, 86)}${reason.toString(16).padStart(2, '0')}000007d0041501`
    const stream = Buffer.from(`020031${kind}${body}03`, 'hex')
    stream.writeUInt16BE(stream.length - 4, 1)
    const { messages, refused } = drive(suntech, stream)
    expect(refused).toEqual([])
    const attributes = { type, reason, hours: 120_000, battery_volts: 4.15, odometer: 23_486_038 }
    expect(messages).toMatchObject([{ number: '511340877', reports: [{ alarm, lat: -12.063565, attributes }] }])
  })

  it('reads only the fields of the mask', () => {
    const [report] = decode('STT;0560001616;011830;20200219;20:52:25;+20.741764;-103.430364;1').reports
    expect(report).toMatchObject({ lat: 20.741764, lon: -103.430364, valid: true, speed: null })
    expect(report!.attributes).toEqual({ type: 'STT' })
  })

  it('omits the position if an ST4xx has none', () => {
    const cells = '30062;724;2;-65;5221;255;'.repeat(7)
    const [report] = decode(`ST410STT;807587388;306;01;${cells}3.92;0;0185;1;;;;;;;;`).reports
    expect(report).toMatchObject({ lat: null, valid: false, fix_at: null, seq: 185, attributes: { archive: true } })
  })

  it('ignores an error without a number', () => {
    expect(decode('-Error')).toEqual({ number: null, reports: [], acknowledgement: null, answer: '-Error' })
  })

  it('reports a crash', () => {
    const head = Buffer.from('CRR;0910000063;1;1;0150')
    const stream = Buffer.concat([head, Buffer.of(22, 1, 28, 21, 15, 10), Buffer.alloc(144, 13), Buffer.from(';D5\r')])
    const { messages } = drive(suntech, stream, 1)
    const fix_at = Date.UTC(2022, 0, 28, 21, 15, 10)
    expect(messages).toMatchObject([{ number: '0910000063', reports: [{ alarm: 'crash', fix_at, lat: null }] }])
  })

  it.each([
    [st300.replace('+37.478519', '+97.478519'), 'lat: 97.478519 is not between -90 and 90'],
    [st300.replace('+37.478519', 'NaN'), 'lat: is not a number'],
    [st300.replace('20081017', '2008-10-17'), 'date: is not yyyymmdd;hh:mm:ss'],
    ['ST300STT;100850000;01', 'version: is missing'],
    ['STT;0560001616;XYZ;1', 'mask: is not hexadecimal'],
    ['STT;nobody;3F;1', 'mask'],
    ['ST300STT;;01;010', 'version'],
  ])('refuses %s', (text, reason) => {
    const { refused, messages } = drive(suntech, Buffer.from(`${text}\r`))
    expect(messages).toEqual([])
    expect(refused).toHaveLength(1)
    if (reason.includes(':')) expect(refused).toEqual([reason])
  })

  it('encodes commands, and reads their answers', () => {
    const session = suntech.open()
    const encoded = (text: string) => suntech.encode!({ type: 'custom', text }, session)?.toString()
    expect(encoded('StatusReq')).toBeUndefined()
    expect(encoded('ST300CMD;1;02;Reboot')).toBe('ST300CMD;1;02;Reboot\r')
    suntech.decode(Buffer.from(st300), session, { forgive: false, now: 0 })
    expect(encoded('StatusReq')).toBe('ST300CMD;100850000;02;StatusReq\r')
    suntech.decode(Buffer.from('ALV;0560001616'), session, { forgive: false, now: 0 })
    expect(encoded('03;01')).toBe('CMD;0560001616;03;01\r')
    expect(suntech.encode!({ type: 'interval', interval_s: 60 }, session)).toBeNull()
    expect(decode('ST300CMD;Res;511848119;319H;Disable1')).toMatchObject({
      number: '511848119',
      answer: '319H;Disable1',
    })
    expect(decode('RES;4309999001;04;02;TEST')).toMatchObject({ number: '4309999001', answer: '04;02;TEST' })
  })
})
