import type { Static, TSchema } from 'typebox'
import * as check from './values.ts'

/** A setting. Parsing, `npm start -- --help` and `docs/settings.md` are derived from its declaration. */
export type Setting<T> = {
  group: string
  /** Its purpose, without a full stop. */
  about: string
  /** As text; empty for none. */
  default: string
  /** Documents a default that is computed at the start. */
  default_note?: string
  /** Range and unit, choices, or kind of value. */
  type: string
  /** Set if the value is not trimmed. */
  verbatim?: true
  /** @throws {SettingError} naming the setting and the reason */
  parse(value: string, name: string): T
}

/** Adds the group to all settings. */
export function inGroup<S extends Record<string, Declared<unknown>>>(group: string, declared: S): Grouped<S> {
  const entries = Object.entries(declared).map(([name, setting]) => [name, { ...setting, group }])
  return Object.fromEntries(entries) as Grouped<S>
}

/** @param options.unit the number's unit */
export function integer(options: Basics<number> & { min: number; max: number; unit?: string }): Declared<number> {
  const { about, min, max, unit } = options
  const type = `${min} to ${max}${unit ? ` ${unit}` : ''}`
  return { about, default: String(options.default), type, parse: (value, name) => check.integer(name, value, min, max) }
}

/** A port that is always open; 0 selects a free one. */
export const port = (options: Basics<number>): Declared<number> => ({
  ...integer({ ...options, min: 0, max: 65_535 }),
  type: 'port; 0 is any free one',
})

/** A port that may be off: null is off, 0 selects a free one. */
export const optionalPort = (options: Basics<number>): Declared<number | null> => ({
  about: options.about,
  default: String(options.default),
  type: 'port; off (or 0), any is any free one',
  parse(value, name) {
    if (value === 'any') return 0
    return value === 'off' ? null : check.integer(name, value, 0, 65_535) || null
  },
})

export const choice = <const T extends readonly string[]>(
  options: Basics<T[number]> & { choices: T },
): Declared<T[number]> => ({
  about: options.about,
  default: options.default,
  type: options.choices.join(', '),
  parse: (value, name) => check.choice<T[number]>(name, value, options.choices),
})

export const text = (options: Basics<string>): Declared<string> => ({
  type: 'text',
  ...options,
  parse: (value) => value,
})

export const path = (options: Omit<Basics<string>, 'default'> & { default?: string }): Declared<string> => ({
  ...text({ default: '', ...options }),
  type: 'path',
})

/** @returns undefined if empty */
export const url = (
  options: Omit<Basics<string>, 'default'> & { protocols: string[]; split?: (address: string) => string[] },
): Declared<string | undefined> => ({
  about: options.about,
  default: '',
  ...(options.default_note && { default_note: options.default_note }),
  type: options.protocols.map((protocol) => `${protocol}//`).join(' or '),
  parse: (value, name) => check.url(name, value, options.protocols, options.split),
})

export const email = (options: Basics<string>): Declared<string> => ({
  ...options,
  type: 'e-mail address',
  parse: (value, name) => check.email(name, value),
})

/** @param options.item parses one item of the list */
export const list = (options: { about: string; type: string; item(value: string): string }): Declared<string[]> => ({
  about: options.about,
  default: '',
  type: `${options.type}, separated by commas`,
  parse: (value) => check.list(value).map((part) => options.item(part)),
})

/** @returns null if empty */
export function secret(options: { about: string; default_note?: string; min: number }): Declared<string | null> {
  const { min, ...rest } = options
  return {
    ...rest,
    default: '',
    type: `text of at least ${min} characters`,
    verbatim: true,
    parse(value, name) {
      if (value && value.length < min)
        throw new check.SettingError(`${name} is too short: give at least ${min} characters.`)
      return value || null
    },
  }
}

export const json = <T extends TSchema>(options: Basics<string> & { schema: T }): Declared<Static<T>> => ({
  about: options.about,
  default: options.default,
  type: 'JSON',
  parse: (value, name) => check.json(name, value, options.schema),
})

type Basics<T> = { about: string; default: T; default_note?: string }
type Declared<T> = Omit<Setting<T>, 'group'>
type Grouped<S> = { [K in keyof S]: S[K] extends Declared<infer T> ? Setting<T> : never }
