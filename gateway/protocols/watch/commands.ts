import { type DeclaredCommand, interval, plain, server } from '../shared/commands.ts'

export const commands: DeclaredCommand<unknown>[] = [
  plain('position', 'CR'),
  plain('reboot', 'RESET'),
  interval(10, 65_535),
  server((host, port) => `IP,${host},${port}`),
]
