import { type DeclaredCommand, interval, plain } from '../shared/commands.ts'

export const commands: DeclaredCommand<unknown>[] = [
  plain('engine_stop', 'J'),
  plain('engine_resume', 'K'),
  plain('position', 'B'),
  interval(1, 86_400),
]
