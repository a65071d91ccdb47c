import { compareNames } from '../../kit/format/compareNames.ts'
import type { Category } from './queries.ts'

/** Categories as options: those below another are grouped under it, with itself as the first. */
export function optionsOf(categories: Category[]): (Option | Group)[] {
  const sorted = [...categories].sort((a, b) => a.position - b.position || compareNames(a.code, b.code))
  const ids = new Set(sorted.map(({ id }) => id))
  const below = Map.groupBy(sorted, ({ parent_devcategory_id }) => parent_devcategory_id)
  const tops = sorted.filter(
    ({ parent_devcategory_id }) => parent_devcategory_id === null || !ids.has(parent_devcategory_id),
  )
  return tops.map((top) => {
    const children = below.get(top.id) ?? []
    return children.length === 0 ? optionOf(top) : { group: top.name, items: [top, ...children].map(optionOf) }
  })
}

export const isGroup = (option: Option | Group): option is Group => 'group' in option

const optionOf = ({ id, name }: Category): Option => ({ value: String(id), label: name })

type Option = { value: string; label: string }
type Group = { group: string; items: Option[] }
