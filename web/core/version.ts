import { create } from 'zustand'
import { api } from './api.ts'

const checkEvery = 30 * 60_000

/** Whether the server has a newer page than this one. */
export const useVersion = create<{ outdated: boolean }>(() => ({ outdated: false }))

/** Asks now and then, when the page is looked at again, and when a part of it has gone from the server. */
export function watchVersion() {
  // Without a network parts are missing too, and no reload brings them.
  addEventListener('vite:preloadError', () => navigator.onLine && useVersion.setState({ outdated: true }))
  addEventListener('focus', ask)
  setInterval(ask, checkEvery)
}

let checked_at = 0

async function ask() {
  if (Date.now() - checked_at < 60_000) return
  checked_at = Date.now()
  if ((await hasOtherVersion()) || (await hasOtherBuild())) useVersion.setState({ outdated: true })
}

async function hasOtherVersion(): Promise<boolean> {
  const options = await api.options().catch(() => null)
  return options !== null && options.app_version !== APP_VERSION
}

/** A build names its first script by what is in it. */
async function hasOtherBuild(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]')?.getAttribute('src')
  if (!own) return false
  const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
  return page?.ok === true && !(await page.text()).includes(own)
}
