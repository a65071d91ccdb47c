import schema from 'virtual:resource/remoteloan'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { stateOf } from './stateOf.ts'
import { linkTo } from './useBorrowed.ts'

/** Loans of trackers that an organisation has received from other installations. */
export function RemoteLoans({ organisation_id, actions, children }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const administers = useAdministers(organisation_id)
  const now = Date.now()
  return (
    <ListPage
      title={t('tracking:loans.title')}
      text={t('tracking:loans.text')}
      actions={actions}
      links={[{ to: paths.trackers(), label: t('tracking:trackers.title') }]}
      resource="remoteloan"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'tracker_name', show: ({ tracker_name }) => tracker_name ?? t('tracking:loans.unnamed') },
        { name: 'lender_name' },
        { name: 'address' },
        { name: 'state', show: (loan) => t(`tracking:loans.states.${stateOf(loan, now)}`) },
        { name: 'begins_at', show: ({ begins_at }) => moment(begins_at) },
        { name: 'ends_at', show: ({ ends_at, ended_at }) => moment(ended_at ?? ends_at) },
        { name: 'note' },
        { name: 'last_error' },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={({ tracker_name }) => tracker_name ?? t('tracking:loans.unnamed')}
      open={({ id }) => linkTo({ id, elsewhere: true })}
      bulk={
        administers
          ? [
              {
                label: t('tracking:loans.end'),
                fits: ({ over }) => !over,
                ask: (count) => t('tracking:loans.endAsk', { count }),
                run: ({ id }) => client.act('POST remoteloan/end', { id }),
              },
            ]
          : []
      }
      empty={<Text c="dimmed">{t('tracking:loans.none')}</Text>}
    >
      {children}
    </ListPage>
  )
}

type Props = { organisation_id: number; actions: ReactNode; children: ReactNode }
