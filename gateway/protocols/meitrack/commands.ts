import { type DeclaredCommand, interval, output, plain } from '../shared/commands.ts'

/** C01: whatever the speed, 1 is on, 0 off, 2 as it was. */
export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', 'C01,0,12222'),
  plain('engine_resume', 'C01,0,02222'),
  output(5, (number, on) => `C01,0,${'2'.repeat(number - 1)}${on ? 1 : 0}${'2'.repeat(5 - number)}`),
  plain('position', 'A10'),
  interval(10, 86_400),
]
