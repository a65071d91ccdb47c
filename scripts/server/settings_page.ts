import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from './setting.ts'
import { allSettings } from './settings.ts'

/** docs/settings.md: every setting by its group. `npm run docs` writes it. */
export function settingsPage(): string {
  const groups = [...groupedSettings()].map(([group, settings]) => `## ${group}\n\n${table(settings)}`)
  return `${introduction}\n\n${groups.join('\n\n')}\n`
}

/** The lines of `npm start -- --help`. */
export function settingsHelp(): string {
  const width = Math.max(...Object.keys(allSettings).map((name) => name.length))
  return [...groupedSettings()]
    .map(([group, settings]) => {
      const lines = settings.map(([name, setting]) => {
        const initial = initialOf(setting)
        return `  ${name.padEnd(width)}  ${setting.about}${initial && ` (${initial})`}`
      })
      return [`${group}:`, ...lines].join('\n')
    })
    .join('\n\n')
}

const introduction = `# Settings

<!-- Written by npm run docs from scripts/server/settings.ts: do not edit. -->

All settings are environment variables, and all have a default. A wrong value stops the start with a sentence that
names the setting and the reason.`

function groupedSettings(): Map<string, Entry[]> {
  return Map.groupBy(Object.entries(allSettings), ([, { group }]) => group)
}

function table(settings: Entry[]): string {
  const rows = settings.map(([name, setting]) =>
    [
      code(name),
      setting.default ? code(setting.default) : initialOf(setting),
      setting.type,
      withCode(setting.about),
    ].join(' | '),
  )
  return ['setting | default | value | what for', '--- | --- | --- | ---', ...rows]
    .map((row) => `| ${row} |`)
    .join('\n')
}

const initialOf = ({ default: initial, default_note = '' }: Setting<unknown>) => initial || default_note

/** Formats names of settings as code: Markdown would read `TCP_PORT_<PROTOCOL>` as a tag. */
const withCode = (text: string) => text.replace(/[A-Z]+(_[A-Z]+)+(_<PROTOCOL>)?/g, code)

const code = (text: string) => `\`${text}\``

type Entry = [name: string, setting: Setting<unknown>]

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log('Usage: npm run docs\n\nWrites docs/settings.md from the settings.')
  else writeFileSync(join(import.meta.dirname, '../../docs/settings.md'), settingsPage())
}
