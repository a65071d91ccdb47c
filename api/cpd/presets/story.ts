import { evaluate } from '../engine/evaluate.ts'
import type { Activity, Fact, Plan, Preset, Result, Waiver } from '../engine/types.ts'

/** A person's cycle, in the short form in which the tests of presets tell it. */
export interface Story {
  plan?: Partial<Plan>
  did: Did[]
  waivers?: Waiver[]
  today?: string
}

/** An activity: `[date, title, hours by category, what else it is]`. */
export type Did = [
  date: string,
  title: string,
  hours: Record<string, number>,
  more?: Partial<Pick<Activity, 'tags' | 'flags' | 'recorded_on' | 'state'>> & { items?: number },
]

/** Evaluates a story by a preset. The cycle is the one that begins on the plan's first day, in the preset's length. */
export function resultOf(preset: Preset, { plan, did, waivers = [], today }: Story): Result {
  const whole = { start: '2026-01-01', end: '2026-12-31', ...plan }
  const activities: Activity[] = did.map(([completed_on, title, hours, { items, ...more } = {}], index) => ({
    id: index + 1,
    title,
    completed_on,
    credits: Object.entries(hours).map(([category_code, hours]) => ({
      category_code,
      hours,
      ...(items ? { items } : {}),
    })),
    ...more,
  }))
  return evaluate(preset, whole, activities, waivers, today ?? whole.end)
}

/** The sentences of the lines that are not met, and of what is only desirable none. */
export function unmet({ lines }: Result): string[] {
  return lines.filter(({ met, desirable }) => !met && !desirable).map(({ sentence }) => sentence)
}

/** The sentences of the lines that something has limited, and of the limits. */
export function limited({ lines }: Result): string[] {
  return lines
    .filter(({ kind, activities }) => kind.endsWith('_max') || activities.some(({ limited_by }) => limited_by))
    .map(({ sentence }) => sentence)
}

/** A plan and a self-evaluation, as most presets ask for. */
export const planned: Fact[] = plannedIn(2026)

/** The same in each of some years. */
export function plannedIn(...years: number[]): Fact[] {
  return years.flatMap((year): Fact[] => [
    { tag: 'plan', on: `${year}-01-10` },
    { tag: 'self_evaluation', on: `${year}-12-10` },
  ])
}
