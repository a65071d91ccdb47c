import { useSession } from '../../core/session.ts'
import { Ledger } from './Ledger.tsx'

/** The ledger of the organisation; platform administrators see that of every organisation. */
export function AllTransactionsPage() {
  const { user, organisation_id } = useSession()
  if (user?.platform_admin) return <Ledger of="all" filters={everything} />
  return <Ledger of="organisation" filters={{ organisation_id: organisation_id! }} />
}

const everything = {}
