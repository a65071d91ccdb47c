import type { FastifyRequest } from 'fastify'

/** A request without the server's types. */
export type Message = {
  method: string
  query: string
  headers: FastifyRequest['headers']
  body: Buffer
  address: string
}

export type Answered =
  /** `body` is JSON; without one the answer is empty. */
  { status: 200; body?: object } | { status: 503 } | { status: 400 | 401 | 404; reason: string; number?: string }
