import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { protocols } from './index.ts'
import { type CommandName, commandNames, type Values, wrongValue } from './shared/commands.ts'

const imei = '123456789012345'
const text = (words: string) => Buffer.from(words, 'latin1').toString('hex')

/** What a session knows of its device, the command, and the bytes of its frame. */
const known: [string, object, CommandName, Values, string][] = [
  [
    'castel',
    { version: 1, id: Buffer.from(`${text(imei)}0000000000`, 'hex') },
    'engine_stop',
    {},
    '40402000013132333435363738393031323334350000000000458301a94a0d0a',
  ],
  [
    'jt808',
    { head: Buffer.from('080201000027', 'hex'), serial: 0x1e },
    'engine_stop',
    {},
    '7e81050001080201000027001ff0467e',
  ],
  ['ruptela', {}, 'output', { output: 2, on: true }, '000b6c20536574696f20322c31eb3e'],
  ['meitrack', { number: '353358017784062', letter: 15 }, 'position', {}, text('@@Q25,353358017784062,A10*6A\r\n')],
  [
    'h02',
    { number: '2705171109', clock: Date.UTC(2017, 0, 1, 13, 3, 5) },
    'engine_stop',
    {},
    text('*HQ,2705171109,S20,130305,1,1#'),
  ],
  ['gps103', { number: imei }, 'engine_stop', {}, text(`**,imei:${imei},J`)],
  ['gps103', { number: imei }, 'interval', { interval_s: 30 }, text(`**,imei:${imei},C,30s`)],
  ['tk103', { number: imei }, 'engine_stop', {}, text(`(${imei}AV010)`)],
  ['tk103', { number: imei }, 'engine_resume', {}, text(`(${imei}AV011)`)],
  ['suntech', { number: '205027329', header: 'ST300' }, 'engine_stop', {}, text('ST300CMD;205027329;02;Enable1\r')],
  ['suntech', { number: '205027329', header: '' }, 'output', { output: 2, on: false }, text('CMD;205027329;04;04\r')],
  ['gl200', { model: 'GV200' }, 'reboot', {}, text('AT+GTRTO=gv200,3,,,,,,FFFF$')],
  ['gl200', { model: 'GV200' }, 'engine_stop', {}, text('AT+GTOUT=gv200,1,,,0,0,0,0,0,0,0,,,,,,,FFFF$')],
]

/** Where the frame is the encoder's, which tests of its own compare: the words in it. */
const said: [string, CommandName, Values, string][] = [
  ['gt06', 'engine_stop', {}, 'RELAY,1#'],
  ['gt06', 'engine_resume', {}, 'RELAY,0#'],
  ['gt06', 'apn', { apn: 'internet' }, 'APN,internet#'],
  ['gt06', 'apn', { apn: 'internet', user: 'me', password: 'too' }, 'APN,internet,me,too#'],
  ['gt06', 'server', { host: 'gps.example.com', port: 5023 }, 'SERVER,1,gps.example.com,5023,0#'],
  ['gt06', 'server', { host: '203.0.113.7', port: 5023 }, 'SERVER,0,203.0.113.7,5023,0#'],
  ['eelink', 'position', {}, 'WHERE#'],
  ['teltonika', 'engine_stop', {}, 'setdigout 1'],
  ['teltonika', 'output', { output: 2, on: true }, 'setdigout ?1'],
  ['teltonika', 'reboot', {}, 'cpureset'],
  ['teltonika', 'server', { host: 'gps.example.com', port: 5027 }, 'setparam 2004:gps.example.com;2005:5027'],
  ['galileo', 'output', { output: 1, on: false }, 'Out 1,0'],
  ['galileo', 'server', { host: 'gps.example.com', port: 5034 }, 'ServerIP gps.example.com,5034'],
  ['t800x', 'engine_stop', {}, 'RELAY,0000,1#'],
  ['totem', 'engine_stop', {}, '000000,025,C,1'],
  ['watch', 'position', {}, 'CR'],
  ['meitrack', 'engine_stop', {}, 'C01,0,12222'],
  ['meitrack', 'output', { output: 3, on: true }, 'C01,0,22122'],
  ['jt808', 'apn', { apn: 'net' }, '8103:030000001003'.concat(text('net'), '0000001100', '0000001200')],
  ['jt808', 'server', { host: 'a.nz', port: 5015 }, `8103:020000001304${text('a.nz')}000000180400001397`],
]

const declared = (protocol: string, name: CommandName) => {
  const of = protocols.find((each) => each.name === protocol)!
  return { of, command: of.commands!.find((each) => each.name === name)! }
}

describe('commands of protocols', () => {
  it.each(known)('%s %o: %s %o', (protocol, session, name, values, hex) => {
    const { of, command } = declared(protocol, name)
    const whole = { ...(of.open() as object), ...session }
    expect(wrongValue(command, values)).toBeNull()
    expect(of.encode!(command.say(values, whole as never)!, whole)?.toString('hex')).toBe(hex)
  })

  it.each(said)('%s: %s %o', (protocol, name, values, words) => {
    const { command, of } = declared(protocol, name)
    expect(wrongValue(command, values)).toBeNull()
    expect(command.say(values, of.open() as never)).toEqual({ type: 'custom', text: words })
  })

  it('has none where this device has none', () => {
    expect(declared('tk103', 'engine_stop').command.say({}, { parted: true } as never)).toBeNull()
    expect(declared('gl200', 'engine_stop').command.say({}, { model: 'GL300' } as never)).toBeNull()
  })

  it.each<[string, CommandName, Values, string]>([
    ['gt06', 'interval', {}, 'interval_s'],
    ['gt06', 'interval', { interval_s: 4 }, 'interval_s'],
    ['gt06', 'interval', { interval_s: '30' }, 'interval_s'],
    ['gt06', 'server', { host: 'a#RESET', port: 1 }, 'host'],
    ['gt06', 'server', { host: 'a', port: 65_536 }, 'port'],
    ['gt06', 'apn', { apn: 'a,b' }, 'apn'],
    ['gt06', 'apn', { apn: 'x'.repeat(61) }, 'apn'],
    ['gt06', 'engine_stop', { output: 1 }, 'output'],
    ['teltonika', 'output', { output: 1, on: 1 }, 'on'],
    ['teltonika', 'output', { output: 5, on: true }, 'output'],
  ])('%s %s refuses %o by its field', (protocol, name, values, field) => {
    expect(wrongValue(declared(protocol, name).command, values)?.[0]).toBe(field)
  })

  it('are in docs/devices.md as they are declared', () => {
    const rows = protocols.map(({ name, commands = [] }) => {
      const cells = commandNames.map((each) => (commands.some((one) => one.name === each) ? 'yes' : ''))
      return `| ${[name, ...cells].join(' | ')} |`
    })
    const head = `| protocol | ${commandNames.map((name) => `\`${name}\``).join(' | ')} |`
    expect(readFileSync('docs/devices.md', 'utf8')).toContain(
      [head, `|${' --- |'.repeat(commandNames.length + 1)}`, ...rows].join('\n'),
    )
  })
})
