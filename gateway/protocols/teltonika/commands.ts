import { apn, type DeclaredCommand, interval, output, plain, server } from '../shared/commands.ts'

/** The relay of an engine is wired to the first output. */
export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', 'setdigout 1'),
  plain('engine_resume', 'setdigout 0'),
  // A question mark leaves an output as it is.
  output(4, (number, on) => `setdigout ${'?'.repeat(number - 1)}${on ? 1 : 0}`),
  plain('position', 'getgps'),
  plain('reboot', 'cpureset'),
  interval(1, 86_400),
  apn((name, user, password) => `setparam 2001:${name};2002:${user};2003:${password}`),
  server((host, port) => `setparam 2004:${host};2005:${port}`),
]
