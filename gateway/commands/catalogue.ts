import { protocols } from '../protocols/index.ts'
import {
  type CommandField,
  commandNames,
  type DeclaredCommand,
  dangerousCommands,
  interval,
  type Values,
  wrongValue,
} from '../protocols/shared/commands.ts'

/** What devices of a transport can do by name. */
export function commandsOf(transport: string): readonly Pick<DeclaredCommand, 'name' | 'fields'>[] {
  const name = transport.replace(/_udp$/, '')
  return others[name] ?? protocols.find((protocol) => protocol.name === name)?.commands ?? []
}

/** What trackers with these transports can do, in one order; the first that has a command says its fields. */
export function catalogueOf(transports: readonly string[]): CatalogueEntry[] {
  return commandNames.flatMap((name) => {
    const with_it = transports.filter((transport) => commandsOf(transport).some((command) => command.name === name))
    const fields = with_it[0] && commandsOf(with_it[0]).find((command) => command.name === name)?.fields
    if (!fields) return []
    return [{ name, dangerous: dangerousCommands.includes(name), fields: [...fields], transports: with_it }]
  })
}

/** The first wrong field of a command by name, by the transport that it was found for. */
export function wrongIn({ name, transports }: { name: string; transports: readonly string[] }, values: Values) {
  const command = commandsOf(transports[0] ?? '').find((each) => each.name === name)
  return command ? wrongValue(command, values) : null
}

/** Whether a text of a person's own switches an output: it is as dangerous as the command by name. */
export const isDangerousText = (text: string): boolean => DANGEROUS_TEXT.test(text.trim())

/**
 * The words of the protocols' own commands that switch a relay, also within a whole message. `stop` alone is what apps
 * stop reporting by; devices want their password with it.
 */
const DANGEROUS_TEXT =
  /relay|setdigout|setio|\bout\s|gtout|enable|;04;0|\bs20\b|av010|c01,|,025,|025,c|^j$|,j;?$|^8105:?f|^8500|^4583|dyd|^(quickstop|stop(elec|oil|engine))\s*\d*$|^stop\s*\d+$/i

/** Trackers with our own formats, and apps. */
const own = [interval(0, 86_400)]
const others: Record<string, Pick<DeclaredCommand, 'name' | 'fields'>[]> = {
  mqtt: own,
  websocket: own,
  owntracks: [{ name: 'position', fields: [] }, ...own],
  osmand_token: [],
  lorawan: [],
  meshtastic: [],
  osmand: [],
}

export type CatalogueEntry = { name: string; dangerous: boolean; fields: CommandField[]; transports: string[] }
