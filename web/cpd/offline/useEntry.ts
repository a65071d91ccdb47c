import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOutbox } from './outbox.ts'
import type { Entry, Kind } from './store.ts'

/**
 * The unsent entry that the page's address names by `?entry=`; null without one. It stays while it is edited, even if
 * it is sent in the meantime.
 */
export function useEntry(kind: Kind): { named: boolean; entry: Entry | null } {
  const key = useSearchParams()[0].get('entry')
  const stored = useOutbox(({ entries }) => entries.find((each) => each.client_key === key && each.kind === kind))
  const [opened, setOpened] = useState<Entry | null>(null)
  if (stored && opened?.client_key !== key) setOpened(stored)
  return { named: key !== null, entry: opened?.client_key === key ? opened : (stored ?? null) }
}
