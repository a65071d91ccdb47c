import type { Preset } from '../../engine/types.ts'
import { common, credits, numbered, presence } from '../parts.ts'

/** Canada, Maintenance of Certification: 400 credits in five years. */
export const rcpsc: Preset = {
  ...common,
  code: 'ca-rcpsc',
  version: '2014',
  name: 'Maintenance of Certification',
  authority: 'Royal College of Physicians and Surgeons of Canada',
  country: 'CA',
  source_url: 'https://www.royalcollege.ca/en/cpd/maintenance-of-certification-program',
  unit: 'credits',
  cycle_months: 60,
  categories: [
    credits('S1', 'Section 1: group learning'),
    credits('S2', 'Section 2: self-learning'),
    credits('S3', 'Section 3: assessment'),
  ],
  rules: numbered([
    { id: 'total', kind: 'sum_min', unit: 'credits', amount: 400, per: 'cycle', sentence: 'At least {required}' },
    { id: 'year', kind: 'sum_min', unit: 'credits', amount: 40, per: 'year', sentence: 'At least {required}' },
    {
      id: 'each',
      kind: 'each_min',
      category_codes: ['S1', 'S2', 'S3'],
      unit: 'credits',
      amount: 25,
      per: 'cycle',
      sentence: 'At least {required} of {category}',
    },
  ]),
  notes: [
    'Figures as quoted by northernhealth.ca and craj.ca.',
    'Credits for an hour differ by section: set the rate of a category.',
  ],
}

/** American Board of Internal Medicine: 100 points in five years, and an assessment in ten. */
export const abim: Preset = {
  ...common,
  code: 'us-abim',
  version: '2023',
  name: 'ABIM Maintenance of Certification',
  authority: 'American Board of Internal Medicine',
  country: 'US',
  source_url: 'https://www.abim.org/maintenance-of-certification/',
  unit: 'points',
  cycle_months: 60,
  categories: [{ code: 'MOC', name: 'MOC activities', unit: 'points' }],
  rules: numbered([
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['MOC'],
      unit: 'points',
      amount: 100,
      per: 'cycle',
      alternative_rule_id: 'new_subspecialty',
      sentence: 'At least {required}',
    },
    presence('two_years', 'An activity every 2 years', {
      tags: [],
      category_codes: ['MOC'],
      per: 'rolling',
      window_months: 24,
    }),
    {
      id: 'assessment',
      kind: 'one_of',
      tags: ['lka', 'exam'],
      amount: 1,
      per: 'rolling',
      window_months: 120,
      sentence: 'An assessment in 10 years: longitudinal assessment (LKA) or examination',
    },
    presence('new_subspecialty', 'Certification in a new subspecialty', { per: 'cycle', desirable: true }),
  ]),
  tags: [
    { code: 'lka', name: 'Longitudinal Knowledge Assessment' },
    { code: 'exam', name: 'Examination' },
    { code: 'new_subspecialty', name: 'New subspecialty' },
  ],
  notes: ['Certification in a new subspecialty within the five years satisfies the 100 points.'],
}
