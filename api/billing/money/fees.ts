import Big from 'big.js'

/**
 * What being late costs, in minor units: an amount, or per cent of what is open, rounded once, half away from zero. Pure.
 *
 * @example
 * lateFee({ kind: 'percent', amount: null, percent: '2.5' }, 11_550) // 289
 */
export function lateFee({ kind, amount, percent }: Fee, open: number): number {
  if (kind === 'none' || open <= 0) return 0
  if (kind === 'amount') return amount ?? 0
  const part = new Big(percent ?? '0').times(open).times('1e-2')
  return Number(part.round(0, Big.roundHalfUp).toString())
}

export type Fee = { kind: 'none' | 'amount' | 'percent'; amount: number | null; percent: string | null }
