import { create } from 'zustand'
import { api, onVersion } from './api.ts'

const checkEvery = 30 * 60_000

/** Whether the server has a newer build than this page. */
export const useVersion = create<{ outdated: boolean }>(() => ({ outdated: false }))

/** Checks with each answer of the server, periodically, on focus, and when a chunk could not be loaded. */
export function watchVersion() {
  onVersion((version) => version !== null && version !== APP_VERSION && useVersion.setState({ outdated: true }))
  addEventListener('vite:preloadError', ({ payload }) => {
    notLoaded.add(payload)
    // A new build has removed it, or the network is at fault: only the server knows.
    void check()
  })
  addEventListener('focus', ask)
  setInterval(ask, checkEvery)
}

const notLoaded = new WeakSet<Error>()

/** Whether a page failed because a chunk of it could not be loaded. */
export const isNotLoaded = (error: unknown) => error instanceof Error && notLoaded.has(error)

let checked_at = 0

async function ask() {
  if (Date.now() - checked_at < 60_000) return
  await check()
}

async function check() {
  checked_at = Date.now()
  if ((await hasOtherVersion()) || (await hasOtherBuild())) useVersion.setState({ outdated: true })
}

async function hasOtherVersion(): Promise<boolean> {
  const options = await api.ownOptions().catch(() => null)
  return options !== null && options.app_version !== APP_VERSION
}

/** The name of the entry script, which is not the early one, contains a hash of the build. */
async function hasOtherBuild(): Promise<boolean> {
  const own = document
    .querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]:not([async])')
    ?.getAttribute('src')
  if (!own) return false
  const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
  return page?.ok === true && !(await page.text()).includes(own)
}
