/** Until when a card is valid, as it is printed on it. */
export const monthOf = ({ exp_month, exp_year }: { exp_month: number | null; exp_year: number | null }) =>
  `${String(exp_month).padStart(2, '0')}/${exp_year}`
