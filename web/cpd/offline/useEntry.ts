import { useSearchParams } from 'react-router'
import { useOutbox } from './outbox.ts'
import type { Entry, Kind } from './store.ts'

/** The unsent entry that the page's address names by `?entry=`; null without one, or once it has been sent. */
export function useEntry(kind: Kind): { named: boolean; entry: Entry | null } {
  const key = useSearchParams()[0].get('entry')
  const entry = useOutbox(({ entries }) => entries.find((each) => each.client_key === key && each.kind === kind))
  return { named: key !== null, entry: entry ?? null }
}
