import type { FastifyReply, FastifyRequest } from 'fastify'
import { strictCookie } from '../../http/cookies.ts'
import { KEEP_DAYS, type Origin } from './origins.ts'

const cookieAt = (public_url: string) => strictCookie('ringfence-device', public_url)

/**
 * The device cookie: a random number by which an account recognises a browser that has signed in before. It grants no
 * access; it only selects a separate counter of guesses.
 */
export function originOf(request: FastifyRequest, public_url: string): Origin {
  return { ip: request.ip, device: cookieAt(public_url).read(request) }
}

export function keepDevice(reply: FastifyReply, device: string, public_url: string): void {
  cookieAt(public_url).write(reply, device, KEEP_DAYS * 24 * 3600)
}
