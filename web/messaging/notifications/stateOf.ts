/** Whether a notification is scheduled, current or over. */
export function stateOf({ begins, expires }: Times, now: number): 'waiting' | 'current' | 'over' {
  if (expires !== null && Date.parse(expires) <= now) return 'over'
  return Date.parse(begins) > now ? 'waiting' : 'current'
}

type Times = { begins: string; expires: string | null }
