import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { mostBytes } from './bytes.ts'
import { tables } from './index.ts'

/** Columns of JSON that only the server writes, and what keeps them within limits. */
const written_by_us: Record<string, string> = {
  'fire_drill.lines': 'at most a thousand lines, whose texts have limits',
  'cpd_audit_draw.people': 'one id for each member, who have a quota',
  'cpd_audit_draw.drawn': 'some of the people',
  'cpd_result.numbers': 'a few numbers for each rule and category, which have quotas',
  'devplan.result': 'a line for each rule, with the records that counted: both have quotas',
  'devplan_report.content': 'the records of a cycle, whose number has a quota and whose texts have a schema',
  'job.input': 'what the request of the job has, whose lists have a maximum',
  'invoice.contact': 'a copy of a contact, whose columns have a schema',
  'invoice.issuer': 'a copy of the organisation and a theme, whose columns have a schema',
  'quote.lines': 'lines as they are offered, which were checked as those of an invoice: at most 200',
  'quote.contact': 'a copy of a contact, whose columns have a schema',
  'quote.issuer': 'a copy of the organisation and a theme, whose columns have a schema',
  'message.draft': 'ids and addresses of recipients, whose lists have a maximum in the body of a message',
  'provider_connection.settings': 'accounts and options of the connection, whose request has a schema',
  'provider_outbox.payload': 'a document, whose lines have a schema and a maximum',
  'provider_outbox.answer': 'ids and states of an answer, of which 16 MB are read',
  'provider_reference.rows': 'names and codes of an answer, of which 16 MB are read',
}

it('has a limit for each column of JSON, by its schema or in bytes', () => {
  const unlimited = tables.flatMap(({ name, columns }) =>
    Object.entries<TSchema>(columns).flatMap(([column, schema]) =>
      isJson(schema) && mostBytes(schema) === Number.POSITIVE_INFINITY ? [`${name}.${column}`] : [],
    ),
  )
  expect(unlimited.sort()).toEqual(Object.keys(written_by_us).sort())
})

it.each([
  [{ type: 'string', maxLength: 3 }, 14],
  [{ type: 'string' }, Infinity],
  [{ type: 'array', maxItems: 2, items: { type: 'boolean' } }, 14],
  [{ type: 'array', items: { type: 'boolean' } }, Infinity],
  [{ type: 'object', properties: { a: { anyOf: [{ const: 'x' }, { type: 'null' }] } } }, 11],
  [{ type: 'object' }, Infinity],
  [{ type: 'object', 'x-bytes': 4096 }, 4096],
  [{ type: 'object', maxProperties: 2, patternProperties: { '^a$': { enum: ['x', 'yyy'] } } }, 138],
  [{}, Infinity],
])('%j has at most %i bytes', (schema, bytes) => {
  expect(mostBytes(schema as TSchema)).toBe(bytes)
})

function isJson(schema: TSchema): boolean {
  const forms = (schema as { anyOf?: TSchema[] }).anyOf ?? [schema]
  return forms.some((form) => 'x-jsonb' in form || (form as { type?: string }).type === 'object')
}
