import { queries } from '../../../core/queries.ts'
import { featuresOf } from '../../../core/rights.ts'
import { type Session, useSession } from '../../../core/session.ts'
import { countOf } from '../queries.ts'
import { beginLive, untakenFor } from './live.ts'

/**
 * Asks for what a page of the fleet waits for, while its parts are loaded and drawn: on a slow network that takes as
 * long as the answers. Does nothing without a session.
 */
export function beginFleet(): void {
  if (useSession.getState().status === 'out') return
  const unsubscribe = useSession.subscribe(begin)
  begin(useSession.getState())

  function begin({ status, user, organisation_id }: Session) {
    if (status === 'restoring') return
    unsubscribe()
    // Until then the server answers nothing else.
    const blocked = user?.second_factor_required || user?.password_change_required
    if (blocked || organisation_id === null || !featuresOf(user, organisation_id).includes('tracking')) return
    beginLive()
    queries.prefetchQuery({ ...countOf(organisation_id), gcTime: untakenFor })
  }
}
