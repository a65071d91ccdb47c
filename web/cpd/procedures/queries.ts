import { queryOptions } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'
import { withLastAnswer } from '../offline/answers.ts'
import { useOutbox } from '../offline/outbox.ts'

/**
 * The number that the person's next case would get, and their last case, whose modality and region it often has.
 * Without a network there is no number: other devices may have recorded cases.
 */
export const nextCaseOf = (organisation_id: number, user_id: number) =>
  queryOptions({
    queryKey: keys.nextCase(organisation_id, user_id),
    queryFn: async () => {
      const { asked_at, ...next } = await withLastAnswer(`next case ${organisation_id}`, () =>
        askNextCase(organisation_id, user_id),
      )
      const unsent = useOutbox.getState().entries.findLast(({ kind }) => kind === 'procedure')?.body
      return {
        case_number: asked_at === page && !unsent ? next.case_number : null,
        last: (unsent ?? next.last) as Partial<Row<'procedure'>> | null,
      }
    },
    staleTime: 0,
  })

/** Tells the answers of this page from those of an earlier visit. */
const page = Date.now()

async function askNextCase(organisation_id: number, user_id: number) {
  const [next, last] = await Promise.all([
    guarded(client.act('GET procedure/next_case_number', { organisation_id })),
    guarded(client.list('procedure', { organisation_id, user_id, limit: 1 })),
  ])
  return { case_number: next.data.case_number, last: last.data[0] ?? null, asked_at: page }
}
