/**
 * The hours of activities in each month of a period, from its first to its last, with those in which nothing was done.
 * Activities are of the period.
 *
 * @param activities hours are hundredths
 */
export function hoursByMonth({ start, end }: Period, activities: Done[]): Month[] {
  const sums = new Map(monthsOf(start, end).map((month) => [month, 0]))
  for (const { completed_on, hours_hundredths } of activities) {
    const month = firstOf(completed_on)
    sums.set(month, (sums.get(month) ?? 0) + hours_hundredths)
  }
  return [...sums].map(([month, hundredths]) => ({ month, hours: hundredths / 100 }))
}

const firstOf = (day: string) => `${day.slice(0, 7)}-01`

function monthsOf(start: string, end: string): string[] {
  const months: string[] = []
  let [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))]
  for (;;) {
    const first = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
    if (first > end) return months
    months.push(first)
    if (++month > 12) [year, month] = [year + 1, 1]
  }
}

type Period = { start: string; end: string }
type Done = { completed_on: string; hours_hundredths: number }
/** `month` is its first day. */
export type Month = { month: string; hours: number }
