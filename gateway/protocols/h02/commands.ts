import { type DeclaredCommand, interval, plain } from '../shared/commands.ts'

/** S20 switches oil and power, R1 restarts. */
export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', 'S20,1,1'),
  plain('engine_resume', 'S20,1,0'),
  plain('reboot', 'R1'),
  interval(10, 65_535),
]
