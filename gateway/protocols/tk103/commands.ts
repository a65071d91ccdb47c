import { type CommandName, type DeclaredCommand, interval } from '../shared/commands.ts'

/** Devices that part their messages by commas have other commands. */
export const commands: DeclaredCommand<{ parted: boolean }>[] = [
  whole('engine_stop', 'AV010'),
  whole('engine_resume', 'AV011'),
  whole('position', 'AP00'),
  whole('reboot', 'AT00'),
  interval(1, 65_535),
]

function whole(name: CommandName, text: string): DeclaredCommand<{ parted: boolean }> {
  return { name, fields: [], say: (_values, { parted }) => (parted ? null : { type: 'custom', text }) }
}
