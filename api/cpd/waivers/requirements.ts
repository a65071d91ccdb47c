import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { defineAction } from '../../crud/action.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { wrong } from '../../http/errors.ts'
import { countsItems, hundredths } from '../engine/amounts.ts'
import { headOf, listText, nameOf, shortOf } from '../engine/heads.ts'
import { devplan } from '../plans/devplan.ts'
import { loadRuleSet } from '../results/rule_set.ts'

const Requirement = Type.Object({
  code: Type.String(),
  title: Type.String({ description: 'What it asks for in the whole, before waivers' }),
  short: Type.String(),
})

/** What the standard of a plan asks for: what a waiver may be about. */
export const listRequirements = defineAction({
  method: 'GET',
  path: 'devplan/requirements',
  tags: ['devplans'],
  summary: 'List what the standard of a plan asks for: what a waiver may be about',
  query: IdQuery,
  answer: Type.Array(Requirement),
  async run({ context: { db }, viewer, query }) {
    const { id } = await read(db, devplan, viewer, query.id)
    return requirementsOf(db, id)
  },
})

export async function requirementsOf(db: Db | Trx, devplan_id: number) {
  const cycle = await db
    .selectFrom('devplan as p')
    .innerJoin('devcycle as c', 'c.id', 'p.devcycle_id')
    .select(['c.organisation_id', 'c.cpd_standard_id'])
    .where('p.id', '=', devplan_id)
    .executeTakeFirstOrThrow()
  const rules = await loadRuleSet(db, cycle)
  const named = (code: string) => nameOf(rules?.categories, code)
  return (rules?.rules ?? [])
    .filter(({ kind }) => kind !== 'sum_max' && kind !== 'share_max')
    .map((rule) => {
      const unit = countsItems(rule) ? ('items' as const) : (rule.unit ?? rules!.unit)
      const code = rule.kind === 'each_min' ? listText((rule.category_codes ?? []).map(named)) : undefined
      const title = headOf(rules!, rule, { amount: hundredths(rule.amount), unit, code })
      return { code: String(rule.id), title, short: shortOf(rules!, rule) }
    })
}

/** @throws {AppError} bad_request for a requirement that the standard of the plan does not have */
export async function checkRequirements(trx: Trx, devplan_id: number, codes: string[] | undefined): Promise<void> {
  if (!codes || codes.length === 0) return
  const known = new Set((await requirementsOf(trx, devplan_id)).map(({ code }) => code))
  const other = codes.find((code) => !known.has(code))
  if (other !== undefined) throw wrong('requirements', `the standard of this plan does not ask for ${other}.`)
}
