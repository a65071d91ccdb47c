import { paths } from '../../core/paths.ts'
import type { Message } from './queries.ts'

/**
 * Where a message about a tracker shows on the map what it tells of. What has waited was written later than it happened,
 * and the link in its text knows when; words of the organisation's own may have none.
 */
export function momentOf({ text, tracker_id, created_at }: AlertMessage): string | null {
  if (tracker_id === null) return null
  const [, query] = /\/app\/map\?([^\s<>"]+)/.exec(text) ?? []
  const named = new URLSearchParams(query)
  const at = Number(named.get('tracker_id')) === tracker_id ? named.get('at') : null
  return paths.replay({ tracker: tracker_id, t: at ?? created_at })
}

type AlertMessage = Pick<Message, 'text' | 'tracker_id' | 'created_at'>
