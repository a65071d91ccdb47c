import { create } from 'zustand'
import { paths } from '../paths.ts'
import type { Backend } from '../types.ts'

/**
 * The installation that this browser works with: the one that has served the page, or one of its list for another
 * region. The content security policy permits no others.
 */

const key = 'ringfence.backend'
const requestTimeoutMs = 10_000

/**
 * @property failed the name of the one that could not be reached when it was chosen
 * @property moved the sentence that says where the person's organisation is now
 */
export const useBackend = create<{ base: string; failed: string | null; moved: string | null }>(() => ({
  base: '',
  failed: null,
  moved: null,
}))

/** Works with the installation of the last visit, unless a link has opened the page. */
export const continueWithBackend = () => useBackend.setState({ base: backendBase() })

/** The address that requests begin with; '' is the page's own. */
export function backendBase(): string {
  // Modules that are tested outside of a browser import this.
  return isOpenedByLink() ? '' : storedBackend()
}

/** The address that is kept, also where a link has opened the page. */
export function storedBackend(): string {
  return globalThis.localStorage?.getItem(key) ?? ''
}

/**
 * Whether the page was opened by a link with a token, in a mail, shared, or of an identity provider. Its token is of the installation that has
 * made the link and serves the page, whichever one this browser works with otherwise.
 */
export function isOpenedByLink(): boolean {
  const path = globalThis.location?.pathname ?? ''
  return (
    path.endsWith('/token') ||
    path === paths.invitation() ||
    path === paths.signInLink() ||
    path === paths.providerSignIn() ||
    path.startsWith(paths.share(''))
  )
}

/** The origin that people and devices use. */
export const backendOrigin = () => backendBase() || location.origin

/** Whether the person, or their country, has decided; until they sign out. */
export const isDecided = () => localStorage.getItem(key) !== null

/**
 * Works with another installation from now on, if it answers. Nobody may be signed in: a session belongs to one.
 *
 * @returns whether it answers; if not, the page stays where it was, and `failed` names it
 */
export async function chooseBackend({ name, base }: Choice): Promise<boolean> {
  // Decided from now on: the visitor's country does not choose again, also if this one does not answer.
  localStorage.setItem(key, backendBase())
  const reached = base === '' || (await answers(base))
  if (reached) localStorage.setItem(key, base)
  useBackend.setState({ base: backendBase(), failed: reached ? null : name })
  return reached
}

/** Back to the page's own installation, at sign-out. */
export function forgetBackend() {
  localStorage.removeItem(key)
  useBackend.setState({ base: '', failed: null })
}

/** Continues with an installation after `forgetBackend`, when another session there follows. */
export function keepBackend(base: string) {
  if (base === '') return
  localStorage.setItem(key, base)
  useBackend.setState({ base })
}

/** Works with the installation that has taken the credentials. */
export function switchBackend(base: string) {
  if (base === backendBase()) return
  localStorage.setItem(key, base)
  useBackend.setState({ base, failed: null, moved: null })
}

/** The installations that credentials may be sent to: the present one first, then the others of the list. */
export function candidatesOf(choices: Choice[]): Choice[] {
  const base = backendBase()
  const first = choices.find((choice) => choice.base === base) ?? { name: '', base }
  return [first, ...choices.filter((choice) => choice.base !== base)]
}

/** Leaves a chosen installation that is no more in the list, or does not answer. For guests. */
export async function checkBackend(choices: Choice[]): Promise<void> {
  const base = backendBase()
  if (base === '') return
  const chosen = choices.find((choice) => choice.base === base)
  if (chosen && (await answers(base))) return
  forgetBackend()
  // Decided: the country of the visitor would choose the same again.
  localStorage.setItem(key, '')
  useBackend.setState({ failed: chosen?.name ?? new URL(base).host })
}

/**
 * What people choose from: this installation first, then the others of its list that are enabled.
 *
 * @param here what this one is called where the list does not name it
 * @param origin of the page
 */
export function choicesOf(backends: Backend[], here: string, origin: string): Choice[] {
  const enabled = backends.filter(({ enable }) => enable !== false)
  const own = enabled.find(({ baseURL }) => baseOf(baseURL) === origin)
  const others = enabled.filter((backend) => baseOf(backend.baseURL) !== origin)
  return [
    { name: own?.name ?? here, base: '' },
    ...others.map(({ name, baseURL }) => ({ name, base: baseOf(baseURL) })),
  ]
}

export const baseOf = (baseURL: string) => new URL(baseURL).origin

async function answers(base: string): Promise<boolean> {
  const response = await fetch(`${base}/api/v1/options`, { signal: AbortSignal.timeout(requestTimeoutMs) }).catch(
    () => null,
  )
  return response?.ok === true
}

/** @property base the origin; '' is the page's own */
export type Choice = { name: string; base: string }
