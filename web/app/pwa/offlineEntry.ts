import { loadTexts } from '../../core/i18n.ts'
import { keepsUnsent, useSession } from '../../core/session.ts'

/** Loads the entry without a network for who has professional development, and for nobody else. */
export function watchOfflineEntry(): void {
  keepsUnsent({
    count: async () => (hasCpd() ? (await import('../../cpd/offline/leaving.ts')).count() : 0),
    drop: async () => (await import('../../cpd/offline/leaving.ts')).drop(),
  })
  useSession.subscribe(begin)
  begin()
}

let begun = false

async function begin(): Promise<void> {
  if (begun || !hasCpd()) return
  begun = true
  try {
    // Signing out without a network needs the other one.
    const [watch] = await Promise.all([
      import('../../cpd/watchOffline.ts'),
      import('../../cpd/offline/leaving.ts'),
      // Of the pages that it prepares.
      loadTexts(['cpd']),
      loadTexts(['files']),
    ])
    watch.watchOutbox()
  } catch {
    // Without a network and not in the cache: tried again with the next change of the session.
    begun = false
  }
}

function hasCpd(): boolean {
  const { user, status } = useSession.getState()
  return status === 'in' && user !== null && user.memberships.some(({ features }) => features?.includes('cpd'))
}
