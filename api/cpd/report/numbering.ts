/**
 * Numbers activities (A1 …) and evidence (E1 …) in the order in which a report names them. A file that is evidence of
 * several records has one number.
 */
export function numbered({ activities, procedures, forms, qualifications, goals, waivers }: Records): Numbered {
  const evidence = new Map<number, NumberedFile>()
  const withNumbers = <T extends { files: EvidenceFile[] }>({ files, ...record }: T) => ({
    ...record,
    evidence: files.map((file) => {
      const known = evidence.get(file.file_id) ?? { ...file, number: `E${evidence.size + 1}` }
      evidence.set(file.file_id, known)
      return known.number
    }),
  })
  const numbers = {
    goals,
    waivers,
    activities: activities.map((one, index) => ({ number: `A${index + 1}`, ...withNumbers(one) })),
    procedures: procedures.map(withNumbers),
    forms: forms.map(withNumbers),
    qualifications: qualifications.map(withNumbers),
  }
  return { ...numbers, evidence: [...evidence.values()] }
}

export type EvidenceFile = { file_id: number; name: string; sha256: string | null; size: number }
export type NumberedFile = EvidenceFile & { number: string }
type Goal = { description: string; plan_category: string; timely: string | null; state: string; compulsory: boolean }
type Activity = {
  id: number
  completed_on: string
  hours: number
  state: string
  private: boolean
  title: string
  learnings: string
  credits: { code: string; credit: number; unit: string }[]
}
type Procedure = {
  case_number: number
  date: string
  type: string
  modality: string
  region: string
  role: string | null
  supervision: string | null
  supervisor: string | null
  outcome: string
  state: string
}
type Form = {
  template: string
  version: number
  state: string
  sha256: string | null
  agreed_by: string | null
  submitted_on: string | null
  agreed_on: string | null
}
type Qualification = {
  type: string
  name: string
  level: string
  issuer: string
  issued_on: string | null
  expires_on: string | null
  /** Not in reports that were kept before administrators confirmed qualifications. */
  confirmed?: boolean
}
type WithFiles<T> = (T & { files: EvidenceFile[] })[]
type WithEvidence<T> = (T & { evidence: string[] })[]
export type Records = {
  goals: Goal[]
  waivers: { from: string; to: string }[]
  activities: WithFiles<Activity>
  procedures: WithFiles<Procedure>
  forms: WithFiles<Form>
  qualifications: WithFiles<Qualification>
}
export type Numbered = Pick<Records, 'goals' | 'waivers'> & {
  activities: WithEvidence<Activity & { number: string }>
  procedures: WithEvidence<Procedure>
  forms: WithEvidence<Form>
  qualifications: WithEvidence<Qualification>
  evidence: NumberedFile[]
}
