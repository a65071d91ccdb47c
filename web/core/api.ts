import { ApiError, createClient, type Query, type Row } from '#api/client.ts'
import { backendBase, storedBackend, useBackend } from './backend/backend.ts'
import { token } from './token.ts'
import type {
  Alert,
  AlertSummary,
  MapSettings,
  Options,
  SignedIn,
  Task,
  UrgentTracker,
  UserConfig,
  Website,
} from './types.ts'

/** The typed client, for generic lists and forms. */
export const client = createClient({
  token: () => (backendBase() === storedBackend() ? token.read() : null),
  base: backendBase,
  // Another installation's version says nothing about the page, which is of this one.
  on_answer: ({ headers }) => backendBase() === '' && noteVersion(headers.get('x-ringfence-version')),
})
/** To the installation that has served the page, and without the token, which may have expired. */
const byCookie = createClient()
const page = 1000

/** API calls of screens, by name. */
export const api = {
  signIn: (body: Credentials) => one<SignedIn>('POST', 'user/signin', body),
  signOut: () => one<null>('POST', 'user/signout', {}),
  /** Renews the session that this browser keeps, by its cookie. */
  refresh: async (): Promise<SignedIn> => (await byCookie.call<{ data: SignedIn }>('POST', 'user/refresh', {})).data,
  /** Ends that session. */
  forget: () => byCookie.call('POST', 'user/forget', {}),
  website: (organisation_id?: number) =>
    one<Website>('GET', 'website', { ...(organisation_id !== undefined && { organisation_id }) }),
  options: () => one<Options>('GET', 'options'),
  /** Of the installation that has served the page: its version, and the list of the others. */
  ownOptions: async (): Promise<Options> => (await byCookie.call<{ data: Options }>('GET', 'options')).data,
  /** As the page's own content security policy permits them. */
  map: async (): Promise<MapSettings> => (await byCookie.call<{ data: MapSettings }>('GET', 'map')).data,
  /** The first trackers, and the number of all; above ten thousand an estimate. */
  firstTrackers: async (organisation_id: number): Promise<{ rows: Row<'tracker'>[]; total: number }> => {
    const { data, info } = await guarded(client.list('tracker', { organisation_id, sort: 'name', limit: 100 }))
    return { rows: data, total: info.total }
  },
  trackers: (organisation_id: number) => all('tracker', { organisation_id, sort: 'name' }),
  /** A page of trackers, sorted by name; 100 by default. */
  findTrackers: (query: Query<'tracker'>) => guarded(client.list('tracker', { sort: 'name', limit: 100, ...query })),
  /** With their areas: large ones are not in the list. */
  boundaries: async (organisation_id: number) => withAreas(await all('boundary', { organisation_id })),
  /** Without offline trackers, whose presence says so. */
  openAlerts: (organisation_id: number): Promise<Alert[]> =>
    all('alert', { organisation_id, open: true, kinds: ['left_boundary', 'entered_boundary', 'alarm'] }),
  /** The number of alerts of each kind since a time, and the newest of them. */
  alertSummary: (organisation_id: number, from: string) =>
    guarded(one<AlertSummary>('GET', 'alerts/summary', { organisation_id, from })),
  /** Trackers that are outside or offline, the latest first. */
  urgentTrackers: (organisation_id: number) =>
    guarded(one<UrgentTracker[]>('GET', 'trackers/urgent', { organisation_id })),
  /** What waits for an administrator; messages from this time on. */
  tasks: (organisation_id: number, from: string) => guarded(one<Task[]>('GET', 'tasks', { organisation_id, from })),
  /** The boundaries that contain one, so that leaving it alone raises no alert. */
  containingBoundaries: (id: number) =>
    one<{ id: number; name: string; is_scheduled: boolean }[]>('GET', 'boundary/containing', { id }),
  /** The positions that a boundary of the person may have. */
  boundaryLimit: async (organisation_id: number) =>
    (await guarded(one<{ positions: number }>('GET', 'boundary/limits', { organisation_id }))).positions,
  simplifyBoundary: (body: { organisation_id: number; geometry: object }) =>
    guarded(one<SimplifiedArea>('POST', 'boundary/simplify', body)),
  importBoundaries: (body: object) => guarded(one<ImportResult[]>('POST', 'boundary/import', body)),
  events: (tracker_id: number, from: string, to: string) =>
    all('trackerevent', { tracker_id, from, to, sort: 'fix_at' }),
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
  return error instanceof ApiError ? error.message : null
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

async function one<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const { data } = await client.call<{ data: T }>(method, path, body)
  return data
}

/** All rows, page by page. */
async function all<N extends Name>(name: N, query: Query<N>): Promise<Row<N>[]> {
  const rows: Row<N>[] = []
  for (;;) {
    const { data, info } = await guarded(client.list(name, { ...query, limit: page, offset: rows.length }))
    rows.push(...data)
    if (data.length < page || rows.length >= info.total) return rows
  }
}

/** Large areas that were read: they are read again when they have changed. */
const areas = new Map<number, Row<'boundary'>>()

async function withAreas(boundaries: Row<'boundary'>[]): Promise<Row<'boundary'>[]> {
  const complete: Row<'boundary'>[] = []
  for (const boundary of boundaries) {
    const known = areas.get(boundary.id)
    if (boundary.geometry) complete.push(boundary)
    else if (known?.modified_at === boundary.modified_at) complete.push({ ...boundary, geometry: known.geometry })
    else complete.push(await readArea(boundary))
  }
  return complete
}

/** One that was removed in the meantime stays without an area. */
async function readArea(boundary: Row<'boundary'>): Promise<Row<'boundary'>> {
  try {
    const { data } = await guarded(client.read('boundary', boundary.id))
    areas.set(boundary.id, data)
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return boundary
    throw error
  }
}

export type SimplifiedArea = {
  geometry: { type: 'MultiPolygon'; coordinates: number[][][][] }
  positions: number
  /** How far the outlines lie apart at most, in metres. */
  error_m: number
}
export type ImportResult = {
  name: string
  id: number | null
  refused: { status: number; message: string; field?: string } | null
}
type Name = Parameters<typeof client.list>[0]
type Credentials = { username: string; password: string; code?: string; keep?: boolean } | { token: string }
