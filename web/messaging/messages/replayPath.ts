import { paths } from '../../core/paths.ts'
import type { Message } from './queries.ts'

/**
 * Path of the replay at the moment that an alert message is about. That moment is taken from the link in the text, as a
 * queued message is created later than its event; the text of an organisation's own template may have no link.
 *
 * @returns null for a message that is not about a tracker
 */
export function replayPath({ text, tracker_id, created_at }: AlertMessage): string | null {
  if (tracker_id === null) return null
  const [, query] = /\/app\/map\?([^\s<>"]+)/.exec(text) ?? []
  const params = new URLSearchParams(query)
  const at = Number(params.get('tracker_id')) === tracker_id ? params.get('at') : null
  return paths.replay({ tracker: tracker_id, t: at ?? created_at })
}

type AlertMessage = Pick<Message, 'text' | 'tracker_id' | 'created_at'>
