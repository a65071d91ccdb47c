import { Type } from 'typebox'
import { defineAction } from '../../crud/action.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { checkOwnPassword } from '../sessions/credentials.ts'
import { Password } from './bodies.ts'
import { deleteUser, PhonesOfDeleted } from './delete_user.ts'

const Body = Type.Object(
  { password: Password, phones: Type.Optional(PhonesOfDeleted) },
  { additionalProperties: false },
)

/** Deletes one's own account. Other accounts are deleted by administrators through the resource. */
export const deleteAccount = defineAction({
  method: 'DELETE',
  path: 'user/account',
  tags: ['users'],
  summary: 'Delete my account',
  description:
    'The account is hidden at once, and purged after a month with what is left of the person elsewhere: messages ' +
    'to them alone, their addresses, numbers and names in lists and texts of others, their phones unless they ' +
    'are kept. `GET user/account/consequences` says what is concerned.',
  body: Body,
  message: 'Your account has been deleted.',
  async run({ context, viewer, body: { password, phones } }) {
    checkNotImpersonating(viewer)
    await checkOwnPassword(context.db, viewer, password)
    await transact(context, (trx) => deleteUser(trx, viewer.user_id, { by_user_id: viewer.user_id, phones }))
  },
})
