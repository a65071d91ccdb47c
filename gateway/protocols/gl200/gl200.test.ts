import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { gl200 } from './index.ts'

describeFrames(gl200)

const run = (stream: string, size?: number) => drive(gl200, Buffer.from(stream, 'latin1'), size)
const decode = (sentence: string) => run(sentence).messages[0]!
const place = '1,4.3,92,70.0,121.354335,31.222073,20090214013254'
const cell = '0460,0000,18d8,6141'
const head = '135790246811220,,'
const end = '20100214093254,11F0$'

describe('the framing of gl200', () => {
  it.each([
    ['a dollar', '$'],
    ['NUL', '\0'],
    ['a dollar and a line break', '$\r\n'],
  ])('ends a sentence at %s', (_name, tail) => {
    const sentence = `+RESP:GTPNA,1A0100,${head}20100214093254,11F0${tail}`
    expect(run(sentence.repeat(2), 1).messages).toHaveLength(2)
  })

  it.each([
    [
      '2b000038000865134050947226820300030000216a3ed6f101895000521629fa8b28f402ac1a8e6a3ed6f100001600000010f505010ff824',
    ],
    ['2b4c474e00ff0026fe110b07020106563454040d054905000007e4031911213905083abd0d0a'],
  ])('frames the binary message %s, and refuses it with a reason', (hex) => {
    const sentence = Buffer.from(`+RESP:GTPNA,1A0100,${head}${end}`)
    for (const size of [1, 1000]) {
      const { frames, messages, refused } = drive(gl200, Buffer.concat([Buffer.from(hex, 'hex'), sentence]), size)
      expect(frames[0]).toBe(hex)
      expect(refused).toEqual(['message: is binary, which is not taken; the device can be set to text'])
      expect(messages).toHaveLength(1)
    }
  })

  it('finds the sentence behind one that was cut off', () => {
    const { frames } = run(`+RESP:GTFRI,1A0100,1357902+RESP:GTPNA,1A0100,${head}${end}`)
    expect(frames).toHaveLength(1)
  })

  it('gives up a sentence that never ends', () => {
    expect(run(`+RESP:GTFRI,${','.repeat(17_000)}+RESP:GTPNA,1A0100,${head}${end}`).messages).toHaveLength(1)
  })
})

describe('gl200', () => {
  it('answers heartbeats', () => {
    expect(decode('+ACK:GTHBD,1A0401,135790246811220,,20100214093254,11F0$')).toEqual({
      number: '135790246811220',
      reports: [],
      acknowledgement: Buffer.from('+SACK:GTHBD,1A0401,11F0$'),
    })
  })

  it('confirms a sentence that is said again, and all that follow', () => {
    const first = `+RESP:GTRTL,1A0100,${head}0,0,1,${place},${cell},00,,20100214093254,11F0$`
    const next = first.replace('11F0', '11F1')
    const said = run(first + first + next).messages.map(({ acknowledgement }) => acknowledgement?.toString())
    expect(said).toEqual([undefined, '+SACK:11F0$', '+SACK:11F1$'])
  })

  it.each([
    ['SOS', '00,1', 'sos', {}],
    ['SPD', '01,1', 'overspeed', {}],
    ['TOW', '16,1', 'tow', {}],
    ['IDL', '22,1', 'idle', {}],
    ['MPN', '', 'power_on', { external_power: true }],
    ['MPF', '', 'power_cut', { external_power: false }],
    ['EPN', '', 'power_on', { external_power: true }],
    ['EPF', '', 'power_cut', { external_power: false }],
    ['BPL', '3.53', 'low_battery', { battery_volts: 3.53 }],
    ['BTC', '', null, { charging: true }],
    ['STC', '', null, { charging: false }],
    ['TEM', '1,60', 'temperature', {}],
    ['JDR', '', 'jamming', {}],
    ['JDS', '2', 'jamming', { jamming: true }],
    ['JDS', '1', null, { jamming: false }],
    ['SWG', '1', 'geofence', {}],
    ['GEO', ',10,1', 'geofence_exit', { geofence: '1' }],
    ['GEO', ',21,1', 'geofence_enter', { geofence: '2' }],
    ['GEO', '3,1,1', 'geofence_enter', { geofence: '3' }],
    ['HBM', ',10,1', 'hard_braking', {}],
    ['HBM', ',11,1', 'hard_acceleration', {}],
    ['HBM', ',12,1', 'hard_cornering', {}],
    ['HBM', ',13,1', 'hard_braking', {}],
    ['HBM', ',14,1', 'hard_acceleration', {}],
    ['DIS', ',11,1', null, { input_1: true }],
    ['DIS', ',20,1', null, { input_2: false }],
    ['DOS', '3,1', null, { output_3: true }],
    ['IGL', ',00,1', null, { ignition: true }],
    ['VGL', ',71,1', null, { ignition: false }],
    ['IDN', ',,', 'idle', {}],
    ['SOA', '', 'tamper', {}],
    ['EPS', '11200,00,1', 'low_power', { power_volts: 11.2 }],
    ['ANT', '0', null, {}],
    ['ANT', '1', 'gps_antenna_cut', {}],
    ['GPJ', '2', null, {}],
    ['GPJ', '1', null, { gnss_jamming: false }],
    ['GPJ', '3', 'jamming', { gnss_jamming: true }],
    ['NMR', '0,1,1', null, { motion: true }],
    ['STT', '16', 'tow', { ignition: false, motion: true }],
    ['STT', '12', 'movement', { ignition: false, motion: true }],
    ['STT', '11', null, { ignition: false, motion: false }],
    ['STT', '21', null, { ignition: true, motion: false }],
    ['STT', '22', null, { ignition: true, motion: true }],
    ['STT', '42', 'movement', { motion: true }],
    ['STT', '41', null, { motion: false }],
    ['DAR', '1,3,,', 'fatigue', {}],
    ['CRA', '01', 'crash', {}],
    ['VGN', '00,,120', null, { ignition: true }],
    ['VGF', '00,,120', null, { ignition: false }],
  ])('reads %s with %j', (type, before, alarm, attributes) => {
    const fields = [`+RESP:GT${type},060100,135790246811220,`, before, place, cell, '00', '', end].filter(
      (field, i) => i !== 1 || field !== '',
    )
    const [report] = decode(fields.join(',')).reports
    expect(report).toMatchObject({
      fix_at: Date.UTC(2009, 1, 14, 1, 32, 54),
      valid: true,
      lat: 31.222073,
      lon: 121.354335,
      altitude: 70,
      heading: 92,
      alarm,
      event: alarm ?? 'position',
      attributes: { type, hdop: 1, network: { mcc: 460, mnc: 0, lac: 0x18d8, cid: 0x6141 }, ...attributes },
    })
    expect(report!.speed).toBeCloseTo(1.194444, 5)
    expect(report!.seq).toBe(0x11f0)
  })

  it('takes every point of a sentence, and the state for the last', () => {
    const points = Array.from({ length: 15 }, (_, i) => `${place.slice(0, -2)}${10 + i},${cell},00`)
    const { reports } = decode(
      `+RESP:GTFRI,060100,${head}12345,10,15,${points},2000.0,12345:12:34,,,80,210100,,,,${end}`,
    )
    expect(reports.map(({ fix_at }) => new Date(fix_at!).getUTCSeconds())).toEqual(points.map((_, i) => 10 + i))
    expect(reports[0]!.attributes).not.toHaveProperty('battery')
    expect(reports[14]!.attributes).toMatchObject({
      power_volts: 12.345,
      odometer: 2_000_000,
      hours: 44_442_754,
      battery: 80,
    })
  })

  it.each([
    ['satellites', '01,9', { satellites: 9 }],
    ['satellites and what triggered it', '03,9,2', { satellites: 9 }],
    ['what triggered it', '02,0', {}],
    ['satellites and jamming', '11,9,1', { satellites: 9 }],
    ['satellites and dilutions', '09,9,0.7,1.2,1.4', { satellites: 9, hdop: 0.7, vdop: 1.2, pdop: 1.4 }],
    ['all of them', '1F,9,2,0,,,,1', { satellites: 9, hdop: 1 }],
  ])('reads on behind appended fields: %s', (_name, appended, attributes) => {
    const [report] = decode(
      `+RESP:GTFRI,6E0100,${head},10,1,${place},${cell},${appended},20.5,,,,,88,220100,,,,${end}`,
    ).reports
    expect(report!.attributes).toMatchObject({ odometer: 20_500, battery: 88, ignition: true, ...attributes })
  })

  it('reads analogue inputs, fuel among them, and the state of inputs and outputs', () => {
    const [report] = decode(
      `+RESP:GTERI,310100,${head}00000000,,10,1,${place},${cell},00,20.5,,F57,1200,64,110502,0,${end}`,
    ).reports
    expect(report!.attributes).toMatchObject({
      fuel: 57,
      adc_2: 1.2,
      battery: 64,
      ignition: false,
      motion: false,
      input_1: false,
      input_2: true,
      output_1: false,
      output_2: true,
    })
  })

  it('reads fuel sensors and thermometers on the radio', () => {
    const attached = '1,1,33.5,40.2,2,AB12,1,21.5,CD34,2,4.5,61'
    const [report] = decode(
      `+RESP:GTERI,310100,${head}00000098,,10,1,${place},${cell},00,20.5,,,,64,110000,0,${attached},${end}`,
    ).reports
    expect(report!.attributes).toMatchObject({
      fuel: 33.5,
      fuel_litres: 40.2,
      ble_temperature_1: 21.5,
      ble_temperature_2: 4.5,
      ble_humidity_2: 61,
    })
  })

  it('reads answers to single queries', () => {
    const attributes = (sentence: string) => decode(sentence).reports[0]!.attributes
    expect(attributes(`+RESP:GTCSQ,1A0102,${head}16,0,${end}`)).toMatchObject({ rssi: 16 })
    expect(attributes(`+RESP:GTCID,1A0102,${head}898600810906F8048812,${end}`)).toMatchObject({
      iccid: '898600810906F8048812',
    })
    expect(attributes(`+RESP:GTBAT,1A0102,${head}0,,55,4.10,0,1,${end}`)).toMatchObject({
      external_power: false,
      battery: 55,
      battery_volts: 4.1,
      charging: false,
    })
    expect(attributes(`+RESP:GTBAT,040100,${head}1,,0,4.40,1,0,${end}`)).toEqual({
      type: 'BAT',
      external_power: true,
      battery_volts: 4.4,
      charging: true,
    })
    expect(attributes(`+RESP:GTVER,1A0102,${head}GL300,0100,0101,${end}`)).toMatchObject({ version: '0100' })
  })

  it('reads the inputs of trackers for vehicles, and the temperature of those for people', () => {
    const state = '16,898600810906F8048812,16,0,1,12000,,4.4,0,0,0,0'
    const attributes = (sentence: string) => decode(sentence).reports[0]!.attributes
    expect(
      attributes(`+RESP:GTINF,060100,${head}${state},20090214013254,0,1300,2000,03,01,+0800,0,${end}`),
    ).toMatchObject({
      adc_1: 1.3,
      adc_2: 2,
      inputs: 3,
      outputs: 1,
      power_volts: 12,
      battery_volts: 4.4,
      ignition: false,
    })
    expect(attributes(`+RESP:GTINF,1A0100,${head}${state},0,20090214013254,69,1,-4.5,,,${end}`)).toMatchObject({
      battery: 69,
      temperature: -4.5,
    })
  })

  it('omits a battery that the device does not send', () => {
    expect(decode(`+RESP:GTPNA,710402,867292060140006,,2,${end}`).reports[0]!.attributes).toEqual({ type: 'PNA' })
  })

  it('makes no report of a sentence without data', () => {
    expect(decode(`+RESP:GTPDP,1A0100,${head}${end}`)).toMatchObject({ number: '135790246811220', reports: [] })
  })

  it('omits an impossible position', () => {
    const [report] = decode(
      `+RESP:GTSOS,060100,${head}0,0,1,1,4.3,92,70.0,221.354335,31.222073,20090214013254,${cell},00,${end}`,
    ).reports
    expect(report).toMatchObject({ alarm: 'sos', lat: null, lon: null, valid: false })
  })

  it('passes on a device’s answer to a command', () => {
    expect(decode('+ACK:GTFRI,1A0102,135790246811220,,0007,20100310172830,11F0$')).toMatchObject({
      answer: '+ACK:GTFRI,0007',
      reports: [{ event: 'status', attributes: { result: '+ACK:GTFRI' } }],
    })
  })

  it.each([
    ['+RESP:XXFRI,1$', []],
    ['+RESP:GTFRI,060100,12345,,$', ['imei: is neither 15 digits nor 14 hexadecimal digits']],
    [`+RESP:GTFRI,060100,${head}${','.repeat(1200)}$`, ['fields: are more than 1000']],
    ['+RESP:GTFR,060100,135790246811220,$', ['head: is not +RESP:GTxxx, +BUFF:GTxxx or +ACK:GTxxx']],
  ])('refuses %s', (sentence, refused) => {
    expect(run(sentence)).toMatchObject({ messages: [], refused })
  })

  it.each([
    ['1A0100', 'AT+GTFRI=gl300,1,0,,,0000,0000,60,60,60,60,001F,1000,1000,0,5,50,5,0,,FFFF$'],
    ['060100', 'AT+GTFRI=gv300,1,0,,0,0000,0000,60,60,1000,1000,,0,60,,,,,FFFF$'],
    ['110100', undefined],
  ])('sets the interval of a device of version %s', (version, command) => {
    const { session } = run(`+RESP:GTPNA,${version},${head}${end}`)
    expect(gl200.encode!({ type: 'interval', interval_s: 60 }, session as never)?.toString()).toBe(command)
  })

  it('encodes a command as typed, and terminates it', () => {
    const encoded = (text: string) => gl200.encode!({ type: 'custom', text }, gl200.open())?.toString()
    expect(encoded('AT+GTRTO=gl300,1,,,,,,0001$')).toBe('AT+GTRTO=gl300,1,,,,,,0001$')
    expect(encoded('AT+GTRTO=gl300,1,,,,,,0001')).toBe('AT+GTRTO=gl300,1,,,,,,0001$')
  })
})

describe('what models of gl200 do differently', () => {
  it('takes a field of four digits before the first cell of LBS for no country', () => {
    const cells = '0100,0234,0010,53d2,0a04,25,,0234,0010,53d2,0a05,20,'
    expect(decode(`+RESP:GTLBS,3C0101,${head},1,87,0,0,,,,,,${cells},${end}`).reports[0]!.attributes!.network).toEqual([
      { mcc: 234, mnc: 10, lac: 0x53d2, cid: 0x0a04, signal: 25 },
      { mcc: 234, mnc: 10, lac: 0x53d2, cid: 0x0a05, signal: 20 },
    ])
  })

  it.each([
    [`+RESP:GTFRI,110100,${head}0,0,1,${place},${cell},00,80,${end}`, { battery: 80 }],
    [
      '+RESP:GTFRI,423031,355154083021002,Bolt4G,0,0,0,0,1,1.0,0.2,0,245.3,-85.630193,42.975280,20190729185934,310,410,500b,B0E320F,31,-1,100,20190729185934,0010$',
      { battery: 100, rssi: 31 },
    ],
  ])('reads battery and signal of %s', (sentence, attributes) => {
    expect(decode(sentence).reports[0]!.attributes).toMatchObject(attributes)
  })
})
