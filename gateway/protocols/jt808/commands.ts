import { apn, type DeclaredCommand, interval, plain, server } from '../shared/commands.ts'

/**
 * A message's type and body in hexadecimal digits: 8105 controls the terminal, 8201 asks where it is, 8103 sets
 * parameters. Cutting oil and power (F0, F1) is the makers' own.
 */
export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', '8105:f0'),
  plain('engine_resume', '8105:f1'),
  plain('position', '8201'),
  plain('reboot', '8105:04'),
  interval(1, 86_400),
  apn((name, user, password) => parameters([0x10, text(name)], [0x11, text(user)], [0x12, text(password)])),
  server((host, port) => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(port)
    return parameters([0x13, text(host)], [0x18, number])
  }),
]

const text = (value: string) => Buffer.from(value, 'latin1')

function parameters(...all: [id: number, value: Buffer][]): string {
  const each = all.map(([id, value]) => Buffer.concat([Buffer.of(0, 0, 0, id, value.length), value]))
  return `8103:${Buffer.concat([Buffer.of(all.length), ...each]).toString('hex')}`
}
