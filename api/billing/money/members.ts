/**
 * What people besides the payer add to the price of a membership. Pure.
 *
 * @param count how many have it, the payer included
 * @example
 * priceOfMembers({ second_amount: 8000, further_amount: 5000 }, 4) // 18000
 */
export const priceOfMembers = ({ second_amount, further_amount }: Bands, count: number): number =>
  count < 2 ? 0 : second_amount + (count - 2) * further_amount

/** What the person at a place adds: the payer has the first. */
export const priceOfPlace = (bands: Bands, place: number): number =>
  priceOfMembers(bands, place) - priceOfMembers(bands, place - 1)

/** Of a whole period: what the second person adds, and each further one. */
export type Bands = { second_amount: number; further_amount: number }
