import { createHash } from 'node:crypto'
import type { Id } from '../engine/types.ts'

/**
 * Draws a share of people for an audit, in per cent, rounded up. The order is that of SHA-256 of the seed and each id,
 * so anyone with the list and the seed can repeat the draw.
 */
export function auditDraw<T extends Id>(ids: T[], percent: number, seed: string): T[] {
  const keyed = ids.map((id) => ({ id, key: createHash('sha256').update(`${seed}:${id}`).digest('hex') }))
  const count = Math.min(ids.length, Math.ceil((ids.length * percent) / 100))
  return keyed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id)
}
