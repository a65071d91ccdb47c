import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../../core/api.ts'
import { keys } from '../../keys.ts'

/** The values of some sensors of a tracker in a period, thinned out for a chart. */
export function useSensorValues(request: Request) {
  return useQuery({
    queryKey: keys.sensorValues(request),
    queryFn: async () => (await guarded(client.act('GET sensor/values', request))).data,
    enabled: request.sensor_ids.length > 0,
    placeholderData: keepPreviousData,
  })
}

type Request = { tracker_id: number; sensor_ids: number[]; from: string; until: string; points: number }
export type SensorSeries = NonNullable<ReturnType<typeof useSensorValues>['data']>[number]
