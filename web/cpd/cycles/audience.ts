import type { Row } from '#api/client.ts'

export const roles = ['Administrator', 'Staff', 'User', 'Customer'] as const

/** While it is edited: what is not named is undefined. */
export type Audience = {
  role?: Stored['role'] | undefined
  qualification?: Stored['qualification'] | undefined
  user_ids?: number[] | undefined
}

/** What is sent: without what is not named, which the server refuses. */
export function audienceOf({ role, qualification, user_ids }: Audience): Stored {
  const text = qualification?.trim()
  return { ...(role && { role }), ...(text && { qualification: text }), ...(user_ids?.length && { user_ids }) }
}

/** Whether both name the same people. */
export const isSameAudience = (a: Audience, b: Audience) =>
  JSON.stringify(audienceOf(a)) === JSON.stringify(audienceOf(b))

type Stored = Row<'devcycle'>['audience']
