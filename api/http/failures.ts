import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { constraintOf, isCancelled, isUnavailable, violationOf } from '#db/errors.ts'
import { AppError, type ErrorCode } from './errors.ts'

/** Turns whatever is thrown into an answer of the error catalogue. Nothing of the inside gets out. */
export function addErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error)
    if (known) return answer(reply, known)
    request.log.error({ err: error }, 'request failed')
    return answer(reply, new AppError('internal'))
  })
}

function answer(reply: FastifyReply, { status, message, code, field, retry_after_s }: AppError) {
  if (retry_after_s !== undefined) reply.header('retry-after', retry_after_s)
  return reply.code(status).send({ message, code, ...(field && { field }) })
}

/** The error of the catalogue that something thrown stands for; null for a fault of our own. */
export function toAppError(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error
  if (error.validation) {
    const { instancePath, params } = error.validation[0]!
    const extra = params.additionalProperty ?? params.missingProperty
    const field = [instancePath.slice(1).replaceAll('/', '.'), extra].filter(Boolean).join('.')
    return new AppError('bad_request', `${field || error.validationContext}: ${reasonOf(error.validation[0]!)}.`, field)
  }
  const violation = violationOf(error)
  if (violation) return refusalOf(violation, constraintOf(error))
  if (isCancelled(error)) {
    return new AppError('unavailable', 'That took too long and was stopped. Please ask for less.')
  }
  if (isUnavailable(error)) return new AppError('unavailable')
  return byStatus[error.statusCode ?? 0] ? new AppError(byStatus[error.statusCode!]!, error.message) : null
}

/** What the database refuses, in words for whoever asked. */
function refusalOf(violation: NonNullable<ReturnType<typeof violationOf>>, constraint: string): AppError {
  if (violation === 'unique') {
    const [code, field] = conflicts[constraint] ?? ['conflict', undefined]
    return new AppError(code, undefined, field)
  }
  if (violation === 'reference') {
    if (!constraint.endsWith('_organisation_id_fkey')) return new AppError('conflict') // It has gone meanwhile.
    return new AppError('bad_request', 'organisation_id: there is no such organisation.', 'organisation_id')
  }
  return new AppError('bad_request', sentences[violation])
}

const sentences = {
  range: 'A value is out of range.',
  text: 'The text holds a character that cannot be stored.',
  time: 'A time is out of range.',
}

/** What text has to look like is said in the schema's own words, not as a pattern. */
function reasonOf({ keyword, message, params, parentSchema }: Failed): string {
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
  const described = keyword === 'pattern' || keyword === 'format' ? parentSchema?.description : undefined
  return described ? `must be ${described}` : (message ?? 'is not as it should be')
}

const byStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
}

/** Unique constraints, and what breaking them means. */
const conflicts: Record<string, [ErrorCode, string]> = {
  invitation_email: ['email_conflict', 'email'],
  location_name: ['name_conflict', 'name'],
  membership_pkey: ['conflict', 'user_id'],
  organisation_name: ['name_conflict', 'name'],
  report_config_name: ['name_conflict', 'name'],
  tracker_canonical_number: ['number_conflict', 'number'],
  tracker_number_key: ['number_conflict', 'number'],
  user_account_username: ['username_conflict', 'username'],
  user_account_email: ['email_conflict', 'email'],
}

/** As Ajv tells it, with the part of the schema that was not met. */
type Failed = NonNullable<FastifyError['validation']>[number] & { parentSchema?: { description?: string } }
