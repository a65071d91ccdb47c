/** Goals under their categories, in the order in which the categories first occur; those without one come last. */
export function byCategory<Goal extends { plan_category: string }>(goals: Goal[]): [category: string, goals: Goal[]][] {
  const groups = [...Map.groupBy(goals, ({ plan_category }) => plan_category.trim())]
  return [...groups.filter(([category]) => category !== ''), ...groups.filter(([category]) => category === '')]
}
