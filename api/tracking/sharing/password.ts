import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ApiContext } from '../../context.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { checkAttempts, takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'

/**
 * What is stored of the password of a link: it cannot be tried without the server's secret, and takes no time, since the
 * page of the link sends the password every ten seconds.
 */
export function passwordTag(secret: string, token_sha256: string, password: string): string {
  // Keyboards compose letters in different ways.
  return createHmac('sha256', secret)
    .update(`link ${token_sha256} ${password.normalize('NFKC')}`)
    .digest('base64url')
}

/** @throws {AppError} link_password_required, link_password_wrong; too_many_requests after some wrong ones */
export async function checkPassword(
  { db, config }: Pick<ApiContext, 'db' | 'config'>,
  given: PasswordRequest,
): Promise<void> {
  const { link, token_sha256, password, ip } = given
  if (link.password_tag === null) return
  if (password === undefined) throw new AppError('link_password_required', undefined, 'password')
  const subject = `${link.id} ${networkOf(ip)}`
  await ofField(checkAttempts(db, 'link_password', subject))
  const tag = passwordTag(config.jwt_secret, token_sha256, password)
  if (timingSafeEqual(Buffer.from(tag), Buffer.from(link.password_tag))) return
  await ofField(takeAttempt(db, 'link_password', subject))
  throw new AppError('link_password_wrong', undefined, 'password')
}

/** The page continues to ask for the password. */
async function ofField(counted: Promise<void>): Promise<void> {
  try {
    await counted
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, error.message, 'password', error.retry_after_s)
  }
}

type PasswordRequest = {
  link: { id: number; password_tag: string | null }
  token_sha256: string
  password: string | undefined
  ip: string
}
