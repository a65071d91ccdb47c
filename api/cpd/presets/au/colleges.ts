import type { Preset } from '../../engine/types.ts'
import { common, hours, numbered, presence, tagNames } from '../parts.ts'
import { boardCategories, boardLeave, boardNotes, boardRules, boardTags, capeNames, capeRule } from './parts.ts'

const college = {
  ...common,
  version: '2023.1',
  ...boardLeave,
  country: 'AU',
  keep_years: 3,
  categories: boardCategories,
  tags: [...boardTags, ...capeNames],
} as const satisfies Partial<Preset>

/** General practitioners: the Board's years, and resuscitation once in the triennium. */
export const racgp: Preset = {
  ...college,
  code: 'au-racgp',
  name: 'RACGP',
  authority: 'Royal Australian College of General Practitioners',
  source_url: 'https://www.racgp.org.au/education/professional-development/cpd/2023-triennium/faqs-for-gps',
  cycle_months: 36,
  cycle_anchor: '2023-01-01',
  rules: numbered([...boardRules, capeRule, presence('cpr', 'A CPR course in the triennium', { per: 'cycle' })]),
  tags: [...college.tags, { code: 'cpr', name: 'CPR course' }],
  notes: [...boardNotes, 'The current triennium is 2026 to 2028.'],
}

/** Rural doctors: the Board's years, and advanced life support every three years. */
export const acrrm: Preset = {
  ...college,
  code: 'au-acrrm',
  name: 'ACRRM',
  authority: 'Australian College of Rural and Remote Medicine',
  source_url: 'https://www.acrrm.org.au/',
  cycle_months: 36,
  cycle_anchor: '2023-01-01',
  rules: numbered([
    ...boardRules,
    capeRule,
    presence('advanced_life_support', 'An advanced life support course in 3 years', {
      per: 'rolling',
      window_months: 36,
    }),
  ]),
  tags: [...college.tags, { code: 'advanced_life_support', name: 'Advanced life support' }],
  notes: boardNotes,
}

/** Emergency physicians: the Board's year, core procedural skills and Emergency Medicine Education modules. */
export const acem: Preset = {
  ...college,
  code: 'au-acem',
  name: 'ACEM',
  authority: 'Australasian College for Emergency Medicine',
  source_url: 'https://acem.org.au/',
  categories: [...boardCategories, hours('EEM', 'EEM modules', { parent_code: 'EA', item_hours: 0.5 })],
  rules: numbered([
    ...boardRules,
    capeRule,
    {
      id: 'core_skills',
      kind: 'count_min',
      tags: ['core_procedural_skill'],
      unit: 'items',
      amount: 3,
      per: 'year',
      sentence: 'At least {required} core procedural skills',
    },
    {
      id: 'eem',
      kind: 'count_min',
      category_codes: ['EEM'],
      unit: 'items',
      amount: 4,
      per: 'year',
      sentence: 'At least {required} EEM modules',
    },
  ]),
  tags: [...college.tags, { code: 'core_procedural_skill', name: 'Core procedural skill' }],
  notes: [...boardNotes, 'An EEM module counts as 0.5 h of educational activities.'],
}

/** Surgeons: the Board's year, submitted by 28 February; 5 % of records are verified. */
export const racs: Preset = {
  ...college,
  code: 'au-racs',
  name: 'RACS',
  authority: 'Royal Australasian College of Surgeons',
  source_url: 'https://www.surgeons.org/',
  submit_by: '02-28',
  audit_percent: 5,
  rules: numbered([...boardRules, capeRule]),
  notes: [...boardNotes, 'Submit by 28 February of the next year.', '5 % of participants are verified each year.'],
}

/** Pathologists: 60 h, at least 15 in each of four categories, in quarter hours. */
export const rcpa: Preset = {
  ...common,
  code: 'au-rcpa',
  version: '2025',
  name: 'RCPA',
  authority: 'Royal College of Pathologists of Australasia',
  country: 'AU',
  source_url: 'https://www.rcpa.edu.au/CPD',
  rounding: 0.25,
  keep_years: 3,
  submit_by: '03-31',
  categories: [
    hours('EA', 'Educational activities'),
    hours('RP', 'Reviewing performance'),
    hours('MO', 'Measuring outcomes'),
    hours('PROF', 'Professionalism, ethics and culture'),
  ],
  rules: numbered([
    {
      id: 'each',
      kind: 'each_min',
      category_codes: ['EA', 'RP', 'MO', 'PROF'],
      unit: 'hours',
      amount: 15,
      per: 'year',
      sentence: 'At least {required} of {category}',
    },
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['EA', 'RP', 'MO', 'PROF'],
      unit: 'hours',
      amount: 60,
      per: 'year',
      sentence: 'At least {required} in all',
    },
    presence('plan', 'A written professional development plan', { amount_for: { practises_elsewhere: 0 } }),
  ]),
  tags: [tagNames.plan],
  qualifications: [{ code: 'practises_elsewhere', name: 'Practises outside Australia' }],
  notes: [
    'Submit by 31 March of the next year.',
    'Time is recorded in quarter hours.',
    'The plan is compulsory in Australia: people with the qualification "Practises outside Australia" need none.',
    'The names of the four categories are from general knowledge: rename them where your programme differs.',
  ],
}

/** Anaesthetists and pain specialists, with the new activity of 2026. */
export const anzca: Preset = {
  ...college,
  code: 'au-anzca-2026',
  version: '2026.1',
  name: 'ANZCA and FPM',
  authority: 'Australian and New Zealand College of Anaesthetists',
  country: 'AU, NZ',
  source_url: 'https://www.anzca.edu.au/news-and-safety-alerts/welcome-to-2026-cpd',
  reduced_from_months: 6,
  exempt_from_months: 6,
  sources: [
    {
      about: 'Leave',
      url: 'https://www.anzca.edu.au/news-and-safety-alerts/welcome-to-2026-cpd',
      checked_on: '2026-11-22',
    },
  ],
  categories: [
    hours('PE', 'Practice evaluation'),
    hours('RP', 'Reviewing performance', { parent_code: 'PE' }),
    hours('MO', 'Measuring outcomes', { parent_code: 'PE' }),
    hours('KS', 'Knowledge and skills'),
  ],
  rules: numbered([
    {
      id: 'practice_evaluation',
      kind: 'sum_min',
      category_codes: ['PE'],
      unit: 'hours',
      amount: 25,
      per: 'year',
      sentence: 'At least {required} of practice evaluation',
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
      id: 'knowledge',
      kind: 'sum_min',
      category_codes: ['KS'],
      unit: 'hours',
      amount: 12.5,
      per: 'year',
      sentence: 'At least {required} of knowledge and skills',
    },
    {
      id: 'total',
      kind: 'sum_min',
      category_codes: ['PE', 'KS'],
      unit: 'hours',
      amount: 50,
      per: 'year',
      sentence: 'At least {required} in all',
    },
    presence('emergency_response', 'An emergency response activity'),
    {
      id: 'evaluation_activity',
      kind: 'one_of',
      tags: ['patient_survey', 'multi_source_feedback', 'peer_review', 'audit'],
      amount: 1,
      per: 'year',
      sentence: 'One of patient survey, multi-source feedback, peer review or clinical audit',
    },
    presence('cultural_safety', 'A cultural safety activity'),
    {
      id: 'ape',
      kind: 'one_of',
      tags: ['health_inequity', 'professionalism', 'ethics'],
      amount: 1,
      per: 'year',
      applies_from: '2026-01-01',
      sentence: 'An activity about health inequity, professionalism or ethics',
    },
    presence('plan', 'A CPD plan before the first entry', { before_first_entry: true }),
    presence('self_evaluation', 'A CPD evaluation at the end of the year'),
    presence('structured_conversation', 'A structured conversation (Medical Council of New Zealand)', {
      for_qualification: 'mcnz',
    }),
  ]),
  tags: [
    ...college.tags,
    tagNames.peer_review,
    tagNames.audit,
    tagNames.structured_conversation,
    { code: 'emergency_response', name: 'Emergency response' },
    { code: 'patient_survey', name: 'Patient survey' },
    { code: 'multi_source_feedback', name: 'Multi-source feedback' },
  ],
  qualifications: [{ code: 'mcnz', name: 'Registered with the Medical Council of New Zealand' }],
  notes: [
    '6 months of leave or more in a year: exempt; shorter leave reduces nothing.',
    'Evidence is kept for 3 years.',
  ],
}
