import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../context.ts'
import { addAccountDelete } from './account_delete.ts'
import { addEmail } from './email.ts'
import { addMyData } from './my_data.ts'
import { addPassword } from './password.ts'
import { addRegister } from './register.ts'
import { addSignin } from './signin.ts'
import { addSignout } from './signout.ts'
import { addTotp } from './totp.ts'
import { addUserAdmin } from './user_admin.ts'
import { addUserOrganisations } from './user_organisations.ts'
import { addUsername } from './username.ts'

/** Everything about accounts that is not CRUD. */
export function addAccounts(app: FastifyInstance, context: ApiContext): void {
  addSignin(app, context)
  addSignout(app, context)
  addRegister(app, context)
  addPassword(app, context)
  addUsername(app, context)
  addEmail(app, context)
  addTotp(app, context)
  addAccountDelete(app, context)
  addMyData(app, context)
  addUserOrganisations(app, context)
  addUserAdmin(app, context)
}
