import { onLeave } from '../../core/session.ts'
import { endSharing, followOtherTab, useSharing } from './sharing.ts'

/** Loads the sharing code on first use; sharing ends with the session. */
export function watchSharing() {
  let loaded = false
  const load = async () => {
    if (loaded || !useSharing.getState().request) return
    loaded = true
    const { runSharing } = await import('./run.ts')
    runSharing()
  }
  useSharing.subscribe(load)
  addEventListener('storage', followOtherTab)
  onLeave(() => endSharing())
  load()
}
