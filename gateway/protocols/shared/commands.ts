/**
 * What devices of a protocol can do besides a text of their own: a name that all protocols share, the fields that a
 * person fills in, and the words for it. The catalogue that people see derives from these declarations.
 */
export type DeclaredCommand<Session = never> = {
  name: CommandName
  fields: readonly CommandField[]
  /** The command in the device's own words; null where this device has none. */
  say(values: Values, session: Session): Command | null
}

/** In the order of the catalogue: harmless ones first, since the first is what a form begins with. */
export const commandNames = [
  'position',
  'interval',
  'reboot',
  'output',
  'engine_stop',
  'engine_resume',
  'apn',
  'server',
] as const
export type CommandName = (typeof commandNames)[number]

/** Those that may stop a vehicle on the road: an output may switch anything, mostly the same relay. */
export const dangerousCommands: readonly CommandName[] = ['engine_stop', 'output']

export type CommandField = {
  name: string
  type: 'integer' | 'text' | 'boolean'
  unit?: 's'
  minimum?: number
  maximum?: number
  max_length?: number
  optional?: true
}

export type Values = Record<string, string | number | boolean>

/** A command that has no fields, in the device's own words. */
export const plain = (name: CommandName, text: string): DeclaredCommand<unknown> => ({
  name,
  fields: [],
  say: () => ({ type: 'custom', text }),
})

/** A command of the protocol's encoder, between these seconds. */
export const interval = (minimum: number, maximum: number): DeclaredCommand<unknown> => ({
  name: 'interval',
  fields: [{ name: 'interval_s', type: 'integer', unit: 's', minimum, maximum }],
  say: ({ interval_s }) => ({ type: 'interval', interval_s: Number(interval_s) }),
})

/** A switched output, from 1 on. */
export const output = (count: number, text: (number: number, on: boolean) => string): DeclaredCommand<unknown> => ({
  name: 'output',
  fields: [
    { name: 'output', type: 'integer', minimum: 1, maximum: count },
    { name: 'on', type: 'boolean' },
  ],
  say: ({ output, on }) => ({ type: 'custom', text: text(Number(output), on === true) }),
})

/** The access point of the SIM card; its user name and password are empty where it has none. */
export const apn = (text: (apn: string, user: string, password: string) => string): DeclaredCommand<unknown> => ({
  name: 'apn',
  fields: [
    { name: 'apn', type: 'text', max_length: 60 },
    { name: 'user', type: 'text', max_length: 32, optional: true },
    { name: 'password', type: 'text', max_length: 32, optional: true },
  ],
  say: ({ apn, user = '', password = '' }) => ({ type: 'custom', text: text(`${apn}`, `${user}`, `${password}`) }),
})

/** The server that it reports to. */
export const server = (text: (host: string, port: number) => string): DeclaredCommand<unknown> => ({
  name: 'server',
  fields: [
    { name: 'host', type: 'text', max_length: 60 },
    { name: 'port', type: 'integer', minimum: 1, maximum: 65_535 },
  ],
  say: ({ host, port }) => ({ type: 'custom', text: text(`${host}`, Number(port)) }),
})

export const isAddress = (host: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(host)

/** What may stand in a field of text: no character that parts or ends a command in any protocol. */
export const FIELD_PATTERN = '^[A-Za-z0-9._@/-]+$'

/** Checks the values of a command. @returns the name of the first wrong field and why, or null */
export function wrongValue({ fields }: Pick<DeclaredCommand, 'fields'>, values: Values): [string, string] | null {
  for (const name of Object.keys(values)) {
    if (!fields.some((field) => field.name === name)) return [name, 'does not belong to this command.']
  }
  for (const field of fields) {
    const value = values[field.name]
    if (value === undefined) {
      if (field.optional) continue
      return [field.name, 'is missing, which this command needs.']
    }
    const reason = wrongFor(field, value)
    if (reason) return [field.name, reason]
  }
  return null
}

function wrongFor(field: CommandField, value: Values[string]): string | null {
  const { type, minimum = 0, maximum = 0, max_length = 0 } = field
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'is true or false.'
  if (type === 'integer') {
    const fits = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
    return fits ? null : `is a whole number from ${minimum} to ${maximum}.`
  }
  const fits = typeof value === 'string' && value.length <= max_length && new RegExp(FIELD_PATTERN).test(value)
  return fits ? null : `is 1 to ${max_length} letters, digits, or any of . _ @ / -`
}

/** A command or setting, for `encode`. */
export type Command =
  /** Seconds between two reports. */
  | { type: 'interval'; interval_s: number }
  /** In the device's own format, typed by a person. */
  | { type: 'custom'; text: string }
