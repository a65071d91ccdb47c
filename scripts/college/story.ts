import type { CreateBody } from '#api/client.ts'
import type { Username } from './people.ts'

/** What the demo college entrusts trainees with. */
export const epa = {
  code: 'EPA 4',
  name: 'Trauma ultrasound of the abdomen',
  levels: [
    'Watches only',
    'Does it with the supervisor beside them',
    'Does it with the supervisor close by',
    'Does it alone; the supervisor looks through it later',
    'Supervises others in it',
  ],
  required_level: 4,
  required_times: 3,
  required_assessors: 2,
}

/** What the trainees of the demo college have done. Days are shares of the time since the cycle began. */
export const trainees: Record<string, Trainee> = {
  'demo.hana': {
    supervisor: 'demo.mere',
    plan: 'agreed',
    text: 'This year I work on trauma ultrasound, and on how I talk with families when things go wrong.',
    self_evaluation:
      'Both goals are reached. The audit changed how we label images; next year I teach it to registrars.',
    goals: [
      {
        description: 'Read trauma ultrasound of the abdomen without a second reader',
        plan_category: 'Clinical practice',
        measurable: 'Forty scans, compared with CT',
        action: 'Ten scans a month with Mere Rangi',
        progress: [40, 'Twenty scans are compared, two differ.'],
      },
      {
        description: 'Lead a conversation after a complication',
        plan_category: 'Communication',
        measurable: 'Two conversations, each with feedback from a peer',
        progress: [100, 'Both are done. Silence is harder than words.'],
      },
    ],
    activities: [
      ['Course: ultrasound in trauma', 0.08, { EA: 8 }, { provider: 'Royal Melbourne Hospital', evidence: true }],
      ['Journal club, first half of the year', 0.4, { EA: 6 }, { learnings: 'Small studies are believed too soon.' }],
      ['Audit of image labels in the emergency department', 0.55, { MO: 14 }, { evidence: true, tags: ['ethics'] }],
      ['Morbidity and mortality meetings', 0.65, { RP: 6, MO: 4 }, { verified: true }],
      ['Feedback from colleagues', 0.75, { RP: 8 }, { verified: true, tags: ['professionalism'] }],
      ['Cultural safety with Victorian Aboriginal health services', 0.85, { EA: 5 }, { tags: ['cultural_safety'] }],
    ],
    procedures: 9,
    training: { place: 'Royal Melbourne Hospital', specialty: 'Emergency radiology', levels: [2, 3, 4] },
    qualification: ['Advanced life support', 200],
  },
  'demo.tom': {
    supervisor: 'demo.mere',
    plan: 'agreed',
    text: 'I want to be quicker and calmer with central lines, and to close an audit that I began last year.',
    goals: [
      {
        description: 'Place central lines under ultrasound on the first attempt',
        plan_category: 'Clinical practice',
        measurable: 'Nine of ten on the first attempt',
        progress: [60, 'Eleven lines, eight on the first attempt.'],
      },
    ],
    activities: [
      ['Simulation day: difficult airways', 0.2, { EA: 7 }, { evidence: true }],
      ['Teaching third-year students', 0.35, { EA: 4 }, {}],
      [
        'Audit of central lines, second cycle',
        0.6,
        { MO: 9 },
        { learnings: 'The first cycle had counted lines twice.' },
      ],
      ['Case reviews with Mere Rangi', 0.8, { RP: 4 }, { verified: true }],
    ],
    procedures: 12,
    training: { place: 'Austin Hospital', specialty: 'Anaesthesia', levels: [3] },
    qualification: ['Advanced life support', 80],
  },
  'demo.priya': {
    supervisor: 'demo.mere',
    plan: 'submitted',
    text: 'After parental leave I return to the list slowly, with a second reader until the end of the winter.',
    waiver: ['leave', 0.1, 0.35],
    goals: [
      {
        description: 'Return to a full operating list',
        plan_category: 'Clinical practice',
        timely: 0.95,
        measurable: 'Two lists a week without a second surgeon',
      },
    ],
    activities: [
      ['Return to practice: a week of supervised lists', 0.5, { RP: 5 }, {}],
      ['Online course: consent', 0.7, { EA: 3 }, { evidence: true, tags: ['ethics'] }],
    ],
    procedures: 4,
  },
  'demo.wiremu': {
    supervisor: 'demo.james',
    plan: 'returned',
    text: 'Learn more.',
    goals: [{ description: 'Learn more about the shoulder', plan_category: 'Clinical practice' }],
    activities: [
      [
        'Conference',
        0.3,
        { EA: 6 },
        { returned: 'Which sessions, and what did you take home? Please add a certificate.' },
      ],
      [
        'Shoulder clinic with a physiotherapist',
        0.6,
        { EA: 2 },
        { private: true, learnings: 'I had stopped listening.' },
      ],
    ],
    procedures: 3,
    qualification: ['Radiation safety', 25],
  },
  'demo.sofia': {
    supervisor: 'demo.james',
    plan: 'draft',
    text: '',
    goals: [],
    activities: [['Orientation day', 0.9, { EA: 1.5 }, {}]],
    procedures: 0,
    qualification: ['Basic life support', 6],
  },
}

/** Cases, in the order in which trainees record them. */
export const cases: Omit<CreateBody<'procedure'>, 'date'>[] = [
  {
    type: 'Focused abdominal ultrasound',
    modality: 'Ultrasound',
    region: 'Abdomen',
    role: 'surgeon',
    supervision: 'present',
  },
  { type: 'Central venous line', modality: 'Ultrasound', region: 'Neck', role: 'surgeon', supervision: 'available' },
  {
    type: 'Laparoscopic cholecystectomy',
    modality: 'Laparoscopy',
    region: 'Abdomen',
    role: 'first_assistant',
    supervision: 'scrubbed',
    difficulty_physical: 'Adhesions after an earlier operation',
  },
  {
    type: 'Joint injection',
    modality: 'Ultrasound',
    region: 'Shoulder',
    role: 'surgeon',
    supervision: 'independent',
    structures: 'Subacromial bursa',
  },
  {
    type: 'Knee arthroscopy',
    modality: 'Arthroscopy',
    region: 'Knee',
    role: 'second_assistant',
    supervision: 'scrubbed',
  },
  { type: 'Chest drain', modality: 'Ultrasound', region: 'Chest', role: 'surgeon', supervision: 'present' },
]

export const terms: CreateBody<'procedureterm'>[] = [
  { kind: 'modality', code: 'us', name: 'Ultrasound' },
  { kind: 'modality', code: 'lap', name: 'Laparoscopy' },
  { kind: 'modality', code: 'arthro', name: 'Arthroscopy' },
  { kind: 'region', code: 'abdomen', name: 'Abdomen' },
  { kind: 'region', code: 'neck', name: 'Neck' },
  { kind: 'region', code: 'shoulder', name: 'Shoulder' },
  { kind: 'region', code: 'knee', name: 'Knee' },
  { kind: 'region', code: 'chest', name: 'Chest' },
]

export const shared: { description: string; plan_category: string; compulsory: boolean }[] = [
  {
    description: 'Discuss three difficult cases with a peer from another hospital',
    plan_category: 'Reviewing performance',
    compulsory: true,
  },
  { description: 'Complete a module about cultural safety', plan_category: 'Cultural safety', compulsory: false },
]

export const template: CreateBody<'devformtemplate'> = {
  name: 'Observed procedure',
  filled_by: 'self',
  fields: [
    { name: 'procedure', label: 'Which procedure?', kind: 'text', required: true },
    { name: 'preparation', label: 'Preparation and consent', kind: 'scale', min: 1, max: 5, required: true },
    { name: 'technique', label: 'Technique', kind: 'scale', min: 1, max: 5, required: true },
    { name: 'next', label: 'What would you do differently?', kind: 'longtext' },
  ],
}

type Trainee = {
  supervisor: Username
  plan: 'draft' | 'submitted' | 'agreed' | 'returned'
  text: string
  self_evaluation?: string
  goals: (Partial<Omit<CreateBody<'devgoal'>, 'timely'>> & {
    description: string
    timely?: number
    progress?: [percent: number, text: string]
  })[]
  activities: [target: string, at: number, hours: Record<string, number>, more: Done][]
  procedures: number
  /** Its name, and the days for which it is still valid. */
  qualification?: [name: string, days: number]
  training?: { place: string; specialty: string; levels: number[] }
  waiver?: [kind: 'leave', from: number, to: number]
}
type Done = {
  provider?: string
  learnings?: string
  tags?: string[]
  private?: boolean
  evidence?: boolean
  verified?: boolean
  /** Why the supervisor has returned it. */
  returned?: string
}
