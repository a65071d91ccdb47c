import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { CpdRule } from '#db/tables/cpd/cpd_rule.ts'
import { CpdStandard } from '#db/tables/cpd/cpd_standard.ts'
import { scope } from '../../crud/access.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions, withCpd, writesDefinitions } from '../access.ts'
import { countedCodes, countedUnits } from '../counted.ts'
import { ruleProblems } from '../engine/check_rules.ts'
import { Decimal, decimalOf, toHundredths } from '../hundredths.ts'
import { loadRuleSet } from '../results/rule_set.ts'

const { code, name: _n, version, authority, source_url, checked_on, unit, year_starts } = CpdStandard.columns
const { cycle_months, pro_rata, keep_years, categories, options } = CpdStandard.columns
const rounding = Type.Unsafe<0.01 | 0.25 | 0.5>(Type.Number({ enum: [0.01, 0.25, 0.5] }))

const rule = CpdRule.columns
const Rule = Type.Object(
  {
    code: rule.code,
    kind: rule.kind,
    category_codes: Type.Optional(rule.category_codes),
    tags: Type.Optional(rule.tags),
    flags: Type.Optional(rule.flags),
    unit: Type.Optional(rule.unit),
    amount: Type.Optional(Decimal('Hours, credits, items or per cent')),
    share_of_rule: Type.Optional(Nullable(Type.String({ maxLength: 100, description: 'The code of another rule' }))),
    per: Type.Optional(rule.per),
    window_months: Type.Optional(rule.window_months),
    for_qualification: Type.Optional(rule.for_qualification),
    sentence: Type.Optional(rule.sentence),
    options: Type.Optional(rule.options),
  },
  { additionalProperties: false },
)
const Rules = Type.Array(Rule, { maxItems: 100 })

const fields = {
  authority,
  source_url,
  checked_on,
  unit,
  year_starts,
  cycle_months,
  pro_rata,
  rounding,
  keep_years,
  categories,
  options,
  rules: Rules,
}

/** What an authority requires. Built-in ones are shown to all; a published version never changes. */
export const cpdstandard = defineResource({
  name: 'cpdstandard',
  plural: 'cpdstandards',
  noun: 'standard',
  about: 'List standards: what authorities require, built in and of your organisations',
  table: 'cpd_standard',
  row: Type.Object({
    ...CpdStandard.columns,
    rounding,
    rules: Rules,
    counted_codes: Type.Array(Type.String(), { description: 'Categories that count, beside those below them' }),
    counted_units: Type.Array(Type.String(), { description: 'Units of which all categories count' }),
  }),
  computed: {
    rounding: decimalOf('cpd_standard.rounding'),
    counted_codes: countedCodes,
    counted_units: countedUnits,
    rules: sql`(select coalesce(json_agg(json_build_object('code', r.code, 'kind', r.kind,
        'category_codes', r.category_codes, 'tags', r.tags, 'flags', r.flags, 'unit', r.unit, 'amount', r.amount / 100.0,
        'share_of_rule', (select s.code from cpd_rule s where s.id = r.share_of_rule_id), 'per', r.per,
        'window_months', r.window_months, 'for_qualification', r.for_qualification, 'sentence', r.sentence,
        'options', r.options) order by r.position), '[]')
      from cpd_rule r where r.cpd_standard_id = cpd_standard.id)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), code: equals('code', Type.String({ maxLength: 50 })) },
  search: ['code', 'name', 'authority'],
  sort: { id: null, code: null, name: null },
  default_sort: 'id',
  reads: (viewer) => readsStandards(viewer),
  writes: (viewer) => writesStandards(viewer),
  quota: { organisation: 'cpd_definitions' },

  create: {
    body: bodyOf({ code, name: Name }, { ...fields, version, organisation_id: Id, publish: Type.Boolean() }),
    async run(trx, viewer, { rules = [], publish = false, ...body }) {
      const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
      const { id } = await rows(trx, 'cpd_standard').insert({
        ...toColumns(body),
        code: body.code,
        name: checkName(body.name),
        organisation_id,
        ...(publish && { published_at: sql<string>`now()` }),
      })
      await writeRules(trx, id, rules)
      await checkRules(trx, { id, organisation_id })
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { ...fields, name: Name, publish: Type.Boolean() }),
    async run(trx, _viewer, { rules, publish = false, ...body }) {
      await checkUnpublished(trx, body.id)
      await rows(trx, 'cpd_standard').update({
        ...toColumns(body),
        id: body.id,
        organisation_id: body.organisation_id,
        name: checkName(body.name),
        ...(publish && { published_at: sql<string>`now()` }),
      })
      if (rules) await writeRules(trx, body.id, rules)
      if (rules || body.categories || publish) await checkRules(trx, body)
    },
  },
  async remove(trx, _viewer, target) {
    await checkUnpublished(trx, target.id)
    const { rows: used } = await sql`select 1 from devcycle where cpd_standard_id = ${target.id} limit 1`.execute(trx)
    if (used.length > 0) throw new AppError('not_possible', 'There is a cycle by this standard.')
    await rows(trx, 'cpd_standard').remove(target)
  },
})

/** A built-in standard is refused by `checkUnpublished`, which says why: administrators may try. */
function writesStandards(viewer: Viewer) {
  const own = writesDefinitions(viewer, 'cpd_standard')
  const tries = own.extent !== 'none'
  return scope(own.extent, sql<SqlBool>`(${own} or (cpd_standard.organisation_id is null and ${sql.lit(tries)}))`)
}

function readsStandards(viewer: Viewer) {
  const own = readsDefinitions(viewer, 'cpd_standard')
  const able = viewer.platform_admin || withCpd(viewer).memberships.length > 0
  return scope(
    able ? 'all' : 'none',
    sql<SqlBool>`(${own} or (cpd_standard.organisation_id is null and ${sql.lit(able)}))`,
  )
}

async function checkUnpublished(trx: Trx, id: number): Promise<void> {
  const { organisation_id, published_at } = await trx
    .selectFrom('cpd_standard')
    .select(['organisation_id', 'published_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (organisation_id === null) {
    throw new AppError('not_possible', 'This standard is built in. Please create one of your own beside it.', 'id')
  }
  if (published_at) {
    throw new AppError('not_possible', 'A published version never changes. Please create a new version.', 'version')
  }
}

/** Replaces the rules of a standard. A share names another rule by its code. */
export async function writeRules(trx: Trx, cpd_standard_id: number, rules: RuleBody[]): Promise<void> {
  const codes = rules.map((one) => one.code)
  const twice = codes.find((one, i) => codes.indexOf(one) < i)
  if (twice !== undefined) throw wrong('rules', `there are two with the code ${twice}.`)
  const unknown = rules.find(({ share_of_rule }) => share_of_rule && !codes.includes(share_of_rule))
  if (unknown) throw wrong('rules', `${unknown.code} is a share of ${unknown.share_of_rule}, which is not there.`)
  await trx.deleteFrom('cpd_rule').where('cpd_standard_id', '=', cpd_standard_id).execute()
  for (const [position, { share_of_rule: _s, amount = 0, ...columns }] of rules.entries()) {
    const values = { ...columns, cpd_standard_id, position, amount: toHundredths(amount, 'rules') }
    await trx.insertInto('cpd_rule').values(values).execute()
  }
  await sql`update cpd_rule r set share_of_rule_id = o.id
    from json_to_recordset(${JSON.stringify(rules)}::json) as g (code text, share_of_rule text)
    join cpd_rule o on o.cpd_standard_id = ${cpd_standard_id} and o.code = g.share_of_rule
    where r.cpd_standard_id = ${cpd_standard_id} and r.code = g.code`.execute(trx)
}

/** @throws {AppError} bad_request with the first mistakes, unless the engine can use what is stored */
async function checkRules(trx: Trx, { id, organisation_id }: { id: number; organisation_id: number }): Promise<void> {
  const { categories } = await trx
    .selectFrom('cpd_standard')
    .select('categories')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const used = (await loadRuleSet(trx, { organisation_id, cpd_standard_id: id }))!
  const others = used.categories.filter(({ code }) => !categories.some((one) => one.code === code))
  const unknown = used.rules.find(
    (one) => one.kind === 'level_min' && !used.epas?.some((epa) => epa.code === one.epa_code),
  )
  const missing = unknown ? [`Rule ${unknown.id}: there is no entrustable activity ${unknown.epa_code}.`] : []
  const problems = [...ruleProblems([...categories, ...others], used.rules), ...missing]
  if (problems.length === 0) return
  const field = problems[0]!.startsWith('Category') ? 'categories' : 'rules'
  throw wrong(field, `${problems.slice(0, 5).join(' ')}`)
}

type Body = { rounding?: 0.01 | 0.25 | 0.5; categories?: unknown[] }

function toColumns<Fields extends Body>({ rounding, categories, ...body }: Fields) {
  return {
    ...body,
    ...(rounding !== undefined && { rounding: Math.round(rounding * 100) }),
    ...(categories !== undefined && { categories: sql<never>`${JSON.stringify(categories)}::jsonb` }),
  }
}

export type RuleBody = Static<typeof Rule>
