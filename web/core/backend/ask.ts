import { ApiError, createClient } from '#api/client.ts'
import type { Choice } from './backend.ts'

/** Installations that are asked, at most. */
export const MAX_ASKED = 16
const requestTimeoutMs = 10_000

/**
 * Asks installations, one after the other, until one does not answer that the credentials are wrong: an account is at
 * one of them, and people need not know at which. Only this browser sends the password, and only to installations of
 * the list of the one that has served the page; each counts wrong guesses by itself.
 *
 * @param candidates the one to ask first, then the others
 * @param send makes the request, and gives up when the signal says so
 * @returns the answer, and whose it is
 * @throws what the first has answered, unless one knows where the organisation has moved to, or was not wrong; with
 *   `by`, whose answer it is, and `unreachable`, the names of those that did not answer
 */
export async function askEach<T>(
  candidates: Choice[],
  send: (base: string, signal: AbortSignal) => Promise<T>,
): Promise<{ answer: T; by: Choice }> {
  const refusals: { error: unknown; by: Choice }[] = []
  const unreachable: string[] = []
  for (const by of candidates.filter(isSafe).slice(0, MAX_ASKED)) {
    try {
      return { answer: await send(by.base, AbortSignal.timeout(requestTimeoutMs)), by }
    } catch (error) {
      refusals.push({ error, by })
      if (!(error instanceof ApiError)) unreachable.push(by.name)
      else if (!asksOthers(error)) break
    }
  }
  const answers = refusals.filter(({ error }) => error instanceof ApiError) as { error: ApiError; by: Choice }[]
  const decisive =
    answers.find(({ error }) => !asksOthers(error)) ??
    answers.find(({ error }) => error.code === 'organisation_moved') ??
    answers[0] ??
    refusals[0]
  if (!decisive) throw new AskedError(new Error('Passwords are sent over https.'), candidates[0]!, unreachable)
  throw new AskedError(decisive.error, decisive.by, unreachable)
}

/** No installation has taken the credentials. */
export class AskedError extends Error {
  override name = 'AskedError'
  readonly by: Choice
  readonly unreachable: string[]
  constructor(cause: unknown, by: Choice, unreachable: string[]) {
    super('No installation has taken the credentials.', { cause })
    this.by = by
    this.unreachable = unreachable
  }
}

/** Sends the same to every installation; what others answer is not waited for, since only one has the account. */
export async function tellEach(candidates: Choice[], path: string, body: object): Promise<void> {
  const [first, ...others] = candidates.filter(isSafe).slice(0, MAX_ASKED)
  if (!first) throw new Error('Requests for a password are sent over https.')
  for (const { base } of others)
    clientOf(base, AbortSignal.timeout(requestTimeoutMs))
      .call('POST', path, body)
      .catch(() => {})
  await clientOf(first.base).call('POST', path, body)
}

/** A client without the session's token, which is of one installation. */
export const clientOf = (base: string, signal?: AbortSignal) =>
  createClient({ base, retries: 0, fetch: (input, init) => fetch(input, { ...init, ...(signal && { signal }) }) })

/** A code that is asked for, a limit or a blocked account is an answer of the installation that has the account. */
const asksOthers = ({ status, code }: ApiError) =>
  (status === 401 && code === 'wrong_credentials') || code === 'organisation_moved'

/** Passwords are sent over https, or within this machine. */
function isSafe({ base }: Choice): boolean {
  if (base === '') return true
  const { protocol, hostname } = new URL(base)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
