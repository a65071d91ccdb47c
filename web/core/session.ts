import { create } from 'zustand'
import { ApiError } from '#api/client.ts'
import { api, endReads, isMoved, isUnauthorised, onSecondFactorRequired, onUnauthorised, post } from './api.ts'
import { type AskedError, askEach, clientOf } from './backend/ask.ts'
import {
  backendBase,
  type Choice,
  forgetBackend,
  isOpenedByLink,
  keepBackend,
  storedBackend,
  switchBackend,
  useBackend,
} from './backend/backend.ts'
import { forgetTray, wantTray } from './jobs/tray.ts'
import { queries } from './queries.ts'
import { queryKeys } from './queryKeys.ts'
import { kept, keptUser, sessionIn, token } from './token.ts'
import type { SignedIn, User } from './types.ts'

const renewEvery = 30 * 60_000
/** Milliseconds between attempts while the server is unreachable. */
const retryEvery = 15_000
const resumeEvery = 5000
const organisationKey = 'ringfence.organisation'

export const useSession = create<Session>(() => ({
  status: 'out',
  user: null,
  organisation_id: null,
  session_id: null,
  unreachable: false,
}))

/**
 * Signs in at the first of the installations that takes the credentials, and works with that one.
 *
 * @param candidates the installation to ask first, then the others of the list
 * @param keep whether this browser keeps the session for some weeks
 * @param code of the authenticator app, once the installation requires it: it is sent to the first only
 * @throws {AskedError}
 */
export async function signIn({ candidates, username, password, keep, code }: Credentials) {
  // The cookie of another region's installation would not be sent from here.
  const keeps = (base: string) => keep && base === ''
  const asked = askEach(code ? candidates.slice(0, 1) : candidates, async (base, signal) => {
    const body = { username, password, keep: keeps(base), ...(code && { code }) }
    return (await clientOf(base, signal).call<{ data: SignedIn }>('POST', 'user/signin', body)).data
  })
  const { answer, by } = await asked.catch((error: AskedError) => {
    // The code that it asks for is sent to the same.
    if (error.cause instanceof ApiError && error.cause.code === 'totp_required') switchBackend(error.by.base)
    throw error
  })
  switchBackend(by.base)
  kept.write(keeps(by.base))
  enter(answer)
}

/** Whether the session is another installation's than the link's that has opened the page. It is left as it is. */
function isElsewhere(): boolean {
  return isOpenedByLink() && storedBackend() !== ''
}

/** Signs in by a link that the server's start has printed. */
export async function signInByLink(link: string) {
  const { data } = await post<SignedIn>('user/signin/link', { token: link })
  enter(data)
}

/**
 * Signs in by the answer of an identity provider, or connects the account there with the person's.
 *
 * @param keep whether this browser keeps the session
 */
export async function signInByProvider(body: object, keep: boolean) {
  const { data } = await post<SignedIn>('user/signin/provider/finish', body)
  if (useSession.getState().status !== 'in') kept.write(keep)
  enter(data)
}

/**
 * Signs in with the stored token. When the server is unreachable, the token is kept, and the page opens for the user of
 * the last visit.
 */
export async function restore() {
  const stored = token.read()
  if (!stored && !kept.read()) return signOut()
  try {
    const signedIn = await renew(stored)
    // Signed out while the request ran: stays signed out.
    if (token.read()) enter(signedIn)
  } catch (error) {
    if (isUnauthorised(error)) return signOut()
    if (isMoved(error)) {
      signOut()
      return useBackend.setState({ moved: error.message })
    }
    if (useSession.getState().user) return useSession.setState({ unreachable: true })
    const last = stored && keptUser.read(stored)
    if (last) open(last)
    useSession.setState({ status: last ? 'in' : 'failed', unreachable: true })
  }
}

/** Renews the session by its token, or, if this browser keeps it, by the cookie. */
async function renew(stored: string | null): Promise<SignedIn> {
  try {
    if (stored) return (await begunEarly(stored)) ?? (await api.signIn({ token: stored }))
  } catch (error) {
    if (!isUnauthorised(error) || !kept.read()) throw error
  }
  return oneTabAtATime(async () => {
    const fresh = token.read()
    if (fresh && fresh !== stored) return api.signIn({ token: fresh })
    const signedIn = await api.refresh()
    // For the tabs that wait.
    if (kept.read()) token.write(signedIn.token)
    return signedIn
  })
}

/** Takes the renewal that `early.ts` began, once. Null where it did not begin one or it failed. */
async function begunEarly(stored: string): Promise<SignedIn | null> {
  const begun = window.ringfenceRenewal
  window.ringfenceRenewal = undefined
  if (begun?.token !== stored || backendBase() !== '') return null
  return ((await begun.answer) as { data: SignedIn } | null)?.data ?? null
}

/** Each use replaces the cookie. Browsers have locks over https and on localhost; elsewhere the server bears with it. */
function oneTabAtATime<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('ringfence.refresh', run) as Promise<T>) : run()
}

/**
 * Ends the session here and on the server. When the server is unreachable, the token expires within the hour, and a
 * kept session is ended once it answers.
 */
export function leave() {
  const was_kept = kept.read()
  endReads()
  if (token.read()) api.signOut().then(goToProvider, () => {})
  for (const listener of leaving) listener()
  signOut()
  if (!was_kept) return
  kept.forget()
  forgetKept()
}

/** Signs out there, too, where the provider of the session is set up so. */
function goToProvider({ provider_url }: { provider_url: string | null }) {
  if (provider_url) location.assign(provider_url)
}

function forgetKept() {
  api.forget().then(kept.forgotten, () => {})
}

/** Registers a callback for signing out here, called before the session is cleared. */
export const onLeave = (listener: () => void) => void leaving.push(listener)
const leaving: (() => void)[] = []

/**
 * What this browser holds of the person and the server has not got: a domain that keeps such things says how they are
 * counted and dropped, so that signing out asks first.
 */
export function keepsUnsent(of: Unsent): void {
  unsent = of
}
let unsent: Unsent | null = null

export const countUnsent = async (): Promise<number> => (unsent ? unsent.count() : 0)
export const dropUnsent = async (): Promise<void> => unsent?.drop()

export function signOut() {
  token.clear()
  keptUser.clear()
  kept.clear()
  forgetBackend()
  queries.clear()
  forgetTray()
  useSession.setState({ status: 'out', user: null, organisation_id: null, session_id: null, unreachable: false })
}

/**
 * Registers by the link of an invitation, signs in, and opens its organisation.
 *
 * @param organisation_id the one to open, if it was joined
 */
export async function registerByInvitation(body: object, organisation_id: number) {
  const { data } = await post<SignedIn>('invitation/register', body)
  localStorage.setItem(organisationKey, String(organisation_id))
  useSession.setState({ organisation_id })
  enter(data)
}

/** Accepts an invitation and switches to its organisation. */
export async function acceptInvitation(invitation: string) {
  const { data } = await post<{ organisation_id: number }>('invitation/accept', { token: invitation })
  localStorage.setItem(organisationKey, String(data.organisation_id))
  useSession.setState({ organisation_id: data.organisation_id })
  await restore()
}

/** Signs in as another user, until signing out. */
export async function impersonate(id: number): Promise<User> {
  const { data } = await post<SignedIn>('user/impersonate', { id })
  const base = backendBase()
  leave()
  keepBackend(base)
  enter(data)
  return data.user
}

export function chooseOrganisation(id: number) {
  localStorage.setItem(organisationKey, String(id))
  useSession.setState({ organisation_id: id })
}

/** Whether there is a session to restore, before anything is shown. */
export function expectSession() {
  if ((token.read() || kept.read()) && !isElsewhere()) useSession.setState({ status: 'restoring' })
}

/** Restores the session and renews its token, which lives one hour, while the page is open. */
export function keepSession() {
  onUnauthorised(() => (kept.read() ? resume() : signOut()))
  onSecondFactorRequired(() => !useSession.getState().user?.second_factor_required && restore())
  token.onOther(followOtherTab)
  if ((token.read() || kept.read()) && !isElsewhere()) restore()
  if (kept.mustForget()) forgetKept()
  setInterval(() => useSession.getState().status === 'in' && restore(), renewEvery)
  const retry = () => useSession.getState().unreachable && restore()
  setInterval(retry, retryEvery)
  addEventListener('online', () => {
    retry()
    if (kept.mustForget()) forgetKept()
  })
}

/** A request was refused, as after a night with the lid closed. Once: what is refused again stays refused. */
async function resume() {
  if (resuming) return
  resuming = true
  await restore()
  if (useSession.getState().status === 'in') await queries.invalidateQueries()
  setTimeout(() => {
    resuming = false
  }, resumeEvery)
}
let resuming = false

/** All tabs share the token: signing out or impersonating in one applies to all. */
function followOtherTab() {
  const theirs = token.read()
  if (!theirs) return signOut()
  // The same session with a renewed token.
  if (sessionIn(theirs) === useSession.getState().session_id) return
  queries.clear()
  forgetTray()
  useSession.setState({ status: 'restoring', user: null, organisation_id: null, session_id: null, unreachable: false })
  restore()
}

function enter({ user, token: fresh, session_id, ...firstPage }: SignedIn) {
  const back = useSession.getState().unreachable
  token.write(fresh)
  keptUser.write({ user, session_id })
  fillCaches(user, firstPage)
  open({ user, session_id })
  // What failed to load before.
  if (back) queries.invalidateQueries()
}

function open({ user, session_id }: Pick<SignedIn, 'user' | 'session_id'>) {
  const ids = user.memberships.map((membership) => membership.organisation_id)
  const preferred = useSession.getState().organisation_id ?? Number(localStorage.getItem(organisationKey))
  const organisation_id = ids.includes(preferred) ? preferred : (ids[0] ?? null)
  useSession.setState({ status: 'in', user, organisation_id, session_id, unreachable: false })
}

/** What came with the sign-in is not requested again. */
function fillCaches(user: User, { settings, notifications, unread, has_jobs }: FirstPage) {
  // Until then the server sends nothing of it.
  if (user.password_change_required || user.second_factor_required) return
  for (const { organisation_id } of user.memberships) {
    const own = settings.find((each) => each.organisation_id === organisation_id) ?? null
    queries.setQueryData(queryKeys.userConfig(organisation_id, user.id), own)
  }
  queries.setQueryData(queryKeys.currentNotifications(user.id), notifications)
  queries.setQueryData(queryKeys.unread(user.id), unread)
  if (has_jobs) wantTray()
}

type Credentials = {
  candidates: Choice[]
  username: string
  password: string
  keep: boolean
  code?: string | undefined
}
type Unsent = { count(): Promise<number>; drop(): Promise<void> }
type FirstPage = Pick<SignedIn, 'settings' | 'notifications' | 'unread' | 'has_jobs'>
export type Session = {
  status: 'restoring' | 'in' | 'out' | 'failed'
  user: User | null
  organisation_id: number | null
  /** Id of the session. */
  session_id: number | null
  /** Whether the last attempt to renew the session found no server. */
  unreachable: boolean
}
