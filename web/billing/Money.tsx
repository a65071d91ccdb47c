import { toMoney } from '../kit/format/money.ts'
import classes from './Money.module.css'

/** An amount, in figures of one width. What is negative is marked as such by its sign, not by colour alone. */
export function Money({ amount, currency, strong = false }: Props) {
  return (
    <span className={classes.amount} data-strong={strong || undefined} data-negative={amount < 0 || undefined}>
      {toMoney(amount, currency)}
    </span>
  )
}

/** @property amount in minor units */
type Props = { amount: number; currency: string; strong?: boolean }
