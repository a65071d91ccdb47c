import { sql } from 'kysely'
import { Pace } from '#db/pace.ts'
import { type Conflict, isText } from '../crud/conflicts.ts'
import { defineDomain } from '../crud/domain.ts'
import { ofOrganisation, ofRows } from '../crud/quotas.ts'
import { transact } from '../crud/transact.ts'
import { deleteAccount } from './accounts/account_delete.ts'
import { makeDueChanges } from './accounts/address_change.ts'
import {
  answerLinkedAddressChange,
  answerOwnAddressChange,
  readAddressChange,
} from './accounts/address_change_routes.ts'
import { takeCertifications } from './accounts/certifications.ts'
import { readConsequences } from './accounts/consequences.ts'
import { deleteUsers } from './accounts/delete_users.ts'
import { deleteduser } from './accounts/deleteduser.ts'
import { changeEmail, proveEmail } from './accounts/email.ts'
import { completeRegistration, registerAccount, verifyRegistration } from './accounts/register.ts'
import { restoreUser } from './accounts/restore.ts'
import { readsUsers } from './accounts/scope.ts'
import { changeUsername } from './accounts/username.ts'
import { readAlertTest, sendAlertTest } from './alert_test.ts'
import { addAssistants } from './assistants/route.ts'
import { configSaves } from './config_save.ts'
import { invited } from './imports.ts'
import { invitation } from './invitation.ts'
import { acceptInvitation } from './invitation_accept.ts'
import { readInvitation, registerInvited } from './invitation_register.ts'
import { apikey } from './keys/apikey.ts'
import { membership } from './membership.ts'
import { changePassword, resetPassword, verifyPasswordLink } from './new_password/change.ts'
import { allowAuthorization, readAuthorization } from './oauth/authorize.ts'
import { oauthclient } from './oauth/oauthclient.ts'
import { addOAuth } from './oauth/routes.ts'
import { listMembers, listMembersOfRole, readMember } from './organisation_members.ts'
import { provePhone, sendPhoneCode } from './phone_code.ts'
import { beginProviderSignIn, connectIdentity, listConnectable } from './providers/begin.ts'
import { emaildomain, verifyDomain } from './providers/emaildomain.ts'
import { finishProviderSignIn } from './providers/finish.ts'
import { identity } from './providers/identity.ts'
import { identityprovider } from './providers/identityprovider.ts'
import { purgePeople } from './purge/purge.ts'
import { role } from './role.ts'
import { disableTotp, enableTotp, startTotp } from './second_factor/set_up.ts'
import { forgetSession, refreshSession } from './sessions/keep.ts'
import { session } from './sessions/session.ts'
import { endExpiredSessions } from './sessions/sessions.ts'
import { signInByLink } from './sessions/sign_in_link.ts'
import { renewOwnToken, renewToken, signIn } from './sessions/signin.ts'
import { signOut } from './sessions/signout.ts'
import { listDefaultSignatures, readDefaultSignature, setDefaultSignature } from './signatures/default.ts'
import { signature } from './signatures/signature.ts'
import { user } from './user.ts'
import { confirmAccount, impersonate, mailLink, setUserRole, unlockUser } from './user_admin.ts'
import { listOwnOrganisations } from './user_organisations.ts'
import { userconfig } from './userconfig.ts'
import { listUserPermissions, readUserPermission } from './userpermissions.ts'
import { usertrackerconfig } from './usertrackerconfig.ts'

/** Accounts, sign-in, and who belongs to which organisation. */
export const people = defineDomain({
  resources: {
    apikey,
    deleteduser,
    emaildomain,
    identity,
    identityprovider,
    invitation,
    membership,
    oauthclient,
    role,
    session,
    signature,
    user,
    userconfig,
    usertrackerconfig,
  },
  actions: [
    signIn,
    renewOwnToken,
    renewToken,
    signInByLink,
    signOut,
    refreshSession,
    forgetSession,
    beginProviderSignIn,
    finishProviderSignIn,
    connectIdentity,
    listConnectable,
    verifyDomain,
    registerAccount,
    verifyRegistration,
    completeRegistration,
    resetPassword,
    verifyPasswordLink,
    changePassword,
    changeUsername,
    changeEmail,
    proveEmail,
    readAddressChange,
    answerLinkedAddressChange,
    answerOwnAddressChange,
    startTotp,
    enableTotp,
    disableTotp,
    deleteAccount,
    readConsequences,
    listOwnOrganisations,
    confirmAccount,
    unlockUser,
    mailLink,
    setUserRole,
    impersonate,
    deleteUsers,
    restoreUser,
    readDefaultSignature,
    setDefaultSignature,
    listDefaultSignatures,
    sendPhoneCode,
    provePhone,
    ...configSaves,
    sendAlertTest,
    readAlertTest,
    readMember,
    listMembers,
    listMembersOfRole,
    acceptInvitation,
    readInvitation,
    registerInvited,
    listUserPermissions,
    readUserPermission,
    readAuthorization,
    allowAuthorization,
  ],
  takes: takeCertifications,
  upkeep: [
    async (context) => {
      const pace = new Pace()
      while ((await pace.part((work) => transact(context, work), endExpiredSessions)) > 0);
    },
    (context) => transact(context, (trx) => makeDueChanges(trx)),
  ],
  purge: ({ db }) => purgePeople(db),
  // Who belongs to the organisation; accounts and all that signs in are for sessions.
  pages: [addAssistants, addOAuth],
  page_names: ['assistant'],
  keys: {
    routes: {
      'GET users': 'admin',
      'GET user': 'admin',
      'GET memberships': 'admin',
      'GET membership': 'admin',
      'PUT membership': 'admin',
      'POST membership': 'admin',
      'DELETE membership': 'admin',
      'GET invitations': 'admin',
      'GET invitation': 'admin',
      'PUT invitation': 'admin',
      'DELETE invitation': 'admin',
      'GET organisation/member': 'admin',
      'GET organisation/members': 'admin',
      'GET organisation/members/role': 'admin',
    },
  },
  areas: {
    people: ['invitation', 'organisation/member', 'organisation/members', 'deleteduser'],
    own_people: ['membership', 'GET user', 'GET users', 'userconfig', 'usertrackerconfig'],
    settings: ['GET identityprovider', 'GET identityproviders', 'GET emaildomain', 'GET emaildomains'],
    own_settings: ['apikey', 'oauth/request', 'oauth/allow'],
    self: [
      'identity',
      'identityproviders/own',
      'session',
      'signature',
      'signatures/default',
      'GET role',
      'GET roles',
      // Their own only: the account of a colleague may be able to do more.
      'POST user',
      'user/token',
      'user/signout',
      'user/account',
      'user/totp',
      'userconfig/test',
      'password/change',
      'username/change',
      'email/change',
      'email/waiting',
      'phone',
      'invitation/accept',
    ],
    any: ['userpermission', 'userpermissions', 'user/organisations'],
  },
  imports: [invited],
  quotas: {
    api_keys: ofOrganisation(200, 'API keys', 'api_key'),
    api_keys_of_person: ofRows(
      'member',
      20,
      'API keys',
      ({ id, organisation_id }) => sql`api_key where organisation_id = ${organisation_id} and user_id = ${id}`,
    ),
    roles: ofOrganisation(50, 'roles', 'role'),
    identity_providers: ofOrganisation(5, 'identity providers', 'identity_provider'),
    email_domains: ofOrganisation(20, 'domains', 'email_domain'),
    users: ofRows(
      'organisation',
      500,
      'members and open invitations',
      ({ id }) => sql`(select m.user_id from membership m where m.organisation_id = ${id}
        union all select null from invitation i where i.organisation_id = ${id} and i.expires_at > now()) u`,
    ),
    organisations: ofRows('person', 50, 'organisations', ({ id }) => sql`membership where user_id = ${id}`),
  },
  conflicts: { username_conflict: account('username'), email_conflict: account('email') },
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
