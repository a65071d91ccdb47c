import type { Preset, Rule } from '../../engine/types.ts'
import { common, hours, numbered, planned, presence, tagNames } from '../parts.ts'

const college = {
  ...common,
  code: 'nz-rnzcuc',
  authority: 'Royal New Zealand College of Urgent Care',
  country: 'NZ',
  cycle_months: 36,
} as const satisfies Partial<Preset>

/** Urgent care by the draft of 2021: yearly requirements, and 60 h over and above them in the triennium. */
export const rnzcuc: Preset = {
  ...college,
  version: '2021-draft.1',
  name: 'Urgent care (draft of 2021)',
  source_url: 'https://rnzcuc.org.nz/recertification-2021/triennial-cpd/',
  categories: [
    hours('CPD', 'Triennial CPD'),
    hours('HIGH', 'High-value triennial CPD', { parent_code: 'CPD', credit_per_hour: 2 }),
    hours('PEER', 'Peer group'),
    hours('RESUS', 'Resuscitation'),
    hours('AUDIT', 'Clinical audit'),
    hours('CULTURE', 'Cultural safety and health equity'),
  ],
  rules: numbered([
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['CPD'],
      unit: 'hours',
      amount: 60,
      per: 'cycle',
      sentence: 'At least {required} of triennial CPD',
    },
    yearly('peer_group', 'PEER', 'Peer group'),
    yearly('resuscitation', 'RESUS', 'A resuscitation course'),
    yearly('audit', 'AUDIT', 'A clinical audit'),
    {
      id: 'cultural_safety',
      kind: 'one_of',
      category_codes: ['CULTURE'],
      tags: ['cultural_safety'],
      amount: 1,
      per: 'cycle',
      sentence: 'An activity of cultural safety and health equity in the triennium',
    },
  ]),
  tags: [tagNames.cultural_safety],
  notes: [
    'This is a draft of the College. Whether it holds, and how often cultural safety is asked for, was not found.',
    'High-value activities count double.',
    'No double dipping: hours of a yearly requirement are not triennial CPD too. Split an activity that exceeds it.',
    'The older page differs (version 2020). Which one holds today was not found.',
  ],
}

/** Urgent care by the older page: points for education, peer review and audit, one for an hour. */
export const rnzcuc2020: Preset = {
  ...college,
  version: '2020',
  name: 'Urgent care (older page)',
  source_url: 'https://rnzcuc.org.nz/recertification/',
  superseded: true,
  categories: [
    hours('CME', 'Continuing medical education'),
    hours('PEER', 'Peer review'),
    hours('AUDIT', 'Audit'),
    hours('RESUS', 'Resuscitation'),
    hours('CLINICAL', 'Clinical hours in urgent care'),
  ],
  rules: numbered([
    total('cme', 'CME', 60, 'continuing medical education'),
    total('peer_review', 'PEER', 30, 'peer review'),
    { ...total('peer_review_year', 'PEER', 10, 'peer review'), per: 'year' },
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['CME', 'PEER', 'AUDIT'],
      unit: 'hours',
      amount: 120,
      per: 'cycle',
      sentence: 'At least {required} of education, peer review and audit together',
    },
    yearly('audit', 'AUDIT', 'An audit'),
    yearly('resuscitation', 'RESUS', 'A resuscitation course'),
    total('clinical', 'CLINICAL', 600, 'clinical work in urgent care'),
    planned,
  ]),
  tags: [tagNames.plan],
  notes: ['The draft of 2021 differs. Which one holds today was not found.'],
}

function yearly(id: string, category: string, sentence: string): Omit<Rule, 'position'> {
  return presence(id, sentence, { tags: [], category_codes: [category] })
}

function total(id: string, category: string, amount: number, name: string): Omit<Rule, 'position'> {
  return {
    id,
    kind: 'sum_min',
    category_codes: [category],
    unit: 'hours',
    amount,
    per: 'cycle',
    sentence: `At least {required} of ${name}`,
  }
}
