import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'
import { withLastAnswer } from '../offline/answers.ts'

/** The open goals of a person that activities may count towards. */
export const myGoalsOf = (organisation_id: number, user_id: number) =>
  queryOptions({
    queryKey: keys.openGoals(organisation_id, user_id),
    queryFn: () =>
      withLastAnswer(
        `goals ${organisation_id}`,
        async () =>
          (await guarded(client.list('devgoal', { organisation_id, user_id, state: 'open', limit: 200 }))).data,
      ),
    staleTime: 0,
  })
