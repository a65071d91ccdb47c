import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import { SharedMemberships } from '../members/SharedMemberships.tsx'
import { ToPay } from '../payment/ToPay.tsx'
import { OwnCard } from './OwnCard.tsx'
import { OwnCredit } from './OwnCredit.tsx'
import { OwnInvoices } from './OwnInvoices.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'

/** What one has subscribed to in this organisation, and the invoices for it. */
export function MyMembershipPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: keys.ownSubscriptions(organisation_id!),
    queryFn: async () => {
      const query = { organisation_id: organisation_id!, user_id: user!.id, sort: '-began_on', limit: 100 } as const
      return (await guarded(client.list('subscription', query))).data
    },
    staleTime: 0,
  })
  const live = data?.filter(({ ended_on }) => ended_on === null) ?? []
  // Of what has ended, the last stays in sight until something else is subscribed to.
  const shown = live.length > 0 ? live : (data?.slice(0, 1) ?? [])
  return (
    <Page
      title={t('billing:membership.title')}
      width="record"
      actions={
        <Button component={Link} to={paths.store()} variant="default">
          {t('billing:membership.toStore')}
        </Button>
      }
    >
      <ToPay key={`pay ${organisation_id}`} />
      <Section>
        {error ? (
          <ListFailed reason={sentenceOf(error)} retry={refetch} />
        ) : !data ? (
          <Skeleton height={220} radius="md" />
        ) : (
          shown.map((subscription) => <SubscriptionCard key={subscription.id} subscription={subscription} />)
        )}
        <SharedMemberships
          key={`shared ${organisation_id}`}
          none={data && shown.length === 0 && <Text c="dimmed">{t('billing:membership.none')}</Text>}
        />
      </Section>
      <OwnCard key={`card ${organisation_id}`} />
      <Section title={t('billing:membership.invoices')}>
        <Button component={Link} to={paths.statement({})} variant="default" style={{ alignSelf: 'start' }}>
          {t('billing:reports.statement')}
        </Button>
        <OwnCredit key={`credit ${organisation_id}`} />
        <OwnInvoices key={organisation_id} />
      </Section>
    </Page>
  )
}
