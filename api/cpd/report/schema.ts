import { type Static, Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Line, LineActivity, Period, Verdict } from '../engine/types.ts'

const text = Type.String()
const note = Nullable(text)
const day = Nullable(DateOnly)
const evidence = Type.Array(text, { description: 'Numbers of its files' })
const { activities: _, ...line } = Line.properties

export const EvidenceFile = Type.Object({ file_id: Id, name: text, sha256: note, size: Type.Integer() })
export const NumberedFile = Type.Object({ number: text, ...EvidenceFile.properties })
export const Goal = Type.Object({
  description: text,
  plan_category: text,
  timely: note,
  state: text,
  compulsory: Type.Boolean(),
})
export const Waiver = Type.Object({
  from: DateOnly,
  to: DateOnly,
  /** Missing in reports that earlier releases have kept. */
  percent: Type.Optional(Type.Integer()),
  requirements: Type.Optional(Type.Integer({ description: 'How many it is about; 0: all' })),
})
export const Activity = Type.Object({
  id: Id,
  completed_on: DateOnly,
  hours: Type.Number(),
  state: text,
  private: Type.Boolean(),
  title: text,
  learnings: text,
  credits: Type.Array(Type.Object({ code: text, credit: Type.Number(), unit: text })),
})
export const Procedure = Type.Object({
  case_number: Type.Integer(),
  date: DateOnly,
  type: text,
  modality: text,
  region: text,
  role: note,
  supervision: note,
  supervisor: note,
  outcome: text,
  state: text,
})
export const Form = Type.Object({
  template: text,
  version: Type.Integer(),
  state: text,
  sha256: note,
  agreed_by: note,
  submitted_on: day,
  agreed_on: day,
})
export const Qualification = Type.Object({
  type: text,
  name: text,
  level: text,
  issuer: text,
  issued_on: day,
  expires_on: day,
  confirmed: Type.Optional(
    Type.Boolean({ description: 'Not in reports that were kept before administrators confirmed qualifications' }),
  ),
})

export const Rotation = Type.Object({
  place: text,
  specialty: text,
  begins: DateOnly,
  ends: DateOnly,
  percent: Type.Integer(),
  supervisors: Type.Array(text),
})

/** What a report says, which is kept when the cycle closes. */
export const Content = Type.Object({
  id: Id,
  user_id: Id,
  organisation_id: Id,
  cycle_id: Id,
  person: note,
  organisation: text,
  standard: note,
  cycle: text,
  start: DateOnly,
  end: DateOnly,
  state: text,
  text,
  self_evaluation: text,
  agreed_on: day,
  agreed_by: note,
  agreed_sha256: note,
  reviewed_on: day,
  hours: Type.Number(),
  counted_activities: Type.Integer(),
  verdict: Verdict,
  met: Nullable(Type.Boolean({ description: 'Null where nothing is asked' })),
  nothing: Nullable(Type.String({ description: 'Why nothing is asked' })),
  waived_months: Type.Number(),
  /** Of the person, who may have personal years; null without a standard. */
  period: Nullable(Period),
  lines: Type.Array(
    Type.Object({ ...line, activities: Type.Array(Type.Object({ ...LineActivity.properties, number: note })) }),
  ),
  goals: Type.Array(Goal),
  waivers: Type.Array(Waiver),
  activities: Type.Array(Type.Object({ number: text, ...Activity.properties, evidence })),
  procedures: Type.Array(Type.Object({ ...Procedure.properties, evidence })),
  forms: Type.Array(Type.Object({ ...Form.properties, evidence })),
  qualifications: Type.Array(Type.Object({ ...Qualification.properties, evidence })),
  rotations: Type.Optional(
    Type.Array(Rotation, { description: 'Not in reports that were kept before there were rotations' }),
  ),
  evidence: Type.Array(NumberedFile),
})

/** The wire form of a report: `numbering.ts` says what its parts are. */
export const Report = Type.Object({ ...Content.properties, closed_at: Nullable(Timestamp), today: DateOnly })

export type Content = Static<typeof Content>
export type Report = Static<typeof Report>
