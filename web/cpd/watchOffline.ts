import i18next from 'i18next'
import { queries } from '../core/queries.ts'
import { featuresOf } from '../core/rights.ts'
import { onLeave, useSession } from '../core/session.ts'
import { showSuccess } from '../kit/ui/showToast.ts'
import { myGoalsOf } from './kit/goals.ts'
import { contactsOf, refdataOf } from './kit/queries.ts'
import { sendWaiting, show, useOutbox } from './offline/outbox.ts'
import { ownerNow, ownerOf } from './offline/owner.ts'
import { forget, removeAnswers } from './offline/store.ts'
import { nextCaseOf } from './procedures/queries.ts'

const RETRY_MS = 30_000
/** After the first page has been drawn. */
const PREPARE_MS = 3000

/** Sends what was written without a network as soon as there is one, and prepares this browser for being without. */
export function watchOutbox(): void {
  let owner: string | null = null
  const follow = () => {
    const session = useSession.getState()
    const now = ownerOf(session)
    if (session.status === 'out') removeAnswers().catch(() => {})
    if (now === owner) return
    owner = now
    show().then(send)
    if (now) setTimeout(prepare, PREPARE_MS)
  }
  useSession.subscribe((session, before) => {
    follow()
    if (session.organisation_id !== before.organisation_id) setTimeout(prepare, PREPARE_MS)
    // The session was renewed after it could not be.
    if (before.unreachable && !session.unreachable) send()
  })
  onLeave(() => {
    const leaver = ownerNow()
    if (leaver) forget(leaver).catch(() => {})
  })
  addEventListener('online', send)
  setInterval(() => {
    if (useOutbox.getState().entries.some(({ refusal }) => !refusal)) send()
  }, RETRY_MS)
  follow()
}

async function send(): Promise<void> {
  try {
    const count = await sendWaiting()
    if (count === 0) return
    showSuccess(i18next.t('cpd:offline.sent', { count }))
  } catch {
    // Tried again at the next occasion; the entries are shown until then.
  }
}

/** The pages where entries are written open without a network: their scripts and what they offer are read now. */
function prepare(): void {
  const { organisation_id, user, unreachable } = useSession.getState()
  if (!organisation_id || !user || unreachable || !navigator.onLine) return
  // A member of a college may work in an organisation without it, whose calls are refused.
  if (!featuresOf(user, organisation_id).includes('cpd')) return
  const pages = [
    () => import('./dashboard/DashboardPage.tsx'),
    () => import('./activities/ActivitiesPage.tsx'),
    () => import('./activities/ActivityEditPage.tsx'),
    () => import('./procedures/ProceduresPage.tsx'),
    () => import('./procedures/ProcedureEditPage.tsx'),
  ]
  for (const load of pages) load().catch(() => {})
  queries.prefetchQuery(refdataOf(organisation_id))
  queries.prefetchQuery(myGoalsOf(organisation_id, user.id))
  queries.prefetchQuery(contactsOf(organisation_id))
  queries.prefetchQuery(nextCaseOf(organisation_id, user.id))
}
