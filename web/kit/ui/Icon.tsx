import type { TablerIcon } from '@tabler/icons-react'

/** A decorative icon, hidden from screen readers: the text or button beside it has the name. */
export function Icon({ of: Drawing }: { of: TablerIcon }) {
  return <Drawing size={16} aria-hidden="true" />
}
