import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../context.ts'
import type { Resource } from '../crud/resource.ts'
import { addAccountDelete } from './accounts/account_delete.ts'
import { addAddressChange } from './accounts/address_change_routes.ts'
import { addConsequences } from './accounts/consequences.ts'
import { addDeleteUsers } from './accounts/delete_users.ts'
import { addEmail } from './accounts/email.ts'
import { addRegister } from './accounts/register.ts'
import { addRestoreUser } from './accounts/restore.ts'
import { addUsername } from './accounts/username.ts'
import { addPassword } from './passwords/change.ts'
import { addTotp } from './second_factor/set_up.ts'
import { addKeptSessions } from './sessions/keep.ts'
import { addSignInLink } from './sessions/sign_in_link.ts'
import { addSignin } from './sessions/signin.ts'
import { addSignout } from './sessions/signout.ts'
import { addDefaultSignature } from './signatures/default.ts'
import { addUserAdmin } from './user_admin.ts'
import { addUserOrganisations } from './user_organisations.ts'

/**
 * Registers the account routes that are not CRUD.
 *
 * @param resources all resources, for that of users
 */
export function addAccounts(app: FastifyInstance, context: ApiContext, resources: Resource[]): void {
  addSignin(app, context)
  addSignInLink(app, context)
  addSignout(app, context)
  addKeptSessions(app, context)
  addRegister(app, context)
  addPassword(app, context)
  addUsername(app, context)
  addEmail(app, context)
  addAddressChange(app, context)
  addTotp(app, context)
  addAccountDelete(app, context)
  addConsequences(app, context)
  addUserOrganisations(app, context)
  addUserAdmin(app, context)
  addDeleteUsers(app, context, resources.find(({ name }) => name === 'user')!)
  addRestoreUser(app, context)
  addDefaultSignature(app, context)
}
