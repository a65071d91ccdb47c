import type { CreateBody } from '#api/client.ts'

/** A row of the split while it is edited. */
export type Part = { devcategory_id: number | null; hours: number | ''; items: number | '' }

type Credit = NonNullable<CreateBody<'devactivity'>['credits']>[number]

export const emptyPart: Part = { devcategory_id: null, hours: '', items: '' }

/** The rows that a stored split is edited in; an empty row where there is none. */
export function partsOf(credits: { devcategory_id: number; hours: number; items?: number | null }[]): Part[] {
  if (credits.length === 0) return [emptyPart]
  return credits.map(({ devcategory_id, hours, items }) => ({ devcategory_id, hours, items: items ?? '' }))
}

/** What is sent. A single category gets all hours; a row without a category is left out. */
export function creditsOf(parts: Part[], hours: number): Credit[] {
  const named = parts.filter((part) => part.devcategory_id !== null)
  const single = named.length === 1 && parts.length === 1
  return named.map(({ devcategory_id, hours: own, items }) => ({
    devcategory_id: devcategory_id!,
    hours: single ? hours : Number(own),
    ...(items !== '' && { items }),
  }))
}

/** Sum of a split, and what it lacks of the activity's hours: negative for too much. Summed in hundredths. */
export function sumOf(parts: Part[], hours: number): { sum: number; rest: number } {
  const sum = parts.reduce((total, part) => total + Math.round(Number(part.hours) * 100), 0)
  return { sum: sum / 100, rest: (Math.round(hours * 100) - sum) / 100 }
}

/** A further row for a category, with the hours that are left. */
export function addPart(parts: Part[], hours: number): Part[] {
  // A single row has all hours without saying so.
  const before =
    parts.length === 1 && parts[0]!.hours === '' ? [{ ...parts[0]!, hours: hours || ('' as const) }] : parts
  const { rest } = sumOf(before, hours)
  return [...before, { ...emptyPart, hours: rest > 0 ? rest : '' }]
}

export const isSame = (a: Credit[], b: Credit[]) => keyOf(a) === keyOf(b)

const keyOf = (credits: Credit[]) =>
  credits
    .map(({ devcategory_id, hours, items }) => `${devcategory_id} ${hours} ${items ?? ''}`)
    .sort()
    .join()
