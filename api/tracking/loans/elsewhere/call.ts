import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { requestFrom } from '#messages/providers/request.ts'
import type { ApiContext } from '../../../context.ts'
import { AppError } from '../../../http/errors.ts'

/**
 * Asks an installation that lends a tracker. What it answers is limited in time and bytes, and must be of the schema;
 * redirects are not followed, and addresses in private networks refused.
 *
 * @throws {LenderError}
 */
export async function callLender<Answer extends TSchema>(
  { config }: Pick<ApiContext, 'config'>,
  { address, path, body, answer, most_bytes, timeout_ms, signal }: LenderCall<Answer>,
): Promise<Static<Answer>> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Ringfence' },
    body: JSON.stringify(body),
    allow_private: config.private_addresses,
    ...(most_bytes && { most_bytes }),
    ...(timeout_ms && { timeout_ms }),
    ...(signal && { signal }),
  }
  const { status, text, wait_s } = await requestFrom(`${address}/api/v1/${path}`, request).catch((error: Error) => {
    throw new LenderError(`It cannot be reached: ${error.message}`)
  })
  const said = parse(text)
  if (status < 200 || status >= 300) {
    // Only by its own words: a proxy in front of it may answer 404, too.
    const is_unknown = status === 404 && said?.code === 'not_found' && ['key', 'code'].includes(String(said.field))
    const reason = status < 400 ? `It answered ${status}; redirects are not followed` : `It answered ${status}`
    throw new LenderError(reason, { is_unknown, is_refusal: status >= 400 && status < 500 && status !== 429, wait_s })
  }
  const data = said?.data ?? null
  if (!Value.Check(answer, data)) throw new LenderError('Its answer cannot be read')
  return data as Static<Answer>
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The other installation is away, refuses, or answers what makes no sense. */
export class LenderError extends Error {
  /** Whether it says that it does not have the code or the key. */
  readonly is_unknown: boolean
  /** Whether the same request would be refused again. */
  readonly is_refusal: boolean
  readonly wait_s: number

  constructor(reason: string, { is_unknown = false, is_refusal = false, wait_s = 0 } = {}) {
    super(reason.slice(0, 300))
    this.is_unknown = is_unknown
    this.is_refusal = is_refusal
    this.wait_s = wait_s
  }
}

/** What the person reads who has asked for it. */
export function forPeople(error: unknown): never {
  if (!(error instanceof LenderError)) throw error
  if (error.is_unknown) throw new AppError('not_found', 'This code offers nothing, or not any more.', 'code')
  throw new AppError('not_possible', `The other installation does not help: ${error.message}. Please try again later.`)
}

type LenderCall<Answer extends TSchema> = {
  address: string
  path: string
  body: object
  answer: Answer
  most_bytes?: number
  timeout_ms?: number
  signal?: AbortSignal
}
