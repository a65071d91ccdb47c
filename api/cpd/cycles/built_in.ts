import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Preset, Rule } from '../engine/types.ts'
import { presets } from '../presets/index.ts'

/**
 * Stores the built-in standards of this release that are not stored yet, each as its code and version. Stored ones are
 * left: a published version never changes, and cycles are by it.
 */
export async function storeBuiltIn(db: Db): Promise<void> {
  const stored = await db
    .selectFrom('cpd_standard')
    .select(['code', 'version'])
    .where('organisation_id', 'is', null)
    .execute()
  const known = new Set(stored.map(({ code, version }) => `${code} ${version}`))
  const missing = presets.filter(({ code, version }) => !known.has(`${code} ${version}`))
  if (missing.length === 0) return
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; code: string; version: string }>`
      insert into cpd_standard (code, name, authority, source_url, checked_on, version, unit, year_starts, cycle_months,
        pro_rata, rounding, keep_years, categories, options, published_at)
      select s.*, now() from jsonb_to_recordset(${JSON.stringify(missing.map(toStandard))}::jsonb) as s (code text,
        name text, authority text, source_url text, checked_on date, version text, unit text, year_starts text,
        cycle_months integer, pro_rata text, rounding integer, keep_years integer, categories jsonb, options jsonb)
      on conflict (organisation_id, code, version) do nothing
      returning id, code, version`.execute(trx)
    const rules = rows.flatMap(({ id, code, version }) => {
      const preset = missing.find((one) => one.code === code && one.version === version)!
      return preset.rules.map((rule) => ({ cpd_standard_id: id, ...toRule(rule) }))
    })
    await sql`insert into cpd_rule (cpd_standard_id, code, position, kind, category_codes, tags, flags, unit, amount, per,
        window_months, for_qualification, sentence, options)
      select r.cpd_standard_id, r.code, r.position, r.kind, r.category_codes, r.tags, r.flags, r.unit, r.amount, r.per,
        r.window_months, r.for_qualification, r.sentence, r.options
      from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (cpd_standard_id bigint, code text, position integer,
        kind text, category_codes text[], tags text[], flags text[], unit text, amount integer, per text,
        window_months integer, for_qualification text, sentence text, options jsonb)`.execute(trx)
    await sql`update cpd_rule r set share_of_rule_id = o.id
      from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as g (cpd_standard_id bigint, code text, share_of text)
      join cpd_rule o on o.cpd_standard_id = g.cpd_standard_id and o.code = g.share_of
      where r.cpd_standard_id = g.cpd_standard_id and r.code = g.code`.execute(trx)
  })
}

function toStandard({ rules: _r, rounding, ...preset }: Preset) {
  const { code, name, authority, source_url, checked_on, version, unit, year_starts, cycle_months, ...rest } = preset
  const { pro_rata, keep_years, categories, ...options } = rest
  return {
    code,
    name,
    authority,
    source_url,
    checked_on,
    version,
    unit,
    year_starts,
    cycle_months,
    pro_rata,
    rounding: Math.round(rounding * 100),
    keep_years,
    categories,
    options,
  }
}

function toRule(rule: Rule) {
  const {
    id,
    position,
    kind,
    category_codes = [],
    tags = [],
    flags = [],
    unit,
    amount,
    share_of_rule_id,
    ...rest
  } = rule
  const { per, window_months, for_qualification, sentence, ...options } = rest
  return {
    code: String(id),
    position,
    kind,
    category_codes,
    tags,
    flags,
    unit,
    amount: Math.round(amount * 100),
    per,
    window_months,
    for_qualification,
    sentence: sentence ?? '',
    options,
    ...(share_of_rule_id && { share_of: String(share_of_rule_id) }),
  }
}
