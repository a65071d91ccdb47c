import type { FastifyContextConfig } from 'fastify'

/** Whether a route declares that it is open to those who are refused elsewhere. */
export const isOpenTo = ({ config }: { config: FastifyContextConfig }, whom: Refused) =>
  config.open_to?.includes(whom) === true

/**
 * Who is refused by most routes: users who have yet to set up a second factor, or to replace a password that they were
 * given; members of organisations that are on hold; those whose membership has lapsed.
 */
export type Refused = 'no_second_factor' | 'given_password' | 'held' | 'lapsed'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whom the route does not refuse. After a membership has lapsed: what reads or exports although it is a POST, what
     * keeps people safe, and what is done for another person.
     */
    open_to?: readonly Refused[]
  }
}
