import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/** Bodies are taken as they are; query strings are text and are read as what the schema wants. Nothing is dropped. */
export function addValidation(app: FastifyInstance): void {
  const options = {
    allErrors: false,
    removeAdditional: false,
    useDefaults: false,
    strict: false,
    verbose: true,
  } as const
  const body = formats.default(new Ajv(options))
  const text = formats.default(new Ajv({ ...options, coerceTypes: 'array' }))
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? body : text).compile(schema as object))
  // Rows are picked column by column already; the schemas of answers are documentation.
  app.setSerializerCompiler(() => JSON.stringify)
}
