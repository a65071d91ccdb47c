import { apn, type DeclaredCommand, interval, isAddress, plain, server } from '../shared/commands.ts'

export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', 'RELAY,1#'),
  plain('engine_resume', 'RELAY,0#'),
  plain('position', 'WHERE#'),
  plain('reboot', 'RESET#'),
  interval(10, 65_535),
  apn((...values) => `APN,${values.join(',').replace(/,+$/, '')}#`),
  server((host, port) => `SERVER,${isAddress(host) ? 0 : 1},${host},${port},0#`),
]
