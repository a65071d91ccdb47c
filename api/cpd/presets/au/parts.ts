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
    less_per_month: 2,
    per: 'year',
    sentence: 'At least {required} of educational activities',
  },
  {
    id: 'each',
    kind: 'each_min',
    category_codes: ['RP', 'MO'],
    unit: 'hours',
    amount: 5,
    less_per_month: 1,
    per: 'year',
    sentence: 'At least {required} of {category}',
  },
  {
    id: 'both',
    kind: 'sum_min',
    category_codes: ['RP', 'MO'],
    unit: 'hours',
    amount: 25,
    less_per_month: 2,
    per: 'year',
    sentence: 'At least {required} of reviewing performance and measuring outcomes together',
  },
  {
    id: 'total',
    kind: 'sum_min',
    category_codes: ['EA', 'RP', 'MO'],
    unit: 'hours',
    amount: 50,
    less_per_month: 4,
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
/** Leave from six months on takes hours off each month, and a year of leave is exempt. */
export const boardLeave = {
  reduced_from_months: 6,
  exempt_from_months: 12,
  sources: [
    {
      about: 'Leave',
      url: 'https://www.racgp.org.au/education/professional-development/cpd/cpd-program/cpd-policies-and-guidelines/cpd-exemption-or-variation',
      checked_on: '2026-11-25',
    },
  ],
}
export const boardNotes = [
  'Leave of less than 6 months reduces nothing. From 6 months without a break on, each month of leave takes off 2 h of ' +
    'educational activities, 1 h of reviewing performance and 1 h of measuring outcomes; 12 months are exempt.',
  'The CPD home is the organisation whose cycle it is.',
  'Evidence is kept for 3 years after the end of each cycle.',
  'Hours of one activity may be split over the types.',
]
