import { type CommandName, type DeclaredCommand, interval } from '../shared/commands.ts'

type Session = { model: string }

/** With the password of a new device, the model's name. */
export const commands: DeclaredCommand<Session>[] = [
  // The first output, for good: no duration and no toggling.
  of('engine_stop', 'GTOUT', '1,,,0,0,0,0,0,0,0,,,,,,,FFFF', /^GV/),
  of('engine_resume', 'GTOUT', '0,,,0,0,0,0,0,0,0,,,,,,,FFFF', /^GV/),
  of('position', 'GTRTO', '1,,,,,,FFFF', /./),
  of('reboot', 'GTRTO', '3,,,,,,FFFF', /./),
  interval(5, 86_400),
]

function of(name: CommandName, word: string, rest: string, models: RegExp): DeclaredCommand<Session> {
  return {
    name,
    fields: [],
    say: (_values, { model }) =>
      models.test(model) ? { type: 'custom', text: `AT+${word}=${model.toLowerCase()},${rest}$` } : null,
  }
}
