import type { Rule } from '../../engine/types.ts'
import { evaluated, hours, planned, presence, tagNames } from '../parts.ts'

/** The Medical Board of Australia's types of activity, which all colleges share. */
export const boardCategories = [
  hours('EA', 'Educational activities'),
  hours('RP', 'Reviewing performance'),
  hours('MO', 'Measuring outcomes'),
]

/** The Medical Board of Australia's rules from 2023, each year. */
export const boardRules: Omit<Rule, 'position'>[] = [
  {
    id: 'educational',
    kind: 'sum_min',
    category_codes: ['EA'],
    unit: 'hours',
    amount: 12.5,
    per: 'year',
    sentence: 'At least {required} of educational activities',
  },
  {
    id: 'each',
    kind: 'each_min',
    category_codes: ['RP', 'MO'],
    unit: 'hours',
    amount: 5,
    per: 'year',
    sentence: 'At least {required} of {category}',
  },
  {
    id: 'both',
    kind: 'sum_min',
    category_codes: ['RP', 'MO'],
    unit: 'hours',
    amount: 25,
    per: 'year',
    sentence: 'At least {required} of reviewing performance and measuring outcomes together',
  },
  {
    id: 'total',
    kind: 'sum_min',
    category_codes: ['EA', 'RP', 'MO'],
    unit: 'hours',
    amount: 50,
    per: 'year',
    sentence: 'At least {required} in all',
  },
  planned,
  evaluated,
  presence('cpd_home', 'A CPD home'),
]

const capeTags = ['cultural_safety', 'health_inequity', 'professionalism', 'ethics']

/** What all CPD homes add: an activity each year about each of the four themes. */
export const capeRule: Omit<Rule, 'position'> = {
  id: 'cape',
  kind: 'distinct_min',
  tags: capeTags,
  amount: 4,
  per: 'year',
  sentence: 'An activity about each of cultural safety, health inequity, professionalism and ethics',
}

export const boardTags = [tagNames.plan, tagNames.self_evaluation, { code: 'cpd_home', name: 'CPD home' }]
export const capeNames = [tagNames.cultural_safety, tagNames.health_inequity, tagNames.professionalism, tagNames.ethics]
export const boardNotes = [
  'The CPD home is the organisation whose cycle it is.',
  'Evidence is kept for 3 years after the end of each cycle.',
  'Hours of one activity may be split over the types.',
]
