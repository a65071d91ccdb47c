import { type DeclaredCommand, output, plain } from '../shared/commands.ts'

/** Begin with a space where the device has no password. */
export const commands: DeclaredCommand<unknown>[] = [
  output(4, (number, on) => ` Setio ${number},${on ? 1 : 0}`),
  plain('position', ' coords'),
  plain('reboot', ' reset'),
]
