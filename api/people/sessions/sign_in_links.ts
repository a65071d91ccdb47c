import { hash, randomBytes } from 'node:crypto'
import { AppError } from '../../http/errors.ts'

/**
 * Links that the start prints to sign in its administrator once. They are kept in the memory of this process only, as
 * hashes: a restart ends them, and a copy of the database holds none.
 */
export class SignInLinks {
  readonly #open = new Map<string, { user_id: number; expires_at: number }>()

  /** @returns the token of a new link, 256 random bits */
  make(user_id: number, now = Date.now()): string {
    const token = randomBytes(32).toString('base64url')
    this.#open.set(hash('sha256', token), { user_id, expires_at: now + LIFETIME_MS })
    return token
  }

  /**
   * Uses a link up.
   *
   * @throws {AppError} token_invalid for one that is unknown or used, token_expired
   */
  take(token: string, now = Date.now()): number {
    const key = hash('sha256', token)
    const link = this.#open.get(key)
    this.#open.delete(key)
    if (!link) throw new AppError('token_invalid', undefined, 'token')
    if (link.expires_at <= now) throw new AppError('token_expired', undefined, 'token')
    return link.user_id
  }
}

const LIFETIME_MS = 10 * 60_000
