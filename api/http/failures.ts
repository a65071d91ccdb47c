import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { constraintOf, isCancelled, isUnavailable, violationOf } from '#db/errors.ts'
import { DamagedHistory } from '#db/history/errors.ts'
import type { Table } from '#db/tables/define_table.ts'
import { tables } from '#db/tables/index.ts'
import { AppError, type ErrorCode, wrong } from './errors.ts'
import { explain, type Failure } from './schemas/sentences.ts'

/** Turns every error into an answer of the error catalogue. Internal details are logged, not sent. */
export function addErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof DamagedHistory) request.log.error({ err: error }, 'a file of history cannot be read')
    const app_error = toAppError(error)
    if (app_error) return answer(reply, app_error)
    request.log.error({ err: error }, 'request failed')
    return answer(reply, new AppError('internal', `Something went wrong here. It has been noted as ${request.id}.`))
  })
}

function answer(reply: FastifyReply, { status, message, code, field, retry_after_s, moved_to }: AppError) {
  if (retry_after_s !== undefined) reply.header('retry-after', retry_after_s)
  return reply.code(status).send({ message, code, ...(field && { field }), ...(moved_to && { moved_to }) })
}

/** Maps an error to the error catalogue; null for an internal fault. */
export function toAppError(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error
  if (error.validation) {
    const { path, sentence } = explain(error.validation as Failure[])
    return new AppError('bad_request', `${path || error.validationContext}: ${sentence}.`, path)
  }
  if (error instanceof DamagedHistory) {
    const { day } = error as typeof error & DamagedHistory
    return new AppError('unavailable', `The history of ${day} cannot be read. Other days can.`)
  }
  const violation = violationOf(error)
  if (violation) return refusalOf(violation, constraintOf(error))
  if (isCancelled(error)) {
    return new AppError('unavailable', 'That took too long and was stopped. Please ask for less.')
  }
  if (isUnavailable(error)) return new AppError('unavailable')
  // Fastify's own sentence does not say what is supported.
  if (error.statusCode === 415) return new AppError('unsupported_media_type')
  return byStatus[error.statusCode ?? 0] ? new AppError(byStatus[error.statusCode!]!, error.message) : null
}

/** Maps a constraint violation to an error for the client. */
function refusalOf(violation: NonNullable<ReturnType<typeof violationOf>>, constraint: string): AppError {
  if (violation === 'unique') {
    const [code, field] = conflicts?.[constraint] ?? ['conflict', undefined]
    return new AppError(code, undefined, field)
  }
  if (violation === 'reference') {
    if (!constraint.endsWith('_organisation_id_fkey')) return new AppError('conflict') // The row was deleted in the meantime.
    return wrong('organisation_id', 'there is no such organisation.')
  }
  return new AppError('bad_request', valueSentences[violation])
}

const valueSentences = {
  range: 'A value is out of range.',
  text: 'The text holds a character that cannot be stored.',
  time: 'A time is out of range.',
}

const byStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  429: 'too_many_requests',
}

/** Unique constraints, with the error of their violation. */
const conflicts: Table['conflicts'] = Object.assign({}, ...tables.map((table: Table) => table.conflicts))
