import { apn, type DeclaredCommand, output, plain, server } from '../shared/commands.ts'

export const commands: DeclaredCommand<unknown>[] = [
  output(4, (number, on) => `Out ${number},${on ? 1 : 0}`),
  plain('reboot', 'Reset'),
  apn((...values) => `APN ${values.join(',')}`),
  server((host, port) => `ServerIP ${host},${port}`),
]
