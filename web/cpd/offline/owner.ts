import { backendBase } from '../../core/backend/backend.ts'
import { type Session, useSession } from '../../core/session.ts'
import { sessionIn, token } from '../../core/token.ts'

/**
 * Whose entries this page reads and writes; null for guests, and for who acts as another person: what is written
 * without a network is private.
 */
export function ownerOf({ user, status }: Pick<Session, 'user' | 'status'>): string | null {
  if (status !== 'in' || !user || user.impersonator_user_id !== null) return null
  return `${backendBase()} ${user.id}`
}

export const ownerNow = () => ownerOf(useSession.getState())

/** Whether requests are sent as the person of this page: another tab may have signed in as another person. */
export function sendsAsOwner(owner: string): boolean {
  const stored = token.read()
  return ownerNow() === owner && stored !== null && sessionIn(stored) === useSession.getState().session_id
}
