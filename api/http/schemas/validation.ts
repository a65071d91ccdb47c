import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.ts'
import { checkJsonSize } from './json_size.ts'
import { explain, type Failure } from './sentences.ts'

const options = {
  allErrors: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  verbose: true,
  // More than half of the time that compiling takes; the code runs as fast.
  code: { optimize: false },
} as const
// Ajv keeps what it has compiled by schema: servers of one process share it.
const body = formats.default(new Ajv(options))
const text = formats.default(new Ajv({ ...options, coerceTypes: 'array' }))

/**
 * Bodies are validated strictly; query strings are text and are coerced to the types of the schema. Unknown fields are
 * refused, not dropped.
 */
export function addValidation(app: FastifyInstance, check_answers = false): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // Compiled with the first request: the schemas of all routes take half a second, which every start would wait for.
    let validate: ValidateFunction | undefined
    return (data) => {
      validate ??= (httpPart === 'body' ? body : text).compile(schema as object)
      if (!validate(data)) return { error: validate.errors! }
      return (httpPart === 'body' && jsonSizeProblem(schema as TSchema, data)) || true
    }
  })
  // Rows are selected column by column already; response schemas are documentation.
  app.setSerializerCompiler(({ schema, method, url }) => {
    if (!check_answers) return JSON.stringify
    let validate: ValidateFunction | undefined
    return (answer) => {
      const text = JSON.stringify(answer)
      validate ??= body.compile(schema as object)
      if (validate(JSON.parse(text))) return text
      const { path, sentence } = explain(validate.errors as Failure[])
      throw new AppError('internal', `The answer of ${method} ${url} is not as declared: ${path} ${sentence}.`)
    }
  })
}

/** Of what the schema leaves open. */
function jsonSizeProblem(schema: TSchema, body: unknown): { error: AppError } | null {
  try {
    checkJsonSize(schema, body)
    return null
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}
