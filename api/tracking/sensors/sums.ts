import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { sensorsOf } from '#db/sensors/of_tracker.ts'
import { AppError, wrong } from '../../http/errors.ts'

/** A sensor has an attribute, or adds up others, which are calibrated themselves. */
export function checkSource({ path, sum_of, factor, value_offset, points, median_of }: Source): void {
  if (!sum_of) {
    if (path === '') throw wrong('path', 'is missing: give an attribute, or the sensors that it is the sum of.')
    return
  }
  if (path !== '') throw wrong('path', 'must be empty: the sensor is the sum of others.')
  const own = {
    factor: factor !== 1,
    value_offset: value_offset !== 0,
    points: points !== null,
    median_of: median_of !== 1,
  }
  for (const [field, is_own] of Object.entries(own)) {
    if (is_own) throw wrong(field, 'is not asked of a sum: its parts are calibrated and smoothed themselves.')
  }
  const names = sum_of.map((name) => name.toLowerCase())
  const again = names.findIndex((name, i) => names.indexOf(name) < i)
  if (again !== -1) throw wrong(`sum_of.${again}`, 'is there twice.')
}

/**
 * Checks the sums that a change concerns, as they are after it: each part applies where the sum does, is no sum, and has
 * its unit. So there are no cycles.
 *
 * @param change.names what the sensor is called, and was
 * @param change.changed the field that an error names where another sum breaks; null when it was removed
 */
export async function checkSums(trx: Trx, { id, organisation_id, names, changed }: Change): Promise<void> {
  const { rows } = await sql<Broken>`
    select s.id::float8 as id, s.name, s.unit, n.name as part, n.i::int - 1 as index, p.unit as part_unit,
      p.sum_of is not null as is_sum
    from sensor s cross join lateral jsonb_array_elements_text(s.sum_of) with ordinality n (name, i)
    cross join lateral (select s.organisation_id, coalesce(s.tracker_id, 0) as id,
      coalesce((select k.group_id from tracker k where k.organisation_id = s.organisation_id and k.id = s.tracker_id),
        s.group_id) as group_id) t
    left join lateral (select * from ${sensorsOf('t')} a where lower(a.name) = lower(n.name)) p on true
    where s.organisation_id = ${organisation_id} and s.sum_of is not null
      and (s.id = ${id} or exists (select from jsonb_array_elements_text(s.sum_of) o (name)
        where lower(o.name) = any(${names.map((name) => name.toLowerCase())}::text[])))
      and (p.id is null or p.sum_of is not null or p.unit <> s.unit)
    order by s.id = ${id} desc, s.id, n.i limit 1`.execute(trx)
  const [broken] = rows
  if (!broken) return
  const { name, part, index, unit, part_unit, is_sum } = broken
  const why =
    part_unit === null
      ? `there is no sensor ${part} where it applies`
      : is_sum
        ? `${part} is a sum itself`
        : `${part} is in ${part_unit || 'no unit'}, the sum in ${unit || 'no unit'}`
  if (broken.id === id) throw wrong(`sum_of.${index}`, `cannot be added up: ${why}.`)
  if (changed === null) throw new AppError('not_possible', `It is a part of the sum ${name}: change that first.`)
  throw wrong(changed, `breaks the sum ${name}: ${why}.`)
}

type Source = {
  path: string
  sum_of: string[] | null
  factor: number
  value_offset: number
  points: unknown[] | null
  median_of: number
}
type Change = { id: number; organisation_id: number; names: string[]; changed: 'sum_of' | 'unit' | 'name' | null }
type Broken = {
  id: number
  name: string
  unit: string
  part: string
  index: number
  part_unit: string | null
  is_sum: boolean
}
