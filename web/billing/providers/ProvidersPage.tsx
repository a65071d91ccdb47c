import schema from 'virtual:resource/providerpush'
import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client, sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { List } from '../../kit/lists/List.tsx'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { useRefresh } from '../../kit/lists/useRefresh.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { Conflicts } from './Conflicts.tsx'
import { useConnections } from './connections.ts'
import { ProviderCard } from './ProviderCard.tsx'
import classes from './Providers.module.css'

const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
const kinds = ['xero', 'stripe'] as const

/** For the organisation's own administrators: the platform's cannot write to the books of an organisation. */
export function ProvidersPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const membership = user?.memberships.find((each) => each.organisation_id === organisation_id)
  if (membership?.role_is_admin) return <Providers organisation_id={membership.organisation_id} />
  return (
    <Page title={t('billing:provider.title')}>
      <BillingNav />
      <Text c="dimmed">{t('billing:provider.administratorsOnly')}</Text>
    </Page>
  )
}

/** Accounting and payment providers: connecting them, and what was pushed to them, or failed and why. */
function Providers({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useConnections(organisation_id)
  const [state] = useFilter('state', states)
  const [kind] = useFilter('kind', kinds)
  const [, change] = useAddress()
  useRefresh('providerpush')
  return (
    <Page title={t('billing:provider.title')} width="full">
      <BillingNav />
      <Text c="dimmed" mb="md">
        {t('billing:provider.text')}
      </Text>
      <Conflicts organisation_id={organisation_id} />
      {error && !data ? (
        <ListFailed reason={sentenceOf(error)} retry={refetch} />
      ) : (
        <div className={classes.cards} aria-busy={!data}>
          {data
            ? data.map((connection) => (
                <ProviderCard key={connection.kind} organisation_id={organisation_id} connection={connection} />
              ))
            : kinds.map((each) => <Skeleton key={each} height={220} radius="md" />)}
        </div>
      )}
      <Section title={t('billing:provider.pushes')} text={t('billing:provider.pushesText')}>
        <FilterGroup
          count={[state, kind].filter(Boolean).length}
          clear={() => change((before) => withFilters(before, { state: null, kind: null }))}
        >
          <SelectFilter
            name="kind"
            values={kinds}
            label={labelOf(t, 'providerpush', 'provider')}
            textOf={(each) => t(`billing:provider.names.${each}`)}
          />
          <SelectFilter
            name="state"
            values={states}
            label={labelOf(t, 'providerpush', 'state')}
            textOf={(each) => t(`billing:provider.pushStates.${each}`)}
          />
        </FilterGroup>
        <List
          resource="providerpush"
          schema={schema}
          filters={{ organisation_id, ...(state && { state }), ...(kind && { provider: kind }) }}
          columns={[
            { name: 'label' },
            { name: 'provider', show: (row) => t(`billing:provider.names.${row.provider}`) },
            {
              name: 'entity',
              show: ({ entity }) => t(`billing:provider.entities.${entity as 'contact'}`, { defaultValue: entity }),
            },
            { name: 'state', show: (row) => t(`billing:provider.pushStates.${row.state}`) },
            { name: 'error', show: ({ error }) => error && <span className={classes.error}>{error}</span> },
            { name: 'attempts' },
            { name: 'not_before', hidden: true },
            { name: 'external_id', hidden: true },
            { name: 'created_at' },
            { name: 'done_at' },
          ]}
          nameOf={({ label }) => label}
          bulk={[
            { label: t('billing:provider.retry'), run: ({ id }) => client.act('POST providerpush/retry', { id }) },
          ]}
          empty={t('billing:provider.noPushes')}
        />
      </Section>
    </Page>
  )
}
