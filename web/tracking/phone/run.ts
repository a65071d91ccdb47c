import { useSession } from '../../core/session.ts'
import { share } from './share.ts'
import { useSharing } from './sharing.ts'

/** Shares the position while the current user has sharing switched on, or the last user if offline. */
export function runSharing() {
  let stop: (() => void) | null = null
  const update = () => {
    const { request } = useSharing.getState()
    const may = request !== null && isTheirs(request.user_id)
    if (may && !stop) {
      stop = share(request)
      useSharing.setState({ status: 'elsewhere' })
    }
    if (!may && stop) {
      stop()
      stop = null
      useSharing.setState({ status: 'off', resting: null, blind: false })
    }
  }
  useSession.subscribe(update)
  useSharing.subscribe(update)
  update()
}

function isTheirs(user_id: number): boolean {
  const { status, user } = useSession.getState()
  if (status === 'out') return false
  return user === null || (user.id === user_id && user.impersonator_user_id === null)
}
