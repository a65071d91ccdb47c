import { addDays } from '../../../api/cpd/engine/days.ts'
import { evaluate } from '../../../api/cpd/engine/evaluate.ts'
import type { Activity, Plan, Preset, Waiver } from '../../../api/cpd/engine/types.ts'
import { presetOf } from '../../../api/cpd/presets/index.ts'
import { ms, type Row } from '../figures.ts'
import type { Stage } from '../stage.ts'
import { cpdCollege } from './cpd_college.ts'

const PEOPLE = 1000
const ACTIVITIES = 200

/** The credit engine alone, a year of ten lines and a triennium of thirty; then a college on a server. */
export async function cpd(stage: Stage): Promise<Row[]> {
  const engine = ['au-mba-cape', 'au-racgp'].map((code) => {
    stage.log(`evaluating ${PEOPLE} people by ${code}`)
    return rowOf(presetOf(code)!)
  })
  return [...engine, ...(await cpdCollege(stage))]
}

function rowOf(preset: Preset): Row {
  const plan: Plan = { start: '2026-01-01', end: preset.cycle_months === 12 ? '2026-12-31' : '2028-12-31' }
  const waivers: Waiver[] = [{ from: '2026-03-01', to: '2026-04-15' }]
  const people = Array.from({ length: PEOPLE }, (_, person) => activitiesOf(person, preset))
  const start = performance.now()
  const lines = people.reduce((sum, all) => sum + evaluate(preset, plan, all, waivers, '2026-11-22').lines.length, 0)
  const taken = performance.now() - start
  return {
    what: `CPD: results of ${PEOPLE} people × ${ACTIVITIES} activities, ${preset.code}`,
    measured: `${ms(taken)}, ${lines / PEOPLE} lines each`,
    value: taken,
    unit: 'ms',
  }
}

function activitiesOf(person: number, { categories, cycle_months }: Preset): Activity[] {
  return Array.from({ length: ACTIVITIES }, (_, index) => ({
    id: person * ACTIVITIES + index,
    title: `activity ${index}`,
    completed_on: addDays('2026-01-01', (index * 37 + person) % (cycle_months * 30)),
    credits: [{ category_code: categories[index % categories.length]!.code, hours: 1.25 }],
    tags: index % 10 === 0 ? ['ethics', 'cultural_safety'] : [],
  }))
}
