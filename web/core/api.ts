import { ApiError, createClient, type Query, type Row } from '#api/client.ts'
import { backendBase, storedBackend, useBackend } from './backend/backend.ts'
import { fetchOrTake } from './earlyAnswer.ts'
import { token } from './token.ts'
import type { Options, SignedIn, UserConfig, Website } from './types.ts'

/** The typed client, for generic lists and forms. */
export const client = createClient({
  token: () => (backendBase() === storedBackend() ? token.read() : null),
  base: backendBase,
  fetch: fetchOrTake,
  signal: () => reading.signal,
  // Another installation's version says nothing about the page, which is of this one.
  on_answer: ({ headers }) => backendBase() === '' && noteVersion(headers.get('x-ringfence-version')),
})
/** Of the reads that are under way. */
let reading = new AbortController()

/** Ends the reads of the person who signs out: those answered after the session's end would be refused. */
export function endReads() {
  reading.abort()
  reading = new AbortController()
}

/** To the installation that has served the page, and without the token, which may have expired. */
export const byCookie = createClient()
const page = 1000

/** API calls of screens, by name. */
export const api = {
  signIn: (body: Credentials) => one<SignedIn>('POST', 'user/signin', body),
  signOut: () => one<{ provider_url: string | null }>('POST', 'user/signout', {}),
  /** Renews the session that this browser keeps, by its cookie. */
  refresh: async (): Promise<SignedIn> => (await byCookie.call<{ data: SignedIn }>('POST', 'user/refresh', {})).data,
  /** Ends that session. */
  forget: () => byCookie.call('POST', 'user/forget', {}),
  website: (organisation_id?: number) =>
    one<Website>('GET', 'website', { ...(organisation_id !== undefined && { organisation_id }) }),
  options: () => one<Options>('GET', 'options'),
  /** Of the installation that has served the page: its version, and the list of the others. */
  ownOptions: async (): Promise<Options> => (await byCookie.call<{ data: Options }>('GET', 'options')).data,
  userConfig: async (organisation_id: number, user_id: number): Promise<UserConfig | null> =>
    (await guarded(client.list('userconfig', { organisation_id, user_id, limit: 1 }))).data[0] ?? null,
  saveUserConfig: (body: Partial<UserConfig>) => guarded(post<UserConfig>('userconfig/save', body)),
}

/** Submits a form of the account pages. @returns the server's message, if any */
export async function post<T = null>(path: string, body: object): Promise<{ data: T; message?: string }> {
  return client.call('POST', path, body)
}

export function isUnauthorised(error: unknown): boolean {
  return error instanceof ApiError && [401, 469, 470].includes(error.status)
}

/** Whether all organisations of the person are at another installation now. */
export function isMoved(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'organisation_moved'
}

/** The server's error message, if any. */
export function sentenceOf(error: unknown): string | null {
  return error instanceof ApiError ? inWords(error) : null
}

/** A refusal that begins with the name of a field, as programs read it: `locked_until: must not be in the future.` */
export function inWords({ message, field }: ApiError): string {
  if (!field || !message.startsWith(`${field}: `)) return message
  const words = field.replace(/_id$/, '').replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${message.slice(field.length)}`
}

let noteVersion = (_version: string | null) => {}
let unauthorised = () => {}
let secondFactorRequired = () => {}

/** Handler for the server's version, which comes with each answer. */
export function onVersion(run: (version: string | null) => void) {
  noteVersion = run
}

/** Handler for a session that the server rejects. */
export function onUnauthorised(run: () => void) {
  unauthorised = run
}

/** Handler for a second factor that has become required during the session. */
export function onSecondFactorRequired(run: () => void) {
  secondFactorRequired = run
}

/** Wraps a request that needs a session: when it is rejected, the person is asked to sign in. */
export async function guarded<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (isMoved(error)) useBackend.setState({ moved: error.message })
    if (isUnauthorised(error) || isMoved(error)) unauthorised()
    if (error instanceof ApiError && error.code === 'second_factor_required') secondFactorRequired()
    throw error
  }
}

/** What a call answers. */
export async function one<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const { data } = await client.call<{ data: T }>(method, path, body)
  return data
}

/** All rows, page by page. */
export async function all<N extends Name>(name: N, query: Query<N>): Promise<Row<N>[]> {
  const rows: Row<N>[] = []
  for (;;) {
    const { data, info } = await guarded(client.list(name, { ...query, limit: page, offset: rows.length }))
    rows.push(...data)
    if (data.length < page || rows.length >= info.total) return rows
  }
}

type Name = Parameters<typeof client.list>[0]
type Credentials = { username: string; password: string; code?: string; keep?: boolean } | { token: string }
