import { create } from 'zustand'
import { api } from '../api.ts'

const checkEvery = 30 * 60_000

/** Whether the server has a newer page than this one. */
export const useVersion = create<{ outdated: boolean }>(() => ({ outdated: false }))

/** Asks now and then, when the page is looked at again, and when a part of it has gone from the server. */
export function watchVersion() {
  addEventListener('vite:preloadError', () => useVersion.setState({ outdated: true }))
  addEventListener('focus', ask)
  setInterval(ask, checkEvery)
}

let asked = 0

async function ask() {
  if (Date.now() - asked < 60_000) return
  asked = Date.now()
  const options = await api.options().catch(() => null)
  if (options && options.app_version !== APP_VERSION) useVersion.setState({ outdated: true })
}
