import { Type } from 'typebox'
import { Id, Signature } from '#db/tables/columns.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'

export const SignBody = Type.Object({ id: Id, signature: Type.Optional(Signature) }, { additionalProperties: false })
export const ReturnBody = Type.Object(
  { id: Id, text: Type.String({ maxLength: 10_000 }) },
  { additionalProperties: false },
)

/** @throws {AppError} forbidden unless the viewer `approves` for the person of the row, as themselves */
export function checkApproves(viewer: Viewer, may_approve: boolean): void {
  checkNotImpersonating(viewer)
  if (!may_approve) throw new AppError('forbidden', 'Only a current supervisor of the person may do that.')
}

/** What the person reads of a record that is returned to them. */
export function checkReason(text: string, field: string): string {
  const reason = text.trim()
  if (!reason) throw wrong(field, 'please say what is missing.')
  return reason
}
