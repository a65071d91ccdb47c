import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/**
 * Bodies are validated strictly; query strings are text and are coerced to the types of the schema. Unknown fields are
 * refused, not dropped.
 */
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
  // Rows are selected column by column already; response schemas are documentation.
  app.setSerializerCompiler(() => JSON.stringify)
}
