/** Subjects that are offered where no rule asks for any. */
const common = ['cultural_safety', 'health_inequity', 'professionalism', 'ethics']
/** Not subjects of activities: rules name facts of the plan in the same way. */
const facts = ['plan', 'plan_agreed', 'self_evaluation', 'cpd_home']

/** The subjects to offer: those that rules ask for, else the usual ones, and those that the activity has already. */
export function subjectsOf(standards: Ruled[], own: string[]): string[] {
  const asked = standards.flatMap(({ rules }) => rules.flatMap(({ tags }) => tags ?? []))
  const subjects = asked.filter((tag) => !facts.includes(tag)).sort()
  return [...new Set([...(subjects.length > 0 ? subjects : common), ...own])]
}

/** What the first of some standards that knows it calls a tag. */
export function nameIn(standards: Naming[], tag: string): string | undefined {
  const named = standards.flatMap(({ options }) => (Array.isArray(options.tags) ? (options.tags as TagName[]) : []))
  return named.find(({ code }) => code === tag)?.name
}

/** `core_procedural_skill` as Core procedural skill. */
export function wordsOf(tag: string): string {
  const words = tag.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

type TagName = { code: string; name: string }
export type Naming = { options: Record<string, unknown> }
export type Ruled = { rules: { tags?: string[] }[] }
