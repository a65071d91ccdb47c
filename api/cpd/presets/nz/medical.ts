import type { Preset } from '../../engine/types.ts'
import { common, credits, hours, numbered, planned, presence, tagNames } from '../parts.ts'

const conversation = presence('structured_conversation', 'A structured conversation')
const triennialConversation = presence('structured_conversation', 'An annual structured conversation')

/** Vocational scopes: no hours, but something of each kind every year. */
export const mcnz: Preset = {
  ...common,
  code: 'nz-mcnz-vocational',
  version: '2022',
  name: 'Medical Council of New Zealand, vocational scopes',
  authority: 'Medical Council of New Zealand',
  country: 'NZ',
  source_url: 'https://www.mcnz.org.nz/registration/maintain-or-renew-registration/',
  categories: [
    hours('RRP', 'Reviewing and reflecting on practice'),
    hours('MIO', 'Measuring and improving outcomes'),
    hours('EDU', 'Educational activities'),
  ],
  rules: numbered([
    presence('reviewing', 'An activity of reviewing and reflecting on practice', { tags: [], category_codes: ['RRP'] }),
    presence('measuring', 'An activity of measuring and improving outcomes', { tags: [], category_codes: ['MIO'] }),
    presence('educational', 'An educational activity', { tags: [], category_codes: ['EDU'] }),
    conversation,
    planned,
    presence('cultural_safety', 'An activity about cultural safety and health equity', {
      tags: ['cultural_safety', 'health_inequity'],
    }),
  ]),
  tags: [
    tagNames.plan,
    tagNames.structured_conversation,
    tagNames.cultural_safety,
    { code: 'health_inequity', name: 'Health equity' },
  ],
  notes: [
    'The Council sets no number of hours.',
    'An old page asks that at least 20 % of doctors are audited each year; whether that holds today was not found.',
  ],
}

/** General scope: the year begins on the day of registration. */
export const inpractice: Preset = {
  ...common,
  code: 'nz-inpractice',
  version: '2022',
  name: 'Inpractice, general scope',
  authority: 'Medical Council of New Zealand, by bpacnz',
  country: 'NZ',
  source_url: 'https://www.inpractice.org.nz/faq',
  year_starts: 'personal',
  pro_rata: 'months',
  categories: [
    hours('CME', 'Continuing medical education'),
    hours('PEER', 'Peer review'),
    hours('AUDIT', 'Audit'),
    hours('MEETING', 'Meeting with the collegial provider'),
  ],
  rules: numbered([
    planned,
    {
      id: 'cme',
      kind: 'sum_min',
      category_codes: ['CME'],
      unit: 'hours',
      amount: 20,
      per: 'year',
      sentence: 'At least {required} of continuing medical education',
    },
    {
      id: 'peer_review',
      kind: 'sum_min',
      category_codes: ['PEER'],
      unit: 'hours',
      amount: 10,
      per: 'year',
      sentence: 'At least {required} of peer review',
    },
    presence('audit', 'An audit', { tags: [], category_codes: ['AUDIT'] }),
    {
      id: 'meetings',
      kind: 'count_min',
      category_codes: ['MEETING'],
      unit: 'items',
      amount: 4,
      per: 'year',
      sentence: 'At least {required} meetings with the collegial provider',
    },
    presence('quiz', 'The essentials quiz once in 3 years', { per: 'rolling', window_months: 36 }),
    presence('feedback', 'Feedback of colleagues and patients once in 3 cycles', { per: 'rolling', window_months: 36 }),
  ]),
  tags: [tagNames.plan, { code: 'quiz', name: 'Essentials quiz' }, { code: 'feedback', name: 'Multi-source feedback' }],
  notes: ['The year begins on the day of registration. Pro rata for shorter periods.'],
}

/** General practitioners: 96 credits in a triennium over four categories. */
export const rnzcgp: Preset = {
  ...common,
  code: 'nz-rnzcgp',
  version: '96',
  name: 'Te Whanake',
  authority: 'Royal New Zealand College of General Practitioners',
  country: 'NZ',
  source_url: 'https://www.rnzcgp.org.nz/resources/te-whanake-cpd/te-whanake-cpd-programme-requirements/',
  unit: 'credits',
  cycle_months: 36,
  categories: [
    credits('ME', 'Medical education'),
    credits('CSE', 'Cultural safety and equity'),
    credits('PO', 'Patient outcomes'),
    credits('RP', 'Reviewing practice'),
  ],
  rules: numbered([
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['ME', 'CSE', 'PO', 'RP'],
      unit: 'credits',
      amount: 96,
      per: 'cycle',
      sentence: 'At least {required}',
    },
    {
      id: 'categories',
      kind: 'distinct_min',
      category_codes: ['ME', 'CSE', 'PO', 'RP'],
      amount: 4,
      per: 'cycle',
      sentence: 'Credits in each of the four learning categories',
    },
    presence('reflection', 'Reflections on learning activities', { per: 'cycle' }),
    presence('goals', 'Annual goals', { tags: ['goals', 'plan'] }),
    triennialConversation,
  ]),
  tags: [
    tagNames.plan,
    tagNames.structured_conversation,
    { code: 'goals', name: 'Annual goals' },
    { code: 'reflection', name: 'Reflection' },
  ],
  notes: ['The total was 150 credits, then 120: earlier versions are kept for cycles that began under them.'],
}

/** The programme of 2021: 120 credits, of which up to 30 for the plan and the annual conversation. */
export const rnzcgp120: Preset = {
  ...rnzcgp,
  version: '120',
  name: 'RNZCGP, 120 credits',
  superseded: true,
  categories: [
    credits('RRP', 'Reviewing and reflecting on practice'),
    credits('MIO', 'Measuring and improving outcomes'),
    credits('CME', 'Continuing medical education'),
    credits('PLAN', 'Plan and annual conversation', { cap: 30, cap_per: 'cycle' }),
  ],
  rules: numbered([
    { id: 'total', kind: 'sum_min', unit: 'credits', amount: 120, per: 'cycle', sentence: 'At least {required}' },
    presence('goals', 'A professional development plan', { tags: ['goals', 'plan'] }),
    triennialConversation,
  ]),
}

/** The programme before 2021. */
export const rnzcgp150: Preset = {
  ...rnzcgp,
  version: '150',
  name: 'RNZCGP, 150 credits',
  superseded: true,
  categories: [credits('CPD', 'CPD')],
  rules: numbered([
    { id: 'total', kind: 'sum_min', unit: 'credits', amount: 150, per: 'cycle', sentence: 'At least {required}' },
  ]),
}
