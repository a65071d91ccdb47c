const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000

/** Where days lie within a period, in per cent of its length; what is outside is cut off. */
export function placed(period: Days, { start, end }: Days): { from: number; width: number } {
  const [first, last] = [dayOf(period.start), dayOf(period.end) + 1]
  const from = Math.max(first, dayOf(start))
  const to = Math.min(last, dayOf(end) + 1)
  const share = (days: number) => Math.round((10_000 * days) / (last - first)) / 100
  return { from: share(from - first), width: share(Math.max(0, to - from)) }
}

type Days = { start: string; end: string }
