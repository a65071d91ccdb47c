import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** The fire drills of an organisation that run: asked for often while there is one. */
export const useRunningDrills = (organisation_id: number) =>
  useQuery({
    queryKey: keys.runningDrills(organisation_id),
    queryFn: async () => (await guarded(client.act('GET firedrills/running', { organisation_id }))).data,
    refetchInterval: ({ state }) => (state.data?.length ? OFTEN : SELDOM),
  })

const OFTEN = 2000
const SELDOM = 20_000
