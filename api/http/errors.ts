/** The error catalogue: the status and the default message of each code. */
export const errors = {
  bad_request: [400, 'The request is not valid.'],
  password_common: [400, 'This password is one of the first that are tried. Please choose another.'],
  unauthorized: [401, 'Please sign in.'],
  wrong_credentials: [401, 'Wrong username or password.'],
  totp_required: [401, 'Please give the code of your authenticator app.'],
  totp_wrong: [401, 'This code is not right. Please give the one that is shown now.'],
  forbidden: [403, 'You may not do that.'],
  link_password_required: [403, 'This link asks for a password.'],
  link_password_wrong: [403, 'This is not the password of the link.'],
  second_factor_required: [403, 'Please set up a second factor first: it is required here.'],
  password_change_required: [403, 'An administrator has set your password. Please choose your own first.'],
  provider_required: [403, 'Please sign in through your organisation.'],
  inactive: [403, 'This account is switched off. Please ask your administrator.'],
  not_found: [404, 'Not found.'],
  too_slow: [408, 'Nothing has arrived for too long.'],
  conflict: [409, 'This conflicts with something that is there already.'],
  too_large: [413, 'That is too large.'],
  unsupported_media_type: [415, 'Please send JSON.'],
  range_not_satisfiable: [416, 'Please ask for a part of the file: Range: bytes=0-16383, at most 8 MiB.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment.'],
  password_too_short: [461, 'The password is too short.'],
  passwords_do_not_match: [462, 'The passwords do not match.'],
  username_too_short: [463, 'The username is too short.'],
  username_conflict: [464, 'This username is taken.'],
  email_conflict: [465, 'This e-mail address is taken.'],
  email_invalid: [466, 'This is not a valid e-mail address.'],
  name_too_short: [467, 'The name is too short.'],
  name_conflict: [468, 'This name is taken.'],
  token_invalid: [469, 'This link or token is not valid.'],
  invitation_accepted: [469, 'This invitation has been accepted already. Please sign in.'],
  invitation_withdrawn: [469, 'This invitation has been withdrawn. Please ask for another.'],
  token_expired: [470, 'This link or token has expired.'],
  number_too_short: [471, 'The number is too short.'],
  number_conflict: [472, 'This number is taken.'],
  archived: [473, 'These records are locked.'],
  outdated: [474, 'This has been changed in the meantime. Please reload.'],
  unconfirmed: [475, 'Unconfirmed user cannot sign in.'],
  organisation_moved: [421, 'This organisation has moved to another installation.'],
  not_possible: [476, 'That is not possible.'],
  usernames_do_not_match: [477, 'The usernames do not match.'],
  internal: [500, 'Something went wrong here. It has been noted.'],
  not_implemented: [501, 'This is not there yet.'],
  organisation_on_hold: [503, 'This organisation is being moved. Please try again in some minutes.'],
  unavailable: [503, 'The database does not answer. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errors

/** The error that handlers throw. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly field: string | undefined
  /** Seconds until a retry is allowed. */
  readonly retry_after_s: number | undefined
  /** The address of the installation that answers instead. */
  readonly moved_to: string | undefined

  /** @param message for people; the default of the code if omitted */
  constructor(
    code: ErrorCode,
    message: string = errors[code][1],
    field?: string,
    retry_after_s?: number,
    moved_to?: string,
  ) {
    super(message)
    this.code = code
    this.field = field
    this.retry_after_s = retry_after_s
    this.moved_to = moved_to
  }

  get status(): number {
    return errors[this.code][0]
  }
}

/** A field of a request that is not valid. @param text follows the field's name, as `must be after the start.` */
export const wrong = (field: string, text: string) => new AppError('bad_request', `${field}: ${text}`, field)
