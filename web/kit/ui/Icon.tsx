import type { TablerIcon } from '@tabler/icons-react'

/** An icon beside a text or in a button, which has the name: it says nothing to a screen reader itself. */
export function Icon({ of: Drawing }: { of: TablerIcon }) {
  return <Drawing size={16} aria-hidden="true" />
}
