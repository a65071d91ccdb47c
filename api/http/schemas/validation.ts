import { Ajv, type ValidateFunction } from 'ajv'
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
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // Compiled with the first request: the schemas of all routes take half a second, which every start would wait for.
    let validate: ValidateFunction | undefined
    return (data) => {
      validate ??= (httpPart === 'body' ? body : text).compile(schema as object)
      return validate(data) || { error: validate.errors! }
    }
  })
  // Rows are selected column by column already; response schemas are documentation.
  app.setSerializerCompiler(() => JSON.stringify)
}
