import activity from 'virtual:resource/devactivity'
import procedure from 'virtual:resource/procedure'

export const kinds = ['activities', 'procedures', 'rotations', 'people'] as const
export type ImportKind = (typeof kinds)[number]

/** Set by the page, or ids of other rows, which a file does not have. */
const notInFiles = ['organisation_id', 'client_key', 'goals', 'evidence', 'supervisor_user_id']

const fieldsOf = (schema: { create?: { properties: object } | null }) =>
  Object.keys(schema.create!.properties).filter((name) => !notInFiles.includes(name))

/** What the columns of a file can be, by what is imported; names as the API has them. */
export const fields: Record<ImportKind, string[]> = {
  activities: fieldsOf(activity),
  procedures: fieldsOf(procedure),
  rotations: ['email', 'place', 'specialty', 'begins', 'ends', 'percent', 'supervisor'],
  people: [
    'email',
    'name',
    'firstname',
    'lastname',
    'role_name',
    'supervisor',
    'registered_from',
    'qualification',
    'number',
    'type',
    'phone_mobile',
    'timezone',
    'locale',
  ],
}

export const required: Record<ImportKind, string[]> = {
  activities: ['target', 'completed_on', 'hours'],
  procedures: ['date'],
  rotations: ['place', 'begins', 'ends'],
  people: ['email'],
}

/** Names that other programs give their columns. */
const synonyms: Record<ImportKind, Record<string, string>> = {
  activities: {
    activity: 'target',
    title: 'target',
    name: 'target',
    description: 'target',
    date: 'completed_on',
    completed: 'completed_on',
    date_completed: 'completed_on',
    completed_date: 'completed_on',
    start_date: 'began_on',
    time: 'hours',
    duration: 'hours',
    reflection: 'learnings',
    organiser: 'provider',
    category: 'credits',
    categories: 'credits',
  },
  procedures: {
    case: 'case_number',
    case_no: 'case_number',
    number: 'case_number',
    procedure: 'type',
    nhi_number: 'nhi',
    structure: 'structures',
    notes: 'comments',
    comment: 'comments',
  },
  rotations: {
    e_mail: 'email',
    mail: 'email',
    trainee: 'email',
    trainee_email: 'email',
    hospital: 'place',
    site: 'place',
    term: 'specialty',
    rotation: 'specialty',
    start: 'begins',
    start_date: 'begins',
    from: 'begins',
    end: 'ends',
    end_date: 'ends',
    to: 'ends',
    fte: 'percent',
    share: 'percent',
    supervisor_email: 'supervisor',
  },
  people: {
    e_mail: 'email',
    mail: 'email',
    email_address: 'email',
    full_name: 'name',
    display_name: 'name',
    first_name: 'firstname',
    given_name: 'firstname',
    last_name: 'lastname',
    family_name: 'lastname',
    surname: 'lastname',
    role: 'role_name',
    mobile: 'phone_mobile',
    phone: 'phone_mobile',
    supervisor_email: 'supervisor',
    member_number: 'number',
    trainee_number: 'number',
    language: 'locale',
    registered: 'registered_from',
    registration_date: 'registered_from',
    registration_day: 'registered_from',
    date_of_registration: 'registered_from',
    qualifications: 'qualification',
    fellowship: 'qualification',
  },
}

/**
 * The field that each column of a file seems to be, each once; null for others.
 *
 * @param labels of the fields, as people read them
 */
export function guess(kind: ImportKind, header: string[], labels: Record<string, string>): (string | null)[] {
  const names = new Map<string, string>(Object.entries(synonyms[kind]))
  for (const field of fields[kind]) {
    names.set(normal(labels[field] ?? field), field)
    names.set(field, field)
  }
  const taken = new Set<string>()
  return header.map((column) => {
    const field = names.get(normal(column)) ?? null
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

const normal = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
