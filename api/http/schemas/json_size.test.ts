import { expect, it } from 'vitest'
import { resources } from '../../domains.ts'
import { checkJsonSize } from './json_size.ts'

const large = { text: 'x'.repeat(5000) }
const bodies = Object.values(resources).flatMap(({ name, create, update }) =>
  [create, update].flatMap((verb) => (verb ? [[name, verb.body as unknown as Schema] as const] : [])),
)

it('bounds every value of every resource whose schema leaves open what is in it', () => {
  const bounded = new Set<string>()
  for (const [name, body] of bodies) {
    for (const path of openPaths(body)) {
      const field = path.join('.')
      bounded.add(`${name} ${field}`)
      expect(() => checkJsonSize(body as never, valueAt(path)), `${name} ${field}`).toThrow(/bytes, and may have/)
    }
  }
  expect([...bounded].sort()).toEqual([
    'cpdstandard categories',
    'cpdstandard options',
    'cpdstandard rules.0.options',
    'devform answers',
    'reportconfig query',
    'savedcommand fields',
  ])
})

it('names the field and both figures, and passes what is small', () => {
  const [, body] = bodies.find(([name]) => name === 'cpdstandard')!
  const refused = () => checkJsonSize(body as never, { rules: [{ code: 'a', options: large }] })
  expect(refused).toThrow('rules.0.options: has 5011 bytes, and may have 4096.')
  expect(() => checkJsonSize(body as never, { options: { a: 1 }, categories: [{ code: 'A' }] })).not.toThrow()
})

/** The paths of objects without fields, and of lists of them. */
function openPaths(schema: Schema): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const forms = [...(field.anyOf ?? []), field]
    return forms.flatMap((form) => {
      const of_items = form.items && isOpen(form.items) ? [[name]] : form.items ? openPaths(form.items) : []
      if (of_items.length > 0) return of_items.map((rest) => (rest[0] === name ? rest : [name, '0', ...rest]))
      return isOpen(form) ? [[name]] : openPaths(form).map((rest) => [name, ...rest])
    })
  })
}

const isOpen = ({ type, properties = {} }: Schema) => type === 'object' && Object.keys(properties).length === 0

/** A value that is too large at the end of the path. */
function valueAt([name, ...rest]: string[]): unknown {
  if (name === undefined) return large
  if (name === '0') return [valueAt(rest)]
  const value = valueAt(rest)
  return { [name]: name === 'categories' ? Array.from({ length: 20 }, () => large) : value }
}

type Schema = { type?: string; anyOf?: Schema[]; items?: Schema; properties?: Record<string, Schema> }
