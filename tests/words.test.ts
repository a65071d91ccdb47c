import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Words that hide what is meant, with the field's term. Phrases match across line breaks; case does not matter. */
const words: { word: string; instead: string }[] = [
  { word: 'whoever', instead: 'who, or the role: the client, the owner, the caller' },
  { word: 'whomever', instead: 'the role: the client, the owner, the caller' },
  { word: 'somebody', instead: 'the role: a user, a member, an administrator' },
  { word: 'anybody', instead: 'the role: any user, any member, the public' },
  { word: 'anew', instead: 'again' },
  { word: 'such a one', instead: 'the noun' },
  { word: 'so many', instead: 'the number: N, at most, the limit' },
  { word: 'heard of', instead: 'last contact, reported' },
  { word: 'lets go', instead: 'releases' },
  { word: 'goes on', instead: 'continues' },
  { word: 'hears', instead: 'receives' },
  { word: 'told', instead: 'notified, shown, published; a noun for a variable' },
  { word: 'looked at', instead: 'checked, evaluated, polled' },
  { word: 'sightings', instead: 'contacts, reports' },
  { word: 'wishes', instead: 'notification preferences' },
  { word: 'lanes', instead: 'queues for each tracker' },
  { word: 'meanwhile', instead: 'in the meantime, since' },
  { word: 'that is none', instead: 'that is invalid' },
  { word: 'which there is not', instead: 'which does not exist' },
  { word: 'farewell', instead: 'last will' },
  { word: 'patience', instead: 'a timeout with its name: offline timeout, request timeout, deadline' },
  { word: 'praise', instead: 'recordSuccess' },
  { word: 'blame', instead: 'recordFailure' },
  { word: 'crowd', instead: 'blocked connections, a fleet' },
  { word: 'waitForRoom', instead: 'backpressure, waitForCapacity' },
  { word: 'openWay', instead: 'reply channel' },
  { word: 'choosers', instead: 'pickers' },
  { word: 'wherever', instead: 'everywhere, at each' },
  { word: 'scene', instead: 'viewport update' },
  { word: "only: 'news'", instead: "only: 'notifications'" },
  { word: 'names none', instead: 'is missing, has no id' },
  { word: 'which there is none', instead: 'which does not exist' },
  { word: 'by turns', instead: 'fairly, one after another' },
  { word: 'as it were', instead: 'the plain word' },
  ...['Asked', 'Found', 'Wanted', 'Taken', 'Named', 'Given', 'Known', 'Number_'].map((name) => ({
    word: `type ${name}`,
    instead: 'a noun: Request, Results, Filter, Reservation, NumberParam',
  })),
]

/** Fixed texts: migrations have checksums, releases are recorded, decisions quote, and mi is another language. */
const fixed = ['db/migrations', 'tests/db/released', 'docs/decisions', 'web/locales/mi', 'tests/words.test.ts']

it('uses the words of the field: comments, strings and names', () => {
  const findings = files().flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return words.flatMap(({ word, instead }) =>
      [...text.matchAll(patternOf(word))].map(
        ({ index }) => `${path}:${text.slice(0, index).split('\n').length}: "${word}", write ${instead}`,
      ),
    )
  })
  expect(findings).toEqual([])
})

it('ends lines of prose at 120 characters', () => {
  const documents = files().filter((path) => path.endsWith('.md') && !path.startsWith('api/site/content/'))
  const findings = documents.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8').replace(/^```.*?^```/gms, (code) => code.replace(/.+/g, ''))
    const isLong = (line: string) => line.length > 120 && !line.startsWith('|')
    return text.split('\n').flatMap((line, i) => (isLong(line) ? `${path}:${i + 1}` : []))
  })
  expect(findings).toEqual([])
})

it('spreads no literal to keep several fields on a line', () => {
  const code = files().filter((path) => /\.(ts|tsx|mjs)$/.test(path) && path !== 'tests/words.test.ts')
  const literal = /\.\.\.(?:\{|\[[^[\]]*\]\s*[,)}\]])/g
  const findings = code.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(literal)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`)
  })
  expect(findings).toEqual([])
})

it('finds a word in any case, in names, and across the lines of a comment', () => {
  const text = ['const Crowd = 1', 'a_crowd = 2', '// lets', '// go', ' * such', ' * a one', 'crowded'].join('\n')
  const count = (word: string) => [...text.matchAll(patternOf(word))].length
  expect([count('crowd'), count('lets go'), count('such a one')]).toEqual([2, 1, 1])
})

it('excludes only what exists', () => {
  expect(fixed.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** A whole word: not a part of a longer one, though a part of a snake_case name. */
function patternOf(word: string): RegExp {
  const spaced = word.split(' ').join('\\s+(?:(?:\\*|//)\\s+)?')
  return new RegExp(`(?<![\\p{L}\\d])${spaced}(?![\\p{L}\\d])`, 'giu')
}

function files(): string[] {
  const isExcluded = (path: string) => fixed.some((folder) => path === folder || path.startsWith(`${folder}/`))
  return readdirSync(root)
    .filter((name) => !ignored.test(name))
    .flatMap((name) =>
      statSync(join(root, name)).isDirectory()
        ? readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) => `${name}/${path}`)
        : name,
    )
    .filter((path) => /\.(tsx?|mjs|md)$/.test(path) && !ignored.test(path) && !/(^|\/)mi\.ts$/.test(path))
    .filter((path) => !isExcluded(path))
    .sort()
}

const ignored = /(^|\/)(node_modules|dist|data|\.git|\.cache)(\/|$)/
