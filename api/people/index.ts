import { sql } from 'kysely'
import { type Conflict, isText } from '../crud/conflicts.ts'
import { defineDomain } from '../crud/domain.ts'
import { addAccountDelete } from './accounts/account_delete.ts'
import { addAddressChange } from './accounts/address_change_routes.ts'
import { takeCertifications } from './accounts/certifications.ts'
import { addConsequences } from './accounts/consequences.ts'
import { addDeleteUsers } from './accounts/delete_users.ts'
import { deleteduser } from './accounts/deleteduser.ts'
import { addEmail } from './accounts/email.ts'
import { addRegister } from './accounts/register.ts'
import { addRestoreUser } from './accounts/restore.ts'
import { readsUsers } from './accounts/scope.ts'
import { addUsername } from './accounts/username.ts'
import { addAlertTest } from './alert_test.ts'
import { addConfigSave } from './config_save.ts'
import { invitation } from './invitation.ts'
import { addInvitationAccept } from './invitation_accept.ts'
import { addInvitationRegister } from './invitation_register.ts'
import { membership } from './membership.ts'
import { addOrganisationMembers } from './organisation_members.ts'
import { addPassword } from './passwords/change.ts'
import { addPhoneCode } from './phone_code.ts'
import { role } from './role.ts'
import { addTotp } from './second_factor/set_up.ts'
import { addKeptSessions } from './sessions/keep.ts'
import { session } from './sessions/session.ts'
import { addSignInLink } from './sessions/sign_in_link.ts'
import { addSignin } from './sessions/signin.ts'
import { addSignout } from './sessions/signout.ts'
import { addDefaultSignature } from './signatures/default.ts'
import { signature } from './signatures/signature.ts'
import { user } from './user.ts'
import { addUserAdmin } from './user_admin.ts'
import { addUserOrganisations } from './user_organisations.ts'
import { userconfig } from './userconfig.ts'
import { addUserPermissions } from './userpermissions.ts'
import { usertrackerconfig } from './usertrackerconfig.ts'

/** Accounts, sign-in, and who belongs to which organisation. */
export const people = defineDomain({
  resources: { deleteduser, invitation, membership, role, session, signature, user, userconfig, usertrackerconfig },
  actions: [
    addSignin,
    addSignInLink,
    addSignout,
    addKeptSessions,
    addRegister,
    addPassword,
    addUsername,
    addEmail,
    addAddressChange,
    addTotp,
    addAccountDelete,
    addConsequences,
    addUserOrganisations,
    addUserAdmin,
    addDeleteUsers,
    addRestoreUser,
    addDefaultSignature,
    addPhoneCode,
    addConfigSave,
    addAlertTest,
    addOrganisationMembers,
    addInvitationAccept,
    addInvitationRegister,
    addUserPermissions,
  ],
  takes: takeCertifications,
  quotas: {
    users: {
      what: 'members and open invitations',
      rows: ({ id }) => sql`(select m.user_id from membership m where m.organisation_id = ${id}
        union all select null from invitation i where i.organisation_id = ${id} and i.expires_at > now()) u`,
    },
    organisations: { what: 'organisations', rows: ({ id }) => sql`membership where user_id = ${id}` },
  },
  conflicts: {
    username_conflict: account('username'),
    email_conflict: account('email'),
  },
  figures: (['organisation', 'installation'] as const).flatMap((of) => [
    { of, name: 'new_people', list: 'user', query: ({ from }) => ({ created_from: from }) },
    { of, name: 'unconfirmed_people', list: 'user', query: () => ({ confirmed: false }) },
    { of, name: 'locked_people', list: 'user', query: () => ({ locked: true }) },
  ]),
  tasks: [
    {
      name: 'unconfirmed_members',
      list: 'user',
      query: ({ organisation_id }) => ({ organisation_id, confirmed: false }),
    },
  ],
})

function account(field: 'username' | 'email'): Conflict {
  return { table: 'user_account', field, is: isText(`user_account.${field}`), reads: readsUsers }
}
