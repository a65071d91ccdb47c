/** What a sealed value is for: text sealed for one purpose cannot be opened for another. */
export const purposes = {
  /** The secret of a person's authenticator app. */
  totp: (user_id: Key) => `totp ${user_id}`,
  /** Queued account mails and SMS: they contain links and codes that grant access. */
  account_mail: 'mail about an account',
  /** The health number of a procedure, and the HMAC by which it is found within an organisation. */
  nhi: (procedure_id: Key) => `nhi ${procedure_id}`,
  nhi_index: (organisation_id: Key) => `nhi index ${organisation_id}`,
  /** Tokens and keys of a connection to an accounting or payment provider. */
  provider: (connection_id: Key) => `provider ${connection_id}`,
  /** What checks the answer to an authorisation that people were sent to. */
  provider_authorization: (state_sha256: Key) => `provider authorization ${state_sha256}`,
  /** The secret of this installation at an identity provider, and what checks the answer of a sign-in there. */
  identity_provider: (id: Key) => `identity provider ${id}`,
  provider_sign_in: (state_sha256: Key) => `provider sign-in ${state_sha256}`,
  /** The password with which reports are forwarded. */
  report_forward: (id: Key) => `report forward ${id}`,
  /** The secrets that sign the calls of an endpoint. */
  webhook_endpoint: (id: Key) => `webhook endpoint ${id}`,
  /** What is shown to the installation that lends a tracker. */
  remote_loan: (id: Key) => `remote loan ${id}`,
  /** Where a channel of notifications is, and its tokens. */
  notify_channel: (id: Key) => `notify channel ${id}`,
  /** The secret that signs an organisation's webhooks. */
  webhook: (organisation_config_id: Key) => `webhook ${organisation_config_id}`,
  /** The token of a file's public link. */
  file_link: (file_id: Key) => `file link ${file_id}`,
  /** Stored answers, which may hold secrets that are shown once. */
  idempotency: (key: Key) => `idempotency ${key}`,
}

type Key = number | string
