import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf, Row } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import prices from '../prices/Prices.module.css'
import { usePart } from '../years.ts'

/** Gives the members of a product the membership year that it has been saved with, after showing what each then pays. */
export function MembershipYear({ product }: { product: Row<'product'> }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  if (product.kind !== 'membership' || product.period !== 'year') return null
  return (
    <Section title={t('billing:years.members')} apart>
      <Stack gap="sm" align="start">
        <Text size="sm">{t('billing:years.membersText')}</Text>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('billing:years.move')}
        </Button>
      </Stack>
      {asked && <Move product={product} close={() => setAsked(false)} />}
    </Section>
  )
}

function Move({ product: { id }, close }: { product: Row<'product'>; close: () => void }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: keys.membershipYear(id),
    queryFn: async () => (await guarded(client.act('POST product/year', { id, preview: true }))).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const run = async () => {
    await guarded(client.act('POST product/year', { id }))
    await Promise.all(['product', 'subscription'].map(refresh))
    showSuccess(t('billing:years.moved'))
  }
  return (
    <ActionDialog
      title={t('billing:years.moveTitle')}
      text={t('billing:years.moveText')}
      submit={t('billing:years.move')}
      disabled={!data || data.members_count === 0}
      size="lg"
      run={run}
      close={close}
    >
      {error && <Alert color="red">{sentenceOf(error) ?? t('form.unreachable')}</Alert>}
      {!data && !error && <Skeleton height={120} />}
      {data && <Moved moved={data} />}
    </ActionDialog>
  )
}

function Moved({ moved: { members, members_count, invoiced_count } }: { moved: DataOf<'POST product/year'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const part = usePart()
  const more = members_count - members.length
  if (members_count === 0) return <Alert color="gray">{t('billing:years.none')}</Alert>
  return (
    <>
      <Text size="sm">
        {[
          t('billing:years.count', { count: members_count }),
          invoiced_count > 0 && t('billing:years.invoiced', { count: invoiced_count }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      <ul className={prices.changes} aria-label={t('billing:years.members')}>
        {members.map((member) => (
          <li key={member.subscription_id}>
            <div className={prices.line}>
              <b>{member.contact_name}</b>
              <b>{toMoney(member.amount, member.currency)}</b>
            </div>
            <Text size="sm" c="dimmed">
              {[t('billing:years.period', { from: day(member.begins_on), until: day(member.ends_on) }), part(member)]
                .filter(Boolean)
                .join(', ')}
            </Text>
          </li>
        ))}
      </ul>
      {more > 0 && <Text size="sm">{t('billing:years.more', { count: more })}</Text>}
    </>
  )
}
