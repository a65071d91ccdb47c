import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** The planned shifts of the driver who the person is: what runs, and those of the next five weeks. */
export function useMyShifts(organisation_id: number, { enabled = true } = {}) {
  return useQuery({
    queryKey: keys.myShifts(organisation_id),
    queryFn: async () => (await guarded(client.act('GET plannedshifts/mine', { organisation_id }))).data,
    refetchOnWindowFocus: true,
    enabled,
  })
}
