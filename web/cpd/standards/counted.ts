import type { Row } from '#api/client.ts'

/** Categories that one of some standards counts, and the others. All count where there is no standard. */
export function byCounted<C extends Category>(categories: C[], standards: Counting[]): { counted: C[]; others: C[] } {
  const codes = new Set(standards.flatMap(({ counted_codes }) => counted_codes))
  const units = new Set<string>(standards.flatMap(({ counted_units }) => counted_units))
  const codeOf = new Map(categories.map(({ id, code }) => [id, code]))
  const counts = ({ code, unit, parent_devcategory_id: parent }: C) =>
    standards.length === 0 || units.has(unit) || codes.has(code) || codes.has(codeOf.get(parent ?? 0) ?? '')
  return { counted: categories.filter(counts), others: categories.filter((category) => !counts(category)) }
}

type Category = Pick<Row<'devcategory'>, 'id' | 'code' | 'unit' | 'parent_devcategory_id'>
type Counting = Pick<Row<'cpdstandard'>, 'counted_codes' | 'counted_units'>
