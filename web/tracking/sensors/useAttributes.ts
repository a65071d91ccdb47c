import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** What a tracker has reported lately, or all of an organisation, with the last values. */
export function useAttributes(organisation_id: number, tracker_id: number | null) {
  const { data } = useQuery({
    queryKey: keys.sensorAttributes(organisation_id, tracker_id),
    queryFn: async () =>
      (await guarded(client.act('GET sensor/attributes', { organisation_id, ...(tracker_id && { tracker_id }) }))).data,
  })
  return data
}
