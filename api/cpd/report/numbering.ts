import type { Static, TObject } from 'typebox'
import type * as schema from './schema.ts'

/**
 * Numbers activities (A1 …) and evidence (E1 …) in the order in which a report names them. A file that is evidence of
 * several records has one number.
 */
export function numbered({
  activities,
  procedures,
  forms,
  qualifications,
  goals,
  waivers,
  rotations,
}: Records): Numbered {
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
    rotations,
    activities: activities.map((one, index) => ({ number: `A${index + 1}`, ...withNumbers(one) })),
    procedures: procedures.map(withNumbers),
    forms: forms.map(withNumbers),
    qualifications: qualifications.map(withNumbers),
  }
  return { ...numbers, evidence: [...evidence.values()] }
}

export type EvidenceFile = Static<typeof schema.EvidenceFile>
export type NumberedFile = Static<typeof schema.NumberedFile>
type WithFiles<T extends TObject> = (Static<T> & { files: EvidenceFile[] })[]
export type Records = {
  goals: Static<typeof schema.Goal>[]
  waivers: Static<typeof schema.Waiver>[]
  rotations: Static<typeof schema.Rotation>[]
  activities: WithFiles<typeof schema.Activity>
  procedures: WithFiles<typeof schema.Procedure>
  forms: WithFiles<typeof schema.Form>
  qualifications: WithFiles<typeof schema.Qualification>
}
export type Numbered = Pick<schema.Content, keyof Records | 'evidence'>
