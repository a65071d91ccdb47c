/** Whether a notification is shown already, or still. */
export function stateOf({ begins, expires }: Times, now: number): 'waiting' | 'current' | 'over' {
  if (expires !== null && Date.parse(expires) <= now) return 'over'
  return Date.parse(begins) > now ? 'waiting' : 'current'
}

type Times = { begins: string; expires: string | null }
