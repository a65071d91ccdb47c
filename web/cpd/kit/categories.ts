import { compareNames } from '../../kit/format/compareNames.ts'
import type { Category } from './queries.ts'

/**
 * Categories as options: those below another are grouped under it, with itself as the first. Those of two standards may
 * have the same name: then each has its code behind it.
 *
 * @param others offered after them, under a title of their own
 */
export function optionsOf(categories: Category[], others: Others = { title: '', categories: [] }): (Option | Group)[] {
  const all = [...categories, ...others.categories]
  const inOrder = (some: Category[]) =>
    [...some].sort((a, b) => a.position - b.position || compareNames(a.code, b.code))
  const sorted = inOrder(categories)
  const ids = new Set(sorted.map(({ id }) => id))
  const below = Map.groupBy(sorted, ({ parent_devcategory_id }) => parent_devcategory_id)
  const tops = sorted.filter(
    ({ parent_devcategory_id }) => parent_devcategory_id === null || !ids.has(parent_devcategory_id),
  )
  const optionOf = ({ id, name, code }: Category): Option => {
    const is_one = all.filter((each) => each.name === name).length === 1
    return { value: String(id), label: is_one ? name : `${name} (${code})` }
  }
  const own = tops.map((top) => {
    const children = below.get(top.id) ?? []
    return children.length === 0 ? optionOf(top) : { group: top.name, items: [top, ...children].map(optionOf) }
  })
  if (others.categories.length === 0) return own
  return [...own, { group: others.title, items: inOrder(others.categories).map(optionOf) }]
}

export const isGroup = (option: Option | Group): option is Group => 'group' in option

type Others = { title: string; categories: Category[] }
type Option = { value: string; label: string }
type Group = { group: string; items: Option[] }
