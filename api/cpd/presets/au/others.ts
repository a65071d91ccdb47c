import type { Preset } from '../../engine/types.ts'
import { common, hours, numbered } from '../parts.ts'

/** Nurses and midwives: 20 h from June to May. */
export const nmba: Preset = {
  ...common,
  code: 'au-nmba',
  version: '2016',
  name: 'Nursing and Midwifery Board of Australia',
  authority: 'Nursing and Midwifery Board of Australia',
  country: 'AU',
  source_url: 'https://www.nursingmidwiferyboard.gov.au/Registration-Standards.aspx',
  year_starts: '06-01',
  pro_rata: 'months',
  keep_years: 5,
  categories: [hours('CPD', 'CPD')],
  rules: numbered([
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['CPD'],
      unit: 'hours',
      amount: 20,
      per: 'year',
      sentence: 'At least {required} of CPD',
    },
  ]),
  notes: ['Pro rata for registration during the year.', 'Records are kept for 5 years.'],
}

/** CPA Australia: three calendar years from the day of joining. */
export const cpa: Preset = {
  ...common,
  code: 'au-cpa',
  version: '2023-10',
  name: 'CPA Australia',
  authority: 'CPA Australia',
  country: 'AU',
  source_url: 'https://www.cpaaustralia.com.au/career-development/continuing-professional-development',
  cycle_months: 36,
  first_period: 'cutoff',
  first_period_cutoff: '06-30',
  categories: [hours('CPD', 'CPD'), hours('READING', 'Reading', { parent_code: 'CPD' })],
  rules: numbered([
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['CPD'],
      unit: 'hours',
      amount: 120,
      per: 'cycle',
      sentence: 'At least {required} of CPD',
    },
    {
      id: 'year',
      kind: 'sum_min',
      category_codes: ['CPD'],
      unit: 'hours',
      amount: 20,
      per: 'year',
      sentence: 'At least {required} of CPD',
    },
    {
      id: 'ethics_year',
      kind: 'sum_min',
      tags: ['ethics'],
      flags: ['verifiable'],
      unit: 'hours',
      amount: 2,
      per: 'year',
      applies_from: '2023-10-01',
      sentence: 'At least {required} of verifiable ethics',
    },
    {
      id: 'ethics',
      kind: 'sum_min',
      tags: ['ethics'],
      flags: ['verifiable'],
      unit: 'hours',
      amount: 10,
      per: 'cycle',
      applies_from: '2023-10-01',
      sentence: 'At least {required} of verifiable ethics',
    },
    {
      id: 'reading',
      kind: 'sum_max',
      category_codes: ['READING'],
      unit: 'hours',
      amount: 10,
      per: 'year',
      sentence: 'At most {required} of reading a year',
    },
  ]),
  tags: [{ code: 'ethics', name: 'Ethics' }],
  notes: [
    'Members who joined by 30 June begin on 1 January of that year, others on the next.',
    'Ethics is required from 1 October 2023: here of years and triennia that begin after it.',
    'Hours are not carried over.',
  ],
}

const ipaAreas = [
  hours('TECH', 'Technical and product knowledge'),
  hours('MGMT', 'Management and professional skills'),
  hours('ETHICS', 'Professional and ethical standards'),
]

/** Institute of Public Accountants: one triennium for all. `verifiable` is the Institute's "verified". */
export const ipa: Preset = {
  ...common,
  code: 'au-ipa',
  version: '2021',
  name: 'Institute of Public Accountants',
  authority: 'Institute of Public Accountants',
  country: 'AU',
  source_url: 'https://www.publicaccountants.org.au/events/cpd-requirements/cpd-audit-information',
  year_starts: '07-01',
  cycle_months: 36,
  cycle_anchor: '2021-07-01',
  pro_rata: 'months',
  keep_years: 5,
  categories: ipaAreas,
  rules: numbered([
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['TECH', 'MGMT', 'ETHICS'],
      unit: 'hours',
      amount: 120,
      per: 'cycle',
      sentence: 'At least {required} of CPD',
    },
    {
      id: 'verified',
      kind: 'sum_min',
      category_codes: ['TECH', 'MGMT', 'ETHICS'],
      flags: ['verifiable'],
      unit: 'hours',
      amount: 90,
      per: 'cycle',
      sentence: 'At least {required} of verified CPD',
    },
    {
      id: 'each',
      kind: 'each_min',
      category_codes: ['TECH', 'MGMT', 'ETHICS'],
      unit: 'hours',
      amount: 20,
      per: 'cycle',
      sentence: 'At least {required} of {category}',
    },
    {
      id: 'each_verified',
      kind: 'each_min',
      category_codes: ['TECH', 'MGMT', 'ETHICS'],
      flags: ['verifiable'],
      unit: 'hours',
      amount: 15,
      per: 'cycle',
      sentence: 'At least {required} of verified {category}',
    },
  ]),
  notes: [
    'All members share one triennium, which begins on 1 July (2021, 2024, 2027).',
    'Pro rata for members who join during it.',
    'Records are kept for 5 years after the triennium.',
  ],
}

/** The rules that held for triennia that began before 1 July 2021. */
export const ipa2018: Preset = {
  ...ipa,
  version: '2018',
  name: 'Institute of Public Accountants (before July 2021)',
  source_url: 'https://www.publicaccountants.org.au/events/cpdrequirements',
  cycle_anchor: '2018-07-01',
  superseded: true,
  categories: [hours('STRUCTURED', 'Structured CPD'), hours('UNSTRUCTURED', 'Unstructured CPD')],
  rules: numbered([
    { id: 'total', kind: 'sum_min', unit: 'hours', amount: 120, per: 'cycle', sentence: 'At least {required} of CPD' },
    { id: 'year', kind: 'sum_min', unit: 'hours', amount: 20, per: 'year', sentence: 'At least {required} of CPD' },
    {
      id: 'unstructured',
      kind: 'sum_max',
      category_codes: ['UNSTRUCTURED'],
      unit: 'hours',
      amount: 30,
      per: 'cycle',
      sentence: 'At most {required} of unstructured CPD in the triennium',
    },
  ]),
}
