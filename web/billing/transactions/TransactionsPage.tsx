import { useSession } from '../../core/session.ts'
import { Ledger } from './Ledger.tsx'

/** What one was charged and has paid, in this organisation. */
export function TransactionsPage() {
  const { user, organisation_id } = useSession()
  return <Ledger of="own" filters={{ organisation_id: organisation_id!, user_id: user!.id }} />
}
