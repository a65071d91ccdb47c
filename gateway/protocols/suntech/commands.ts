import { type CommandName, type DeclaredCommand, output } from '../shared/commands.ts'

type Session = { header: string | null }

/** The universal protocol has numbers in place of words. */
export const commands: DeclaredCommand<Session>[] = [
  either('engine_stop', 'Enable1', '04;01'),
  either('engine_resume', 'Disable1', '04;02'),
  {
    ...output(2, () => ''),
    say: ({ output, on }, { header }) => {
      const number = 2 * Number(output) - (on === true ? 1 : 0)
      return {
        type: 'custom',
        text: header === '' ? `04;0${number}` : `${on === true ? 'Enable' : 'Disable'}${output}`,
      }
    },
  },
  either('position', 'StatusReq', '03;01'),
  either('reboot', 'Reboot', '03;03'),
]

function either(name: CommandName, legacy: string, universal: string): DeclaredCommand<Session> {
  return {
    name,
    fields: [],
    say: (_values, { header }) => ({ type: 'custom', text: header === '' ? universal : legacy }),
  }
}
