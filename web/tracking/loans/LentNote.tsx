import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { keys } from '../keys.ts'

/** To whom a tracker is lent, and until when; administrators end it. */
export function LentNote({ tracker_id, organisation_id }: { tracker_id: number; organisation_id: number }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const administers = useAdministers(organisation_id)
  const { data: loans = [] } = useQuery({
    queryKey: keys.loansOf(tracker_id),
    queryFn: async () => (await guarded(client.list('trackerloan', { tracker_id, over: false, limit: 20 }))).data,
    refetchInterval: 30_000,
  })
  const end = async (id: number) => {
    await client.act('POST trackerloan/end', { id })
    await refresh('trackerloan')
  }
  return loans.map(({ id, borrower_name, borrower_address, begins_at, ends_at, area_name, within_area }) => (
    <Alert key={id} color={borrower_name ? 'indigo' : 'gray'} variant="light" mb="md">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {borrower_name ? t('tracking:loans.lentTo', { name: borrower_name }) : t('tracking:loans.offered')}
          </Text>
          {borrower_address && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('tracking:loans.says', { address: borrower_address })}
            </Text>
          )}
          <Text size="sm">{t('tracking:loans.span', { from: moment(begins_at), to: moment(ends_at) })}</Text>
          {within_area && (
            <Text size="sm">
              {area_name ? t('tracking:loans.withinNamed', { name: area_name }) : t('tracking:loans.areaGone')}
            </Text>
          )}
        </div>
        {administers && (
          <ConfirmButton
            label={t(borrower_name ? 'tracking:loans.end' : 'tracking:loans.withdraw')}
            run={() => end(id)}
            done={t(borrower_name ? 'tracking:loans.ended' : 'tracking:loans.withdrawn')}
          />
        )}
      </Group>
    </Alert>
  ))
}
