/** Roles and supervisions in the order in which charts show them; `none`: not recorded. */
export const roles = ['surgeon', 'first_assistant', 'second_assistant', 'observer', 'supervisor', 'none'] as const
export const supervisions = ['independent', 'available', 'present', 'scrubbed', 'directed', 'none'] as const

/** One row for each role that occurs, in their order, with the number of procedures by supervision. */
export function stacked(counts: Counted[]): Stacked[] {
  return roles.flatMap((role) => {
    const own = counts.filter((each) => (each.role ?? 'none') === role)
    if (own.length === 0) return []
    const sumOf = (name: string) =>
      own.filter(({ supervision }) => (supervision ?? 'none') === name).reduce((sum, { count }) => sum + count, 0)
    return [{ role, ...(Object.fromEntries(supervisions.map((name) => [name, sumOf(name)])) as BySupervision) }]
  })
}

/** @param month its first day, as `2026-11-01` */
export function monthName(month: string, language: string, length: 'short' | 'long'): string {
  const options = { month: length, ...(length === 'long' && { year: 'numeric' as const }), timeZone: 'UTC' }
  return new Date(`${month}T00:00:00Z`).toLocaleDateString(language, options)
}

type BySupervision = Record<(typeof supervisions)[number], number>
export type Counted = { role: string | null; supervision: string | null; count: number }
export type Stacked = BySupervision & { role: (typeof roles)[number] }
