import type { Db } from '#db/database.ts'
import type { Rule, RuleSet, Standard } from '../engine/types.ts'

/**
 * The rules by which an organisation's cycle is evaluated: those of its standard, with the organisation's categories.
 * A code that two standards use is in the unit of this one, and within the category that this one puts it in. Rates are
 * not in it, and caps only of what has parts: each activity has them as they were on its day.
 *
 * @returns null for a cycle without a standard
 */
export async function loadRuleSet(
  db: Db,
  { organisation_id, cpd_standard_id }: { organisation_id: number; cpd_standard_id: number | null },
): Promise<RuleSet | null> {
  if (cpd_standard_id === null) return null
  const standard = await db
    .selectFrom('cpd_standard')
    .selectAll()
    .where('id', '=', cpd_standard_id)
    .executeTakeFirstOrThrow()
  const own = await db
    .selectFrom('devcategory as c')
    .leftJoin('devcategory as p', 'p.id', 'c.parent_devcategory_id')
    .select(['c.code', 'c.name', 'c.unit', 'c.flags', 'c.cap', 'c.cap_per', 'p.code as parent_code'])
    .where('c.organisation_id', '=', organisation_id)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  const rules = await db
    .selectFrom('cpd_rule as r')
    .leftJoin('cpd_rule as s', 's.id', 'r.share_of_rule_id')
    .selectAll('r')
    .select('s.code as share_of')
    .where('r.cpd_standard_id', '=', cpd_standard_id)
    .orderBy('r.position')
    .execute()
  const epas = await db
    .selectFrom('cpd_epa')
    .select(['code', 'name'])
    .where('organisation_id', '=', organisation_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const codes = new Set(own.map(({ code }) => code))
  const named = standard.categories.filter(({ code }) => !codes.has(code))
  const delivered = new Map(standard.categories.map((category) => [category.code, category]))
  const inStandard = own.map(({ cap, ...category }) => {
    const { unit, parent_code } = delivered.get(category.code) ?? {}
    const within = parent_code ?? category.parent_code
    return { ...category, unit: unit ?? category.unit, parent_code: within, cap: cap === null ? null : cap / 100 }
  })
  const { year_starts, cycle_months, pro_rata, rounding } = standard
  return {
    ...(standard.options as Partial<RuleSet>),
    code: standard.code,
    name: standard.name,
    authority: standard.authority,
    version: standard.version,
    source_url: standard.source_url ?? '',
    checked_on: standard.checked_on ?? '',
    unit: standard.unit,
    year_starts,
    cycle_months,
    pro_rata,
    keep_years: standard.keep_years,
    rounding: (rounding / 100) as Standard['rounding'],
    epas,
    categories: [...inStandard, ...named.map(withoutRates)] as RuleSet['categories'],
    rules: rules.map(
      ({ code, share_of, amount, options, sentence, cpd_standard_id: _s, share_of_rule_id: _r, ...rule }): Rule => ({
        ...(options as Partial<Rule>),
        ...rule,
        id: code,
        amount: amount / 100,
        share_of_rule_id: share_of,
        unit: rule.unit as Rule['unit'] & string,
        sentence: sentence || null,
      }),
    ),
  }
}

function withoutRates(category: Record<string, unknown>) {
  const { credit_per_hour: _h, credit_per_item: _i, item_hours: _t, cap: _c, ...rest } = category
  return rest
}
