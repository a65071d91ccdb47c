import { apn, type DeclaredCommand, plain, server } from '../shared/commands.ts'

/** With the password of a new device. */
export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', '000000,025,C,1'),
  plain('engine_resume', '000000,025,C,0'),
  plain('position', '000000,012'),
  plain('reboot', '000000,006'),
  apn((...values) => `000000,011,${values.join(',')}`),
  server((host, port) => `000000,015,0,${host},${port}`),
]
