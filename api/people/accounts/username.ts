import { Type } from 'typebox'
import { defineAction } from '../../crud/action.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { AppError } from '../../http/errors.ts'
import { Username } from './bodies.ts'
import { checkUsername } from './checks.ts'

const Body = Type.Object(
  { username: Username, username_confirm: Type.Optional(Username) },
  { additionalProperties: false },
)

export const changeUsername = defineAction({
  method: 'POST',
  path: 'username/change',
  config: { unique: ['username'] },
  tags: ['users'],
  summary: 'Change my username',
  body: Body,
  message: 'The username has been changed.',
  async run({ context: { db }, viewer, body: { username, username_confirm = username } }) {
    checkNotImpersonating(viewer)
    if (username !== username_confirm) throw new AppError('usernames_do_not_match', undefined, 'username_confirm')
    const id = viewer.user_id
    await rows(db, 'user_account').update({ id, username: checkUsername(username), modified_by_user_id: id })
  },
})
