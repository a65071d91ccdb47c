import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import classes from './Providers.module.css'

/** What a decision may change. */
const changes = ['providerreading', 'invoice', 'transaction', 'subscription', 'invoicing/contact']
const MOST = 50

/** Documents that differ from the books at the accounting provider, where a person decides; nothing while all agree. */
export function Conflicts({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: keys.conflicts(organisation_id),
    queryFn: async () =>
      (await guarded(client.list('providerreading', { organisation_id, state: 'conflict', limit: MOST }))).data,
    staleTime: 0,
    refetchInterval: 30_000,
  })
  if (!data || data.length === 0) return null
  return (
    <Section title={t('billing:provider.conflicts')} text={t('billing:provider.conflictsText')}>
      <ul className={classes.conflicts}>
        {data.map((reading) => (
          <Conflict key={reading.id} reading={reading} />
        ))}
      </ul>
    </Section>
  )
}

function Conflict({ reading }: { reading: Row<'providerreading'> }) {
  const { t } = useTranslation()
  const { id, invoice_id, document_number, contact_name, reason, type } = reading
  const { run, busy } = useAction({ changes })
  const record = () => run(() => client.act('POST providerreading/record', { id }), said)
  const said = ({ data }: { data: { state: string } }) =>
    t(data.state === 'conflict' ? 'billing:provider.stillDiffers' : 'billing:provider.agrees')
  return (
    <li className={classes.conflict} aria-busy={busy}>
      <div>
        <Link to={paths.invoiceEdit({ id: invoice_id })}>{document_number}</Link>
        <Text span c="dimmed">
          {` · ${contact_name ?? ''}`}
        </Text>
        <Text mt={4}>{reason}</Text>
      </div>
      <Group gap="xs">
        {type === 'invoice' && <ConfirmButton label={t('billing:provider.record')} run={record} />}
        <ActionButton
          variant="default"
          run={() => client.act('POST providerreading/read', { id })}
          done={t('billing:provider.readAgain')}
          changes={changes}
        >
          {t('billing:provider.readNow')}
        </ActionButton>
        <ActionButton
          variant="subtle"
          color="gray"
          run={() => client.act('POST providerreading/ignore', { id })}
          done={t('billing:provider.setAsideDone')}
          changes={changes}
        >
          {t('billing:provider.setAside')}
        </ActionButton>
      </Group>
    </li>
  )
}
