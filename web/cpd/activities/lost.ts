import type { TFunction } from 'i18next'
import type { Category } from '../kit/queries.ts'
import { byCounted } from '../standards/counted.ts'
import type { Standard } from '../standards/differences.ts'

/** Hours that would count nowhere: all in no category, or those in categories that none of the standards counts. */
export function lostOf(categories: Category[], standards: Standard[], credits: Credit[], hours: number): Lost | null {
  if (categories.length === 0 || hours <= 0) return null
  if (credits.length === 0) return { hours, names: [] }
  const { others } = byCounted(categories, standards)
  const lost = credits.flatMap(({ devcategory_id, hours }) => {
    const category = others.find(({ id }) => id === devcategory_id)
    return category && hours > 0 ? [{ name: category.name, hours }] : []
  })
  const sum = lost.reduce((all, one) => all + Math.round(one.hours * 100), 0) / 100
  return lost.length > 0 ? { hours: sum, names: lost.map(({ name }) => name) } : null
}

/** The question before they are saved. */
export function askOf(t: TFunction, { hours, names }: Lost): string {
  if (names.length === 0) return t('cpd:activities.noCategoryAsk', { hours })
  return t('cpd:activities.notCountedAsk', { hours, categories: names.join(', ') })
}

/** What a question was about: another loss is asked about again. */
export const keyOf = ({ hours, names }: Lost) => [hours, ...names].join()

type Credit = { devcategory_id: number; hours: number }
type Lost = { hours: number; names: string[] }
