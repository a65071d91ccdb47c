import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Devqualification } from '#db/tables/cpd/devqualification.ts'
import { QualificationState } from '#db/tables/cpd/values.ts'
import type { Domain } from '../../crud/domain.ts'
import type { Viewer } from '../../crud/viewer.ts'

const { organisation_id, type, name, level, issuer, issued_on, expires_on } = Devqualification.columns

/** A qualification as it stands in its holder's row. */
export const Certification = Type.Object({
  id: Id,
  organisation_id,
  type,
  name,
  level,
  issuer,
  issued_on,
  expires_on,
  state: QualificationState,
})

/** The qualifications of a user that the viewer may read; the domain that keeps them says which. */
export const certificationsOfUser = (viewer: Viewer) => kept.of?.(viewer) ?? sql`'[]'::json`

/** Takes the qualifications of another domain. */
export function takeCertifications(domains: Domain[]): void {
  kept.of = domains.find(({ certifications }) => certifications)?.certifications
}

const kept: { of?: ((viewer: Viewer) => RawBuilder<unknown>) | undefined } = {}
