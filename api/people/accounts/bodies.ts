import { Type } from 'typebox'
import { UserAccount } from '#db/tables/people/user_account.ts'

/** Schemas shared by account routes. */
export const Username = Type.String({ maxLength: 100 })
export const Password = Type.String({ maxLength: 1000, description: 'A new one has 8 to 128 characters' })
/** Registration requires agreement. */
export const Terms = Type.Literal(true)

const { name, firstname, lastname } = UserAccount.columns
export const Names = {
  name: Type.Optional(name),
  firstname: Type.Optional(firstname),
  lastname: Type.Optional(lastname),
}

export const TokenBody = Type.Object({ token: Type.String({ maxLength: 200 }) }, { additionalProperties: false })
