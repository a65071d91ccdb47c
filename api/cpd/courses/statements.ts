import { AppError, wrong } from '../../http/errors.ts'

/** Of one request. */
export const MOST_STATEMENTS = 100

/** That a person has completed a course. */
export type Completion = {
  course_iri: string
  person: Person
  /** Null where the statement does not say when: it was now. */
  at: string | null
}
/** By an address, or by the name of an account at a site. */
export type Person = { email: string } | { account: string; site: string }
export type Statement = { id: string | null; completion: Completion | null }

/**
 * What xAPI statements say of completed courses. Other verbs, courses that were failed, groups, and what is not about an
 * activity are no completions, and no errors: course sites report all that happens there.
 *
 * @throws {AppError} bad_request for an invalid statement, with its field
 * @source https://github.com/adlnet/xAPI-Spec/blob/1.0.3/xAPI-Data.md
 */
export function readStatements(body: unknown): Statement[] {
  const list = Array.isArray(body) ? body : [body]
  if (list.length > MOST_STATEMENTS)
    throw new AppError('bad_request', `At most ${MOST_STATEMENTS} statements are taken at once.`)
  return list.map((one, i) => readStatement(one, Array.isArray(body) ? `${i}.` : ''))
}

function readStatement(one: unknown, path: string): Statement {
  const statement = objectIn(one, path.slice(0, -1) || 'statement')
  const { id = null, timestamp = null, result = {} } = statement
  if (id !== null && !(typeof id === 'string' && UUID.test(id))) throw wrong(`${path}id`, 'is not a UUID.')
  const person = personIn(objectIn(statement.actor, `${path}actor`), `${path}actor`)
  const verb = objectIn(statement.verb, `${path}verb`).id
  if (!isIri(verb)) throw wrong(`${path}verb.id`, 'is not an IRI.')
  if (verb === VOIDED) {
    throw wrong(`${path}verb.id`, 'statements are not voided here: an attendance is taken back by an administrator.')
  }
  const object = objectIn(statement.object, `${path}object`)
  const at = timeIn(timestamp, `${path}timestamp`)
  const { success, completion } = objectIn(result, `${path}result`)
  const is_done = COMPLETED.has(verb) && success !== false && completion !== false
  const { objectType = 'Activity', id: course_iri } = object
  const is_course = objectType === 'Activity'
  if (is_course && !isIri(course_iri)) throw wrong(`${path}object.id`, 'is not an IRI.')
  const is_completion = is_done && is_course && person
  return { id, completion: is_completion ? { course_iri: course_iri as string, person, at } : null }
}

/** Null for whom no address and no account names: hashed addresses, OpenIDs and groups. */
function personIn({ objectType = 'Agent', mbox, account, mbox_sha1sum, openid }: Json, path: string): Person | null {
  if (objectType !== 'Agent') return null
  const names = [mbox, account, mbox_sha1sum, openid].filter((name) => name !== undefined)
  if (names.length !== 1) throw wrong(path, 'has to have one of mbox, account, mbox_sha1sum and openid.')
  if (mbox !== undefined) {
    const [, email] = (typeof mbox === 'string' && /^mailto:(\S{3,320})$/i.exec(mbox)) || []
    if (!email) throw wrong(`${path}.mbox`, 'is not an address that begins with mailto:.')
    return { email }
  }
  if (account === undefined) return null
  const { name, homePage } = objectIn(account, `${path}.account`)
  if (typeof name !== 'string' || name === '') throw wrong(`${path}.account.name`, 'is missing.')
  if (!isIri(homePage)) throw wrong(`${path}.account.homePage`, 'is not an IRI.')
  return { account: name, site: homePage }
}

function timeIn(value: unknown, path: string): string | null {
  if (value === null) return null
  const is_time = typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
  if (!is_time) throw wrong(path, 'is not a time of ISO 8601 with its zone.')
  return new Date(value).toISOString()
}

function objectIn(value: unknown, path: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw wrong(path, 'is not an object.')
}

const isIri = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 1000 && /^[a-z][a-z0-9+.-]*:\S+$/i.test(value)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/i
const COMPLETED = new Set(['completed', 'passed'].map((verb) => `http://adlnet.gov/expapi/verbs/${verb}`))
const VOIDED = 'http://adlnet.gov/expapi/verbs/voided'

type Json = Record<string, unknown> & { id?: unknown }
