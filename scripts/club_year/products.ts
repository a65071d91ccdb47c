import { monthsLater, plus, share, span } from './days.ts'

/** What the club sells. Prices hold the tax; the club's common year begins on 1 April. */
export const products: Record<Code, Omit<Product, 'id' | 'code'>> = {
  month: { price: 1150, months: 1, lead: 0, grace: 14 },
  quarter: { price: 3333, months: 3, lead: 14, grace: 21 },
  year: { price: 12_000, months: 12, lead: 30, grace: 30 },
  better: { price: 19_999, months: 12, lead: 30, grace: 30 },
  parts: { price: 12_001, months: 12, lead: 30, grace: 30, parts: 6 },
  common: { price: 15_050, months: 12, lead: 30, grace: 30, common: 'day' },
  junior: { price: 7505, months: 12, lead: 30, grace: 30, common: 'month', early_months: 2 },
  family: { price: 18_000, months: 12, lead: 30, grace: 30, common: 'day', places: [8000, 5000] },
}
/** What some of it costs after the prices were raised. */
export const RAISED: Partial<Record<Code, number>> = { month: 1295, common: 16_555, year: 12_600 }
/** Per cent off the first period, for as many as join. */
export const CODE = { code: 'WELCOME', percent: '15', every_period: false, most_uses: 100_000 }
const YEAR_BEGINS = '04-01'

/** As it is entered in the store. */
export function toBody(code: Code, product: Omit<Product, 'id' | 'code'>): object {
  const { price: unit_amount, months, grace: grace_days, common, early_months = 0, places, parts } = product
  return {
    code,
    name: `Member by the ${code}`,
    unit_amount,
    amounts_are: 'inclusive',
    period: months === 12 ? 'year' : months === 3 ? 'quarter' : 'month',
    grace_days,
    public: true,
    joins_as: 'User',
    ...(common && { year_month: '04', year_day: 1, first_year: common, early_months }),
    ...(parts && { instalments: parts, instalment_every: 'month' }),
    ...(places && { members_most: 5, second_amount: places[0], further_amount: places[1] }),
  }
}

/** The period that begins on a day, and which part of a whole one it costs. */
export function periodOf(product: Product, begins: string, anchor = Number(begins.slice(8))): Period {
  const { months, common, early_months = 0 } = product
  if (!common) return { begins, ends: plus(monthsLater(begins, months, anchor), -1), anchor, part: 1, whole: 1 }
  const this_year = `${begins.slice(0, 4)}-${YEAR_BEGINS}`
  const next = this_year > begins ? this_year : monthsLater(this_year, 12, 1)
  const is_early = begins >= monthsLater(next, -early_months, 1) && begins !== monthsLater(next, -12, 1)
  const ends = plus(is_early ? monthsLater(next, 12, 1) : next, -1)
  return { begins, ends, anchor: 1, ...partOf(product, begins, ends) }
}

/** Which part of a year a period is. */
export function partOf({ common }: Product, begins: string, ends: string): { part: number; whole: number } {
  const year = monthsLater(plus(ends, 1), -12, 1)
  if (!common || year >= begins) return { part: 1, whole: 1 }
  if (common === 'day') return { part: span(begins, ends), whole: span(year, ends) }
  const month_of = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return { part: month_of(ends) - month_of(begins) + 1, whole: 12 }
}

/** What the second and each further person of a membership add. */
export const placePrice = ({ places }: Product, place: number): number =>
  !places || place < 2 ? 0 : places[place === 2 ? 0 : 1]

export const costOf = (price: number, { part, whole }: { part: number; whole: number }): number =>
  share(price, part, whole)

export type Code = 'month' | 'quarter' | 'year' | 'better' | 'parts' | 'common' | 'junior' | 'family'
export type Product = {
  id: number
  code: Code
  price: number
  months: 1 | 3 | 12
  /** Days before the end of a period on which the next one is invoiced. */
  lead: number
  grace: number
  common?: 'day' | 'month'
  early_months?: number
  /** Monthly instalments. */
  parts?: number
  places?: [second: number, further: number]
}
export type Period = { begins: string; ends: string; anchor: number; part: number; whole: number }
