import { readFileSync } from 'node:fs'

/**
 * A contract is text: an operation or a `@model` begins a line, its fields follow as `name:kinds` or, where it may be left
 * out, `name?:kinds`. Kinds are joined by `|`: string, string(most characters), number, boolean, null, object (of
 * anything), strings (by any name), date, uuid, country(most), @model, a word, and each with `[]` for a list. The fields
 * of an operation are of its `query.`, `header.` and `body.`, or its whole `body` and `answer`.
 */
export function readContract(file: string): Contract {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const items = text
    .replace(/^#.*$/gm, '')
    .replace(/\n {2}/g, ' ')
    .split('\n')
    .filter(Boolean)
  const contract: Contract = { models: new Map(), operations: [] }
  for (const item of items) {
    const parts = item.split(' ')
    const head = item.startsWith('@') ? parts.splice(0, 1) : parts.splice(0, 2)
    const fields = new Map(parts.map(fieldOf))
    if (item.startsWith('@')) contract.models.set(head[0]!.slice(1), fields)
    else contract.operations.push(operationOf(head[0]!, head[1]!, fields))
  }
  return contract
}

export const findOperation = ({ operations }: Contract, method: string, path: string) =>
  operations.find((one) => one.method === method && one.pattern.test(path))

/** What is wrong with a value, each with the name of its field. */
export function problemsOf(contract: Contract, kinds: string[], value: unknown, at: string, of: Source): string[] {
  const tried = kinds.map((kind) => problemsOfKind(contract, kind, value, at, of))
  if (tried.some((problems) => problems.length === 0)) return []
  // Of several kinds the one that comes nearest says what is wrong.
  const inner = tried.flat().filter((problem) => !problem.startsWith(`${at}: `))
  return inner.length > 0 ? inner : [`${at}: ${JSON.stringify(value)?.slice(0, 100)} is not ${kinds.join('|')}`]
}

/** The fields of an object: none is unknown, none is missing, all are of their kinds. */
export function problemsOfFields(contract: Contract, fields: Fields, value: object, at: string, of: Source): string[] {
  const missing = [...fields]
    .filter(([name, { optional }]) => !optional && !(name in value))
    .map(([name]) => `${at}.${name}: missing`)
  const wrong = Object.entries(value).flatMap(([name, one]) => {
    const field = fields.get(name)
    return field
      ? problemsOf(contract, field.kinds, one, `${at}.${name}`, of)
      : [`${at}.${name}: there is no such field`]
  })
  return [...missing, ...wrong]
}

function problemsOfKind(contract: Contract, kind: string, value: unknown, at: string, of: Source): string[] {
  const wrong = [`${at}: `]
  if (kind.endsWith('[]')) {
    if (!Array.isArray(value)) return wrong
    const inner = kindsOf(kind.slice(0, -2).replace(/^\((.*)\)$/, '$1'))
    return value.flatMap((one, index) => problemsOf(contract, inner, one, `${at}[${index}]`, of))
  }
  if (kind.startsWith('@')) {
    const model = contract.models.get(kind.slice(1))
    if (!model) return [`${at}: the contract has no ${kind}`]
    return isObject(value) ? problemsOfFields(contract, model, value, at, of) : wrong
  }
  return isOfKind(kind, value, of) ? [] : wrong
}

function isOfKind(kind: string, value: unknown, of: Source): boolean {
  const [, name = kind, most] = /^(\w+)\((\d+)\)$/.exec(kind) ?? []
  const is_text = typeof value === 'string' && value.length <= Number(most ?? Number.POSITIVE_INFINITY)
  switch (name) {
    case 'string':
      return is_text
    case 'country':
      return is_text && /^[A-Za-z ]*$/.test(value)
    case 'number':
      return of === 'form' ? is_text && /^-?\d+$/.test(value) : typeof value === 'number' && Number.isFinite(value)
    case 'boolean':
      return of === 'form' ? value === 'true' || value === 'false' : typeof value === 'boolean'
    case 'null':
      return value === null
    case 'object':
      return isObject(value)
    case 'strings':
      return isObject(value) && Object.values(value).every((one) => typeof one === 'string')
    case 'uuid':
      return is_text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    case 'date':
      return is_text && (of === 'answer' ? /^\/Date\(-?\d+([+-]\d{4})?\)\/$/ : /^\d{4}-\d\d-\d\d$/).test(value)
    default:
      return value === (name === "''" ? '' : name)
  }
}

function operationOf(method: string, path: string, fields: Map<string, Field>): Operation {
  const part = (prefix: string) =>
    new Map(
      [...fields].flatMap(([name, field]) =>
        name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), field] as const] : [],
      ),
    )
  return {
    method,
    path,
    pattern: new RegExp(`^${path.replace(/:id/g, '[^/]+')}$`),
    query: part('query'),
    headers: part('header'),
    form: part('body'),
    body: fields.get('body')?.kinds ?? null,
    answer: fields.get('answer')?.kinds ?? null,
  }
}

function fieldOf(text: string): [string, Field] {
  const [, name, optional, kinds] = /^([^:?]+)(\??):(.+)$/.exec(text)!
  return [name!, { optional: optional === '?', kinds: kindsOf(kinds!) }]
}

/** Not between the brackets of a list. */
const kindsOf = (text: string) => text.split(/\|(?![^(]*\))/)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Field = { optional: boolean; kinds: string[] }
export type Fields = Map<string, Field>
export type Operation = {
  method: string
  path: string
  pattern: RegExp
  query: Fields
  headers: Fields
  form: Fields
  body: string[] | null
  answer: string[] | null
}
export type Contract = { models: Map<string, Fields>; operations: Operation[] }
/** In forms and queries all values are text; dates are written otherwise in answers. */
export type Source = 'form' | 'json' | 'answer'
