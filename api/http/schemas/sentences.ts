/**
 * What a person reads about a value that its schema refuses, for each keyword that schemas of routes use. Ajv's own
 * messages speak of schemas ("must be equal to constant").
 */
export const sentences: Record<string, (failure: Failure) => string> = {
  additionalProperties: () => 'is not a known field',
  anyOf: unionSentence,
  const: ({ params }) => `must be ${word(params.allowedValue)}`,
  enum: ({ params }) => `must be one of ${(params.allowedValues as unknown[]).map(word).join(', ')}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  exclusiveMinimum: ({ params }) => `must be more than ${params.limit}`,
  format: (failure) => `must be ${formats[String(failure.params.format)] ?? describedBy(failure)}`,
  maxItems: ({ params }) => `may have ${count(params.limit, 'entry', 'entries')} at most`,
  maxLength: ({ params }) => `may have ${count(params.limit, 'character', 'characters')} at most`,
  maxProperties: ({ params }) => `may have ${count(params.limit, 'field', 'fields')} at most`,
  maximum: ({ params }) => `must be ${params.limit} or less`,
  minItems: ({ params }) => `must have ${count(params.limit, 'entry', 'entries')} at least`,
  minLength: ({ params }) =>
    params.limit === 1 ? 'must not be empty' : `must have ${count(params.limit, 'character', 'characters')} at least`,
  minProperties: ({ params }) => `must have ${count(params.limit, 'field', 'fields')} at least`,
  minimum: ({ params }) => `must be ${params.limit} or more`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  pattern: (failure) => `must be ${describedBy(failure) ?? 'written in another form'}`,
  required: () => 'is missing',
  type: ({ params }) => `must be ${[params.type].flat().map(typeWord).join(' or ')}`,
  uniqueItems: () => 'must not have the same entry twice',
}

/** Formats, whose fields have a description that says what they are for. */
export const formats: Record<string, string> = {
  byte: 'base64',
  date: 'a date such as 2026-12-31',
  'date-time': 'a time such as 2026-12-31T23:59:59Z',
  email: 'an e-mail address',
  uri: 'an address such as https://example.com',
  uuid: 'a UUID',
}

/**
 * The failure that a person reads, with its sentence: of a value that may have several forms that of the closest one.
 *
 * @param failures of one validation, as Ajv lists them: those of the forms before the one that says that none fits
 */
export function explain(failures: Failure[]): { path: string; sentence: string } {
  const last = failures.at(-1)!
  const failure = last.keyword === 'anyOf' ? closest(failures, last) : failures[0]!
  const { instancePath, params } = failure
  const beyond = params.additionalProperty ?? params.missingProperty
  const path = [instancePath.slice(1).replaceAll('/', '.'), beyond].filter(Boolean).join('.')
  return { path, sentence: sentences[failure.keyword]!(failure) }
}

/** A deeper failure than the union's: the value has the type of that form, and something in it is wrong. */
function closest(failures: Failure[], union: Failure): Failure {
  const depth = ({ instancePath }: Failure) => instancePath.split('/').length
  const others = failures.filter(({ keyword }) => keyword !== 'anyOf')
  const within = others.filter((one) => depth(one) > depth(union) || !['type', 'const', 'enum'].includes(one.keyword))
  return within.sort((a, b) => depth(b) - depth(a))[0] ?? union
}

function unionSentence({ parentSchema }: Failure): string {
  const forms = [...new Set((parentSchema?.anyOf ?? []).flatMap(formsOf))]
  return forms.length === 0 ? 'has none of the forms that it may have' : `must be ${listed(forms)}`
}

function formsOf(schema: Form): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(formsOf)
  if ('const' in schema) return [word(schema.const)]
  if (schema.enum) return schema.enum.map(word)
  return [schema.type].flat().flatMap((type) => (type ? [typeWord(type)] : []))
}

const listed = (forms: string[]) => (forms.length > 2 ? `one of ${forms.join(', ')}` : forms.join(' or '))
const word = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const typeWord = (type: unknown) => typeWords[String(type)] ?? String(type)
const count = (limit: unknown, one: string, many: string) => `${limit} ${limit === 1 ? one : many}`
const describedBy = ({ parentSchema }: Failure) => parentSchema?.description

const typeWords: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

type Form = { anyOf?: Form[]; const?: unknown; enum?: unknown[]; type?: string | string[] }
/** A failure reported by Ajv, with the schema that was not met. */
export type Failure = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  parentSchema?: Form & { description?: string }
}
