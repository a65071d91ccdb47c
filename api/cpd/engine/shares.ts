import { type Entry, matches } from './entries.ts'
import type { LineActivity, Rule } from './types.ts'

/** An entry as one rule counts it. */
export interface Share {
  entry: Entry
  counted: number
  limited_by?: LineActivity['limited_by']
}

/**
 * Reduces entries, the latest first, until those that match each limit are at most its share of what is left of all.
 * Limits lower the total that the others are a share of, so they are applied until nothing changes.
 */
export function shared(entries: Entry[], limits: Rule[]): Share[] {
  const shares: Share[] = entries.map((entry) => ({
    entry,
    counted: entry.counted,
    ...(entry.limited_by ? { limited_by: entry.limited_by } : {}),
  }))
  while (limits.filter((limit) => applyShare(shares, limit)).length > 0);
  return shares
}

function applyShare(shares: Share[], { id, amount, ...rule }: Rule): boolean {
  if (amount >= 100) return false
  const limited = shares.filter(({ entry }) => matches(entry, { id, amount, ...rule }))
  const sum = limited.reduce((all, { counted }) => all + counted, 0)
  const others = shares.reduce((all, { counted }) => all + counted, 0) - sum
  const most = Math.floor((others * amount) / (100 - amount))
  let excess = sum - most
  if (excess <= 0) return false
  for (const share of limited.reverse()) {
    const less = Math.min(excess, share.counted)
    if (less === 0) continue
    share.counted -= less
    share.limited_by = { rule: id, cap: amount }
    excess -= less
  }
  return true
}
